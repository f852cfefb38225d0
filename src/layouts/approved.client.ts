import { element } from './element.ts'

/**
 * Starts the page, once it is asked for where the accounting package sent somebody who approved by a link
 * that was handed on. They may know no portal: they are thanked, and no service is asked anything.
 */
export function startOnceAsked(start: () => void): void {
  const panel = document.getElementById('approved')
  const address = new URL(location.href)
  if (panel === null || address.searchParams.get('approved') !== 'customer') {
    start()
    return
  }
  const pageTitle = document.title
  const title = `${element('approved-title').textContent} – Koppelpunt`

  function show(isThanked: boolean): void {
    element('approved').hidden = !isThanked
    element('shell-loading').hidden = isThanked
    document.title = isThanked ? title : pageTitle
    element('content').focus()
  }
  function begin(): void {
    address.searchParams.delete('approved')
    history.replaceState(history.state, '', address)
    start()
  }
  // Whoever has signed in here has come to go on.
  if (document.documentElement.dataset.session !== undefined) {
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
