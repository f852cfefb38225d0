import { startCallback } from './callback.client.ts'
import { startPageShell } from './shell.client.ts'

// Pages share one script, so the callback page finds the script in the cache.
function start(): void {
  // The accounting package redirects customers to this address after an approval by link.
  const isApproved = new URLSearchParams(location.search).get('approved') === 'customer'
  if (!document.getElementById('shell-ready')) void startCallback()
  else if (!isApproved || !document.getElementById('approved')) startPageShell()
  else
    void import('./approved.client.ts').then(
      ({ showApproved }) => showApproved(startPageShell),
      startPageShell,
    )
}

// A cached island may import this script before the page is parsed.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
else start()
