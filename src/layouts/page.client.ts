import { startCallback } from './callback.client.ts'
import { startShell } from './shell.client.ts'

// One script for every page: the callback page then has it from the page that asked for the sign-in.
function start(): void {
  if (document.getElementById('shell-ready')) startShell()
  else void startCallback()
}

// An island may import it from the browser's cache while the rest of the page is still on its way.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
else start()
