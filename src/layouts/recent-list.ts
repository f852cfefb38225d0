import { translate } from '../lib/i18n/page.ts'
import type { Person } from '../lib/identity/person.ts'
import { createRecent, type RecentItem } from '../stores/recent/recent.ts'
import type { Portal } from '../stores/shell/portal.ts'
import { element } from './element.ts'

/** Shows what the user was working on, each with the way to go on. Nothing there, nothing shown. */
export async function showRecent(portal: Portal, person: Person): Promise<void> {
  const section = element('recent')
  const list = element('recent-items')
  const rows = new Map<string, HTMLElement>()
  const recent = createRecent(portal, person)

  recent.$items.listen((items) => {
    section.hidden = items.length === 0
    for (const [name, row] of rows) {
      if (!items.some((item) => item.name === name)) row.remove()
    }
    for (const item of items) {
      const row = rows.get(item.name) ?? list.appendChild(document.createElement('li'))
      rows.set(item.name, row)
      if (row.dataset.state !== 'shown') fill(row, item)
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
  const { title, address, prepare } = shown
  const link = document.createElement('a')
  link.href = address.href
  link.textContent = translate(title.key, title.parameters)
  if (prepare) link.addEventListener('click', prepare)
  states.className = 'help'
  states.textContent = shown.states.map((key) => translate(key)).join(' · ')
  row.replaceChildren(link, ' ', states)
}
