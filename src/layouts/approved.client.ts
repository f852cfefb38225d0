import { createBrowserEnvironment } from '../lib/browser.ts'
import { canUseTabStorage } from '../lib/environment.ts'
import { hasSignedIn } from '../lib/identity/user.ts'
import { element } from './show.ts'

/** Thanks a customer who approved by a link. Sends no request until the customer goes on. */
export function showApproved(start: () => void): void {
  const pageTitle = document.title
  const address = new URL(location.href)

  function show(isThanked: boolean): void {
    element('approved').hidden = !isThanked
    element('shell-loading').hidden = isThanked
    document.title = isThanked ? `${element('approved-title').textContent} – Koppelpunt` : pageTitle
    element('content').focus()
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
  const language = element('language') as HTMLAnchorElement
  language.search = address.search
  element('approved-go-on').addEventListener('click', () => {
    show(false)
    begin()
  })
}
