import { startCallback } from './callback.client.ts'
import { startShell } from './shell.client.ts'

// One script for every page: the callback page then has it from the page that asked for the sign-in.
function start(): void {
  // Where the accounting package sends somebody who approved by a link that was handed on.
  const isApproved = new URLSearchParams(location.search).get('approved') === 'customer'
  if (!document.getElementById('shell-ready')) void startCallback()
  else if (!isApproved || !document.getElementById('approved')) startShell()
  // What few come to is fetched by them alone; without it the page asks for a sign-in, as any other.
  else void import('./approved.client.ts').then(({ thank }) => thank(startShell), startShell)
}

// An island may import it from the browser's cache while the rest of the page is still on its way.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
else start()
