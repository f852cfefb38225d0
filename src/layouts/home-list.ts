import { createElement } from '../islands/ui/dom.ts'
import { administrationLabel } from '../lib/domain/place.ts'
import { rowsInSight } from '../lib/domain/options.ts'
import { saidBelow } from '../lib/failure.ts'
import { translate, translateMessage } from '../lib/i18n/page.ts'
import { homeRowLimit } from '../lib/limits.ts'
import { createHome, type Home } from '../stores/home/home.ts'
import { tabs, type Entry } from '../stores/home/list.ts'
import type { Row } from '../stores/home/rows.ts'
import type { SignedIn } from '../stores/shell/portal.ts'
import { keyed } from './keyed.ts'
import { element, showReference, showTexts } from './show.ts'

/** Shows a merchant's shop or a reseller's customers on Home; to `fail` what was thrown: half a list would mislead. */
export function showHome(portal: SignedIn, fail: (error: unknown) => void): void {
  const section = element('home')
  const title = element('home-title')
  const list = element('home-list')
  const links = [...element('home-tabs').querySelectorAll('a')]
  const search = element('home-search') as HTMLInputElement
  const all = element('home-all') as HTMLInputElement
  const home = createHome(portal)
  const current = () => home.$list.get()
  /** True if only the rows near those in sight are rendered, all of one height. */
  const isLong = () => current().entries.length > homeRowLimit

  const showDrafts = keyed<Row & { key: string }>(element('home-drafts'), (item, row) =>
    fillRow(home, item, row),
  )
  const showEntries = keyed<Entry>(list, (item, { administration, location }, index) => {
    item.ariaPosInSet = String(index + 1)
    item.ariaSetSize = String(current().entries.length)
    item.toggleAttribute('data-place', location !== null)
    item.style.top = isLong() ? `calc(${index} * var(--row))` : ''
    fillRow(home, item, home.rowOf(administration, location))
  })

  /** Renders the rows near those in sight, and requests the state of those in sight. */
  function draw(): void {
    const { entries } = current()
    // All that is read comes before what is written: else the browser lays out the list in between.
    const { top, height } = list.getBoundingClientRect()
    const heights = { row: height / entries.length || 1, view: innerHeight }
    const seen = rowsInSight(-top, entries.length, heights, 0)
    const near = rowsInSight(-top, entries.length, heights)
    if (isLong()) showEntries(entries, (index) => index >= near.first && index < near.end)
    home.show(entries.slice(seen.first, seen.end).map(({ administration }) => administration))
  }

  function showCounts(): void {
    const { tab, query, entries } = current()
    // Formats are made where one is needed: that takes as long as all else that is shown.
    const text = (count: number) =>
      count < 1000 ? String(count) : count.toLocaleString(portal.locale)
    const counts = home.counts()
    const found = home.counts(query)
    const total = text(counts.all)
    const isKnown = counts.seen === counts.all
    const isEmpty = entries.length + home.drafts(tab).length === 0
    let said = ''
    if (query !== '') {
      const key = found.all > 0 ? 'home:found' : 'home:foundNone'
      said = translate(key, { found: text(found.all), total })
    } else if (isEmpty) said = translate(isKnown ? 'home:nothing' : 'home:nothingYet')
    else if (tab === 'waiting') said = translate('home:waits')
    else if (tab === 'todo') said = translate('home:first')
    // Nothing moves when a count comes.
    section.style.setProperty('--digits', `${total.length}ch`)
    for (const link of links) {
      const each = tabOf(link)
      link.lastElementChild?.replaceChildren(text(counts[each] + home.drafts(each).length))
      link.ariaCurrent = each === tab ? 'page' : null
      if (query !== '' && each !== 'all' && found[each] > 0)
        said += ` · ${link.firstElementChild?.textContent ?? ''} ${text(found[each])}`
    }
    const seen = { seen: text(counts.seen), total }
    element('home-seen').textContent = isKnown ? '' : translate('home:seen', seen)
    const status = element('home-count')
    if (status.textContent !== said) status.textContent = said
  }

  /** Offers the links that can be chosen; what can be done with them is fetched for the first that is. */
  function showLinks(): void {
    const links = home.links()
    const chosenLinks = () => home.links().filter(({ isChosen }) => isChosen)
    const { length } = chosenLinks()
    element('home-links').hidden = links.length === 0
    all.checked = links.length > 0 && length === links.length
    const target = element('home-chosen')
    if (length + target.childElementCount === 0) return
    import('../islands/ui/customer-links.ts')
      // The user may have changed the selection while the script loaded.
      .then(({ showHomeLinks }) => showHomeLinks(portal, target, chosenLinks()))
      .catch((error: unknown) => {
        reportError(error)
        target.textContent = translate('shell:screenFailed')
      })
  }

  /** Shows the list as the facts and its order are now. */
  function refresh(): void {
    const { view, tab, entries } = current()
    list.toggleAttribute('data-long', isLong())
    list.style.height = isLong() ? `calc(${entries.length} * var(--row))` : ''
    if (!isLong()) showEntries(entries)
    // Layout is a task of its own, so the visible rows are drawn in the next frame.
    requestAnimationFrame(safely(draw))
    const drafts = home.drafts(tab)
    element('home-drafts').hidden = drafts.length === 0
    showDrafts(drafts)
    showCounts()
    showLinks()
    const [only, ...others] = view.status === 'merchant' ? entries : []
    section.toggleAttribute('data-single', only !== undefined && others.length === 0)
    const state = only && home.rowOf(only.administration, only.location).state
    for (const step of element('home-way').querySelectorAll('li')) {
      step.ariaCurrent = step.dataset.state === state ? 'step' : null
    }
  }

  function showView(): void {
    const { view, entries } = current()
    const { status } = view
    section.dataset.view = status
    // One shop has its own way on.
    element('home-boarding').dataset.kind = status === 'merchant' ? 'secondary' : 'main'
    element('home-boarding-list').hidden = status === 'merchant'
    const [first] = entries
    const name = first && status === 'merchant' ? administrationLabel(first.administration) : ''
    title.textContent = translate(titles[status], { name })
    const detail = status === 'failed' ? view.failure : undefined
    showTexts(element('home-failed-help'), detail ? [detail, ...saidBelow(detail)] : [])
    showReference(portal.environment, element('home-reference'), { key: 'home:failed' }, detail)
    const leftOut = status === 'reseller' ? view.failure : undefined
    showReference(portal.environment, element('home-left-out'), undefined, leftOut)
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

  let view: ReturnType<typeof current>['view'] | null = null
  home.$list.listen(
    safely(() => {
      if (view !== current().view) showView()
      view = current().view
      if (view.status !== 'loading') refresh()
    }),
  )
  all.onchange = () => home.chooseAll(all.checked)
  search.oninput = safely(() => home.sort(search.value.trim()))
  for (const link of links) {
    link.onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      search.value = ''
      home.goTo(tabOf(link))
    }
  }
  portal.environment.on(
    'address',
    safely(() => {
      search.value = ''
      home.sort('')
    }),
  )
  for (const event of ['scroll', 'resize']) addEventListener(event, safely(draw), { passive: true })
  new ResizeObserver(safely(draw)).observe(list)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    // Rows keep their place while one of them has the focus.
    void home.renew().then(safely(() => list.contains(document.activeElement) || home.sort()))
  })
  element('home-retry').onclick = () => {
    void home.retry()
    // The button is gone, and the focus with it.
    title.focus()
  }
  void home.start()
}

