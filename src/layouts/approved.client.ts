import { isForCustomer, withoutCustomer } from '../lib/domain/approved.ts'
import { element } from './element.ts'

/**
 * Starts the page, once it is asked for where the accounting package sent somebody who approved by a link
 * that was handed on. They may know no portal: they are thanked, and no service is asked anything.
 */
export function startOnceAsked(start: () => void): void {
  const panel = document.getElementById('approved')
  const address = new URL(location.href)
  if (panel === null || !isForCustomer(address)) {
    start()
    return
  }
  const begin = () => {
    history.replaceState(history.state, '', withoutCustomer(address))
    start()
  }
  // Whoever has signed in here has come to go on.
  if (document.documentElement.dataset.session !== undefined) {
    begin()
    return
  }
  const pageTitle = document.title
  const heading = element('approved-title')

  function show(isShown: boolean): void {
    element('approved').hidden = !isShown
    element('shell-loading').hidden = isShown
    document.title = isShown ? `${heading.textContent} – Koppelpunt` : pageTitle
  }
  show(true)
  element('content').focus()
  const language = element('language') as HTMLAnchorElement
  language.search = address.search
  element('approved-go-on').addEventListener('click', () => {
    // The button goes with the panel.
    element('content').focus()
    show(false)
    begin()
  })
}
