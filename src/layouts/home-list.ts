import { made } from '../islands/ui/element.ts'
import { administrationLabel } from '../lib/domain/place.ts'
import { rowsInSight } from '../lib/domain/options.ts'
import { saidBelow } from '../lib/failure.ts'
import { translate } from '../lib/i18n/page.ts'
import { homeRowLimit } from '../lib/limits.ts'
import { createHome, tabs, type Entry, type Row } from '../stores/home/home.ts'
import type { SignedIn } from '../stores/shell/portal.ts'
import { element, showReference, showTexts } from './show.ts'
import type { Message } from '../lib/i18n/messages.ts'

/** Shows a merchant's shop or a reseller's customers on Home; to `fail` what was thrown: half a list would mislead. */
export function showHome(portal: SignedIn, fail: (error: unknown) => void): void {
  const section = element('home')
  const title = element('home-title')
  const list = element('home-list')
  const links = [...element('home-tabs').children] as HTMLAnchorElement[]
  const search = element('home-search') as HTMLInputElement
  const all = element('home-all') as HTMLInputElement
  const home = createHome(portal)
  /** The list of a reseller's customers, and those of it that have a row, by their place in it. */
  let entries: readonly Entry[] = []
  const rows = new Map<number, { item: HTMLElement; entry: Entry }>()
  /** Whether it has no more rows than are in sight, all of one height. */
  const isLong = () => entries.length > homeRowLimit

  /** Has these rows there, and the one that has the focus. */
  function place(first: number, end: number): void {
    for (const [index, { item }] of rows) {
      const isNear = index >= first && index < end
      if (isNear || item.contains(document.activeElement)) continue
      item.remove()
      rows.delete(index)
    }
    for (const [offset, entry] of entries.slice(first, end).entries()) {
      const index = first + offset
      if (rows.has(index)) continue
      const item = made('li', { 'aria-posinset': String(index + 1) })
      item.toggleAttribute('data-place', entry.place !== null)
      if (isLong()) item.style.top = `calc(${index} * var(--row))`
      const next = [...list.children].find((other) => Number(other.ariaPosInSet) > index)
      list.insertBefore(item, next ?? null)
      fillRow(item, home.rowOf(entry.administration, entry.place))
      rows.set(index, { item, entry })
    }
    for (const { item } of rows.values()) item.ariaSetSize = String(entries.length)
  }

  /** Has the rows there that are in sight and those near them, and what is in sight asked for. */
  function draw(): void {
    // All that is read comes before what is written: else the browser lays out the list in between.
    const { top, height } = list.getBoundingClientRect()
    const heights = { row: height / entries.length || 1, view: innerHeight }
    const seen = rowsInSight(-top, entries.length, heights, 0)
    const near = rowsInSight(-top, entries.length, heights)
    if (isLong()) place(near.first, near.end)
    home.show(entries.slice(seen.first, seen.end).map(({ administration }) => administration))
  }

  function layOut(): void {
    const wasLong = isLong()
    ;({ entries } = home.$list.get())
    for (const [index, { item, entry }] of rows) {
      const { administration, place } = entries[index] ?? {}
      const isSame = administration === entry.administration && place === entry.place
      if (isSame && wasLong === isLong()) continue
      item.remove()
      rows.delete(index)
    }
    list.toggleAttribute('data-long', isLong())
    list.style.height = isLong() ? `calc(${entries.length} * var(--row))` : ''
    if (!isLong()) place(0, entries.length)
    // Once they are laid out, which is a task of its own.
    requestAnimationFrame(safely(draw))
    refresh()
  }

  function showCounts(): void {
    const { tab, query } = home.$list.get()
    // Formats are made where one is needed: that takes as long as all else that is shown.
    const text = (count: number) =>
      count < 1000 ? String(count) : count.toLocaleString(portal.locale)
    const counts = home.counts()
    const total = text(counts.all)
    // Nothing moves when a count comes.
    section.style.setProperty('--digits', `${total.length}ch`)
    for (const [index, each] of tabs.entries()) {
      const link = links[index]
      link?.lastElementChild?.replaceChildren(text(counts[each] + home.drafts(each).length))
      if (link) link.ariaCurrent = each === tab ? 'page' : null
    }
    const isKnown = counts.seen === counts.all
    const seen = { seen: text(counts.seen), total }
    element('home-seen').textContent = isKnown ? '' : translate('home:seen', seen)
    let said = ''
    if (query !== '') {
      const found = home.listedCounts()
      said = translate(found.all > 0 ? 'home:found' : 'home:foundNone', {
        found: text(found.all),
        total,
      })
      for (const [index, each] of tabs.slice(0, -1).entries()) {
        const name = links[index]?.firstElementChild?.textContent ?? ''
        if (found[each] > 0) said += ` · ${name} ${text(found[each])}`
      }
    } else if (entries.length + home.drafts(tab).length === 0) {
      said = translate(isKnown ? 'home:nothing' : 'home:nothingYet')
    } else if (tab === 'waiting' || tab === 'todo') {
      said = translate(tab === 'waiting' ? 'home:waits' : 'home:first')
    }
    const status = element('home-count')
    if (status.textContent !== said) status.textContent = said
  }

  /** Offers the links that can be chosen; what can be done with them is fetched for the first that is. */
  function showLinks(): void {
    const links = home.links()
    const chosen = links.filter(({ isChosen }) => isChosen)
    element('home-links').hidden = links.length === 0
    all.checked = links.length > 0 && chosen.length === links.length
    const target = element('home-chosen')
    if (chosen.length + target.childElementCount === 0) return
    import('../islands/ui/customer-links.ts')
      .then(({ showHomeLinks }) => showHomeLinks(portal, target, chosen))
      .catch((error: unknown) => {
        reportError(error)
        target.textContent = translate('shell:screenFailed')
      })
  }

  function refresh(): void {
    for (const { item, entry } of rows.values())
      fillRow(item, home.rowOf(entry.administration, entry.place))
    showRows(element('home-drafts'), home.drafts(home.$list.get().tab))
    showCounts()
    showLinks()
    const view = home.$view.get()
    const places = view.status === 'merchant' ? home.placesOf(view.administration) : []
    section.toggleAttribute('data-single', places.length === 1)
    for (const [index, step] of [...element('home-way').children].entries()) {
      step.ariaCurrent = index === places[0]?.step ? 'step' : null
    }
  }

  /** Makes the list anew; not while somebody is about to press one of its rows. */
  function sort(query?: string): void {
    if (list.contains(document.activeElement)) refresh()
    else home.sort(query)
  }

  function show(): void {
    const view = home.$view.get()
    const { status } = view
    section.dataset.view = status
    // One shop has its own way on.
    element('home-boarding').dataset.kind = status === 'merchant' ? 'secondary' : 'main'
    element('home-boarding-list').hidden = status === 'merchant'
    const name = status === 'merchant' ? administrationLabel(view.administration) : ''
    title.textContent = translate(titles[status], { name })
    const detail = status === 'failed' ? view.detail : undefined
    showTexts(element('home-failed-help'), detail ? [detail, ...saidBelow(detail)] : [])
    showReference(portal.environment, element('home-reference'), { key: 'home:failed' }, detail)
    const leftOut = status === 'reseller' ? view.leftOut : undefined
    showReference(portal.environment, element('home-left-out'), undefined, leftOut)
    if (status !== 'loading') sort()
  }

  /** Nothing that is thrown while something is shown gets in the way of what told it. */
  const safely = (act: () => void) => () => {
    // A sign-out has emptied the page.
    if (!section.isConnected) return
    try {
      act()
    } catch (error) {
      fail(error)
    }
  }

  home.$view.listen(safely(show))
  home.$chosen.listen(safely(refresh))
  all.onchange = () => home.chooseAll(all.checked)
  home.$known.listen(safely(home.grow))
  home.$list.listen(safely(layOut))
  search.oninput = safely(() => sort(search.value.trim()))
  element('home-tabs').onclick = (event) => {
    const tab = tabs[links.findIndex((link) => link.contains(event.target as Node))]
    if (!tab || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    search.value = ''
    home.goTo(tab)
  }
  portal.environment.on(
    'address',
    safely(() => {
      search.value = ''
      sort('')
    }),
  )
  for (const event of ['scroll', 'resize']) addEventListener(event, safely(draw), { passive: true })
  new ResizeObserver(safely(draw)).observe(list)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void home.renew().then(safely(() => sort()))
  })
  element('home-retry').onclick = () => {
    void home.retry()
    // The button is gone, and the focus with it.
    title.focus()
  }
  void home.start()
}