const tabOf = ({ dataset }: HTMLElement) => tabs.find((tab) => tab === dataset.tab) ?? 'all'

const titles = {
  loading: 'shell:loading',
  failed: 'home:failed',
  none: 'home:none',
  merchant: 'home:shop',
  reseller: 'home:customers',
} as const

/** What rows say, by which those are told that have changed. */
const filled = new WeakMap<HTMLElement, string>()

/** Makes an item of a list show a row. The focus stays on the same part of it. */
function fillRow(home: Home, item: HTMLElement, row: Row): void {
  const text = JSON.stringify(row)
  if (filled.get(item) === text) return
  filled.set(item, text)
  const focused = item.contains(document.activeElement) ? document.activeElement : null
  const { content } = element('home-row') as HTMLTemplateElement
  item.replaceChildren(content.cloneNode(true))
  const fill = (part: string, ...words: (string | Node)[]) =>
    item.querySelector(part)?.append(...words)
  const title = translateMessage(row.title)
  /** Something to press, told by whose it is. */
  const pressed = (
    name: 'a' | 'button',
    part: string,
    text: string,
    attributes: Record<string, string>,
  ) =>
    createElement(
      name,
      { ...attributes, 'data-part': part, 'aria-label': `${text}: ${title}` },
      text,
    )
  fill('strong', title)
  const below: (string | Node)[] = [...row.notes.map(translateMessage)]
  if (row.several) {
    const { text, isUnfolded, administration } = row.several
    const looks = { class: 'home-fold', 'aria-expanded': String(isUnfolded) }
    const fold = pressed('button', 'fold', translateMessage(text), looks)
    fold.onclick = () => home.toggle(administration)
    below.unshift(fold)
  }
  for (const { text, address } of row.ways ?? [])
    below.push(pressed('a', text.key, translateMessage(text), { href: address.href }))
  fill('.help', ...below.flatMap((part) => [' · ', part]).slice(1))
  const { link, next } = row
  const box = item.querySelector('input')
  if (box && link) {
    box.checked = link.isChosen
    box.ariaLabel = translate('links:choose', { name: title })
    box.onchange = () => home.choose([link], box.checked)
  } else box?.parentElement?.remove()
  if (row.help) fill('.home-help', translate(row.help))
  for (const state of item.querySelectorAll<HTMLElement>('[data-kind]')) {
    if (state.dataset.kind !== (row.chip?.kind ?? 'loading')) state.remove()
    else if (row.chip) state.append(translateMessage(row.chip.text))
  }
  if (next) {
    const { text, address } = next
    // That of a merchant's first place is the one of the screen.
    const isPrimary = item.matches('[data-view=merchant] #home-list > :first-child')
    const button = pressed(address ? 'a' : 'button', 'next', translate(text), {
      class: 'button',
      ...(!isPrimary && { 'data-kind': 'secondary' }),
      ...(address && { href: address.href }),
    })
    button.onclick = () => home.act(next)
    item.append(button)
  }
  // A row that is looked up once it is in sight can be gone to; its button then has the focus.
  item.tabIndex = row.chip ? -1 : 0
  if (!(focused instanceof HTMLElement)) return
  const { part = 'next' } = focused.dataset
  const again = item.querySelector<HTMLElement>(`[data-part="${part}"]`)
  ;(again ?? item).focus()
}
