import { startCallbackPage } from './callback.client.ts'
import { startPortalPage } from './shell.client.ts'

// The callback page finds the shared script in the cache.
function start(): void {
  // The accounting package redirects to this address after an approval.
  const isApproved = new URLSearchParams(location.search).get('approved') === 'customer'
  if (!document.getElementById('shell-ready')) void startCallbackPage()
  else if (!isApproved || !document.getElementById('approved')) startPortalPage()
  else
    void import('./approved.client.ts').then(
      ({ showApprovalThanks }) => showApprovalThanks(startPortalPage),
      startPortalPage,
    )
}

// A cached island may import this script before parsing ends.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
else start()