const titles = {
  loading: 'shell:loading',
  failed: 'home:failed',
  none: 'home:none',
  merchant: 'home:shop',
  reseller: 'home:customers',
} as const

function showRows(list: HTMLElement, rows: readonly Row[]): void {
  list.hidden = rows.length === 0
  for (const [index, row] of rows.entries()) {
    const item = list.children[index] ?? list.appendChild(made('li', {}))
    fillRow(item as HTMLElement, row)
  }
  while (list.children.length > rows.length) list.lastElementChild?.remove()
}

/** What rows say, by which those are told that have changed. */
const filled = new WeakMap<HTMLElement, string>()

/** Has an item of a list say what a row says. The focus stays in it. */
function fillRow(item: HTMLElement, row: Row): void {
  const text = JSON.stringify(row)
  if (filled.get(item) === text) return
  filled.set(item, text)
  const focused = item.contains(document.activeElement) ? document.activeElement : null
  const { content } = element('home-row') as HTMLTemplateElement
  item.replaceChildren(content.cloneNode(true))
  const fill = (part: string, ...words: (string | Node)[]) =>
    item.querySelector(part)?.append(...words)
  const title = say(row.title)
  /** Something to press, told by whose it is. */
  const pressed = (name: 'a' | 'button', text: string, attributes: Record<string, string>) =>
    made(name, { ...attributes, 'aria-label': `${text}: ${title}` }, text)
  fill('strong', title)
  const below: (string | Node)[] = []
  if (row.several) {
    const { text, isUnfolded, toggle } = row.several
    const looks = { class: 'home-fold', 'aria-expanded': String(isUnfolded) }
    const fold = pressed('button', say(text), looks)
    fold.onclick = toggle
    below.push(fold)
  }
  below.push(...row.notes.map(say))
  for (const { text, address } of row.ways ?? [])
    below.push(pressed('a', say(text), { href: address.href }))
  fill('.help', ...below.flatMap((part, index) => (index > 0 ? [' · ', part] : [part])))
  const { link } = row
  const box = item.querySelector('input')
  if (box && link) {
    box.checked = link.isChosen
    box.ariaLabel = translate('links:choose', { name: title })
    box.onchange = () => link.choose(box.checked)
  } else box?.parentElement?.remove()
  if (row.help) fill('.home-help', translate(row.help))
  for (const state of item.querySelectorAll<HTMLElement>('[data-kind]')) {
    if (state.dataset.kind !== (row.chip?.kind ?? 'loading')) state.remove()
    else if (row.chip) state.append(say(row.chip.text))
  }
  if (row.next) {
    const { text, address, act } = row.next
    // That of a merchant's first place is the one of the screen.
    const isPrimary = item.matches('[data-view=merchant] #home-list > :first-child')
    const button = pressed(address ? 'a' : 'button', translate(text), {
      class: 'button',
      ...(!isPrimary && { 'data-kind': 'secondary' }),
      ...(address && { href: address.href }),
    })
    if (act) button.onclick = act
    item.append(button)
  }
  // A row that is looked up once it is in sight can be gone to; its button then has the focus.
  item.tabIndex = row.chip ? -1 : 0
  const again = ['.home-fold', 'input'].find((part) => focused?.matches(part)) ?? '.button'
  if (focused) (item.querySelector<HTMLElement>(again) ?? item).focus()
}

const say = ({ key, parameters }: Message) => translate(key, parameters)
