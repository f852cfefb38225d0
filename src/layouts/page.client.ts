import { startCallback } from './callback.client.ts'
import { startShell } from './shell.client.ts'

// All pages share one script, which the callback page then has in its cache.
function start(): void {
  // The accounting package returns customers who approved by a link to this address.
  const isApproved = new URLSearchParams(location.search).get('approved') === 'customer'
  if (!document.getElementById('shell-ready')) void startCallback()
  else if (!isApproved || !document.getElementById('approved')) startShell()
  else
    void import('./approved.client.ts').then(
      ({ showApproved }) => showApproved(startShell),
      startShell,
    )
}

// A cached island may import this script before the page is parsed.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
else start()
