import { startCallback } from './callback.client.ts'
import { startShell } from './shell.client.ts'

// One script for every page: the callback page then has it from the page that asked for the sign-in.
function start(): void {
  if (!document.getElementById('shell-ready')) void startCallback()
  else if (location.search.includes('approved=')) void startForApprover()
  else startShell()
}

/** What few come to is fetched by them alone; without it the page asks for a sign-in, as any other. */
function startForApprover(): Promise<void> {
  return import('./approved.client.ts').then(
    ({ startOnceAsked }) => startOnceAsked(startShell),
    startShell,
  )
}

// An island may import it from the browser's cache while the rest of the page is still on its way.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
else start()
