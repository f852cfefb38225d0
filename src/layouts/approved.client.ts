import { createBrowserEnvironment } from '../lib/browser.ts'
import { canUseTabStorage } from '../lib/environment.ts'
import { hasSignedIn } from '../lib/identity/user.ts'
import { getElement } from './show.ts'

/** Thanks a customer for an approval, and sends no requests. */
export function showApprovalThanks(start: () => void): void {
  const pageTitle = document.title
  const address = new URL(location.href)

  function show(isThanked: boolean): void {
    getElement('approved').hidden = !isThanked
    getElement('shell-loading').hidden = isThanked
    document.title = isThanked
      ? `${getElement('approved-title').textContent} – Koppelpunt`
      : pageTitle
    getElement('content').focus()
  }
  function begin(): void {
    address.searchParams.delete('approved')
    history.replaceState(history.state, '', address)
    start()
  }
  const environment = createBrowserEnvironment()
  if (canUseTabStorage(environment) && hasSignedIn(environment.tabStorage)) {
    begin()
    return
  }
  show(true)
  const language = getElement('language') as HTMLAnchorElement
  language.search = address.search
  getElement('approved-go-on').addEventListener('click', () => {
    show(false)
    begin()
  })
}
