import { translate } from '../lib/i18n/page.ts'
import type { Person } from '../lib/identity/person.ts'
import { createRecent, type RecentItem } from '../stores/recent/recent.ts'
import type { Portal } from '../stores/shell/portal.ts'
import { element } from './element.ts'

/** Shows what the user was working on, each with a link to go on; the section is hidden while there is none. */
export async function showRecent(portal: Portal, person: Person): Promise<void> {
  const section = element('recent')
  const list = element('recent-items')
  const rows = new Map<string, HTMLElement>()
  const recent = createRecent(portal, person)

  function show(items: readonly RecentItem[]): void {
    section.hidden = items.length === 0
    for (const [name, row] of rows) {
      if (items.some((item) => item.name === name)) continue
      row.remove()
      rows.delete(name)
    }
    for (const item of items) {
      const row = rows.get(item.name) ?? list.appendChild(document.createElement('li'))
      rows.set(item.name, row)
      if (row.dataset.state !== 'shown') fill(row, item)
    }
  }

  const stop = recent.$items.listen((items) => {
    try {
      show(items)
    } catch (error) {
      // Half a list would mislead.
      stop()
      section.hidden = true
      reportError(error)
    }
  })
  await recent.start()
}

function fill(row: HTMLElement, { shown }: RecentItem): void {
  row.dataset.state = shown === null ? 'loading' : 'shown'
  const states = document.createElement('span')
  if (shown === null) {
    states.className = 'visually-hidden'
    states.textContent = translate('home:recentLoading')
    row.replaceChildren(states)
    return
  }
  const title = translate(shown.title.key, shown.title.parameters)
  const link = linkTo(shown.address, title)
  states.className = 'help'
  states.textContent = shown.states.map((key) => translate(key)).join(' · ')
  if (shown.report) {
    const report = linkTo(shown.report, translate('home:report'))
    report.ariaLabel = translate('home:reportOf', { title })
    states.append(' · ', report)
  }
  row.replaceChildren(link, ' ', states)
}

function linkTo(address: URL, text: string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = address.href
  link.textContent = text
  return link
}
