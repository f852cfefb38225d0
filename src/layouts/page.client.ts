import { startCallback } from './callback.client.ts'
import { startShell } from './shell.client.ts'

// All pages share one script, so the callback page finds the script in its cache.
function start(): void {
  // The accounting package redirects customers who approved by a link to this address.
  const isApproved = new URLSearchParams(location.search).get('approved') === 'customer'
  if (!document.getElementById('shell-ready')) void startCallback()
  else if (!isApproved || !document.getElementById('approved')) startShell()
  else
    void import('./approved.client.ts').then(
      ({ showApproved }) => showApproved(startShell),
      startShell,
    )
}

// An island from the cache may import this script before the browser has parsed the page.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
else start()
