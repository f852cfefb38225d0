import { buildElement } from '../islands/ui/dom.ts'
import { administrationLabel } from '../lib/domain/place.ts'
import { findVisibleRows } from '../lib/domain/options.ts'
import { listFailureAdvice } from '../lib/failure.ts'
import { translate, translateMessage } from '../lib/i18n/page.ts'
import { homeRowLimit } from '../lib/limits.ts'
import { createHome, type Home } from '../stores/home/home.ts'
import { homeTabs, type HomeListEntry } from '../stores/home/list.ts'
import type { DraftRow, HomeRow } from '../stores/home/rows.ts'
import type { SignedIn } from '../stores/shell/portal.ts'
import { getElement, showFailureReference, renderTexts } from './show.ts'

/** Renders Home, and calls `fail` on errors instead of showing partial lists. */
export function showHome(portal: SignedIn, fail: (error: unknown) => void): void {
  const section = getElement('home')
  const title = getElement('home-title')
  const list = getElement('home-list')
  const links = [...getElement('home-tabs').querySelectorAll('a')]
  const search = getElement('home-search') as HTMLInputElement
  const all = getElement('home-all') as HTMLInputElement
  const update = getElement('home-update')
  const home = createHome(portal)
  const current = () => home.$list.get()
  const isLong = () => current().entries.length > homeRowLimit

  const showDrafts = createKeyedList<DraftRow>(getElement('home-drafts'), (item, row) =>
    fillRow(home, item, row),
  )
  const showEntries = createKeyedList<HomeListEntry>(
    list,
    (item, { administration, location }, index) => {
      item.ariaPosInSet = String(index + 1)
      item.ariaSetSize = String(current().entries.length)
      item.toggleAttribute('data-place', location !== null)
      item.style.top = isLong() ? `calc(${index} * var(--row))` : ''
      fillRow(home, item, home.rowOf(administration, location))
    },
  )

  /** Renders nearby rows and requests the state of visible rows. */
  function draw(): void {
    const { entries } = current()
    // Measuring after a change would force an extra layout.
    const { top, height } = list.getBoundingClientRect()
    const heights = { row: height / entries.length || 1, view: innerHeight }
    const seen = findVisibleRows(-top, entries.length, heights, 0)
    const near = findVisibleRows(-top, entries.length, heights)
    if (isLong()) showEntries(entries, (index) => index >= near.first && index < near.end)
    home.show(entries.slice(seen.first, seen.end).map(({ administration }) => administration))
  }

  function showCounts(): void {
    const { tab, query, entries } = current()
    // Creating a number format is slow.
    const countText = (count: number) =>
      count < 1000 ? String(count) : count.toLocaleString(portal.locale)
    const counts = home.counts()
    const matches = home.counts(query)
    const total = countText(counts.all)
    const isKnown = counts.seen === counts.all
    const drafts = home.drafts(tab, query).length
    const misplaced = home.misplaced()
    let text = ''
    if (misplaced > 0) {
      const key = misplaced === 1 ? 'home:misplacedOne' : 'home:misplaced'
      text = translate(key, { count: countText(misplaced) })
    } else if (query !== '') {
      const key = matches.all + drafts > 0 ? 'home:found' : 'home:foundNone'
      text = translate(key, { found: countText(matches.all), total })
    } else if (entries.length + drafts === 0)
      text = translate(isKnown ? 'home:nothing' : 'home:nothingYet')
    else if (tab === 'waiting') text = translate('home:waits')
    else if (tab === 'todo') text = translate('home:first')
    section.style.setProperty('--digits', `${total.length}ch`)
    for (const link of links) {
      const each = tabOf(link)
      link.lastElementChild?.replaceChildren(countText(counts[each] + home.drafts(each).length))
      link.ariaCurrent = each === tab ? 'page' : null
      if (query !== '' && each !== 'all' && matches[each] > 0)
        text += ` · ${link.firstElementChild?.textContent ?? ''} ${countText(matches[each])}`
    }
    const seen = { seen: countText(counts.seen), total }
    const isComplete = isKnown || misplaced > 0
    getElement('home-seen').textContent = isComplete ? '' : translate('home:seen', seen)
    if (misplaced === 0 && document.activeElement === update) title.focus()
    update.hidden = misplaced === 0
    const status = getElement('home-count')
    if (status.textContent !== text) status.textContent = text
  }

  function showLinks(): void {
    const links = home.links()
    const chosenLinks = () => home.links().filter(({ isChosen }) => isChosen)
    const chosenCount = chosenLinks().length
    getElement('home-links').hidden = links.length === 0
    all.checked = links.length > 0 && chosenCount === links.length
    const target = getElement('home-chosen')
    if (chosenCount + target.childElementCount === 0) return
    import('../islands/ui/customer-links.ts')
      // The selection may have changed while the script was loading.
      .then(({ showHomeLinks }) => showHomeLinks(portal, target, chosenLinks()))
      .catch((error: unknown) => {
        reportError(error)
        target.textContent = translate('shell:screenFailed')
      })
  }

  function refresh(): void {
    const { view, tab, query, entries } = current()
    list.toggleAttribute('data-long', isLong())
    list.style.height = isLong() ? `calc(${entries.length} * var(--row))` : ''
    if (!isLong()) showEntries(entries)
    // Drawing in an animation frame keeps the handling of key presses short.
    requestAnimationFrame(safely(draw))
    const drafts = home.drafts(tab, query)
    getElement('home-drafts').hidden = drafts.length === 0
    showDrafts(drafts)
    showCounts()
    showLinks()
    const [only, ...others] = view.status === 'merchant' ? entries : []
    section.toggleAttribute('data-single', only !== undefined && others.length === 0)
    const state = only && home.rowOf(only.administration, only.location).state
    const way = getElement('home-way')
    for (const step of way.querySelectorAll('li')) {
      step.ariaCurrent = step.dataset.state === state ? 'step' : null
    }
    way.hidden = state !== undefined && !way.querySelector('[aria-current]')
  }

  function showView(): void {
    const { view, entries } = current()
    const { status } = view
    section.dataset.view = status
    getElement('home-boarding').dataset.kind = status === 'merchant' ? 'secondary' : 'main'
    getElement('home-boarding-list').hidden = status === 'merchant'
    const buttons = getElement('home-boarding').parentElement
    if (buttons && status === 'merchant' && matchMedia('(width < 44rem)').matches)
      section.after(buttons)
    const [first] = entries
    const name = first && status === 'merchant' ? administrationLabel(first.administration) : ''
    title.textContent = translate(titles[status], { name })
    const detail = status === 'failed' ? view.failure : undefined
    renderTexts(
      getElement('home-failed-help'),
      detail ? [detail, ...listFailureAdvice(detail)] : [],
    )
    showFailureReference(
      portal.environment,
      getElement('home-reference'),
      { key: 'home:failed' },
      detail,
    )
    const leftOut = status === 'reseller' ? view.failure : undefined
    showFailureReference(portal.environment, getElement('home-left-out'), undefined, leftOut)
  }

  /** Returns a handler that calls `fail` if the given handler throws. */
  const safely = (handle: () => void) => () => {
    // A sign-out removes the section of Home from the page.
    if (!section.isConnected) return
    try {
      handle()
    } catch (error) {
      fail(error)
    }
  }

  home.$list.listen(({ view }, old) => {
    safely(() => {
      if (view !== old?.view) showView()
      if (view.status !== 'loading') refresh()
    })()
  })
  for (const event of ['pointerdown', 'focusin', 'wheel'])
    list.addEventListener(event, home.touch, { passive: true })
  update.onclick = () => home.sort()
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
    // A focused row must not move.
    void (list.contains(document.activeElement) ? home.renew() : home.refresh())
  })
  getElement('home-retry').onclick = () => {
    void home.retry()
    title.focus()
  }
  void home.start()
}

const tabOf = ({ dataset }: HTMLElement) => homeTabs.find((tab) => tab === dataset.tab) ?? 'all'

const titles = {
  loading: 'shell:loading',
  failed: 'home:failed',
  none: 'home:none',
  merchant: 'home:shop',
  reseller: 'home:customers',
} as const

/** JSON of the row that a list item shows. */
const shownRows = new WeakMap<HTMLElement, string>()

/** Renders a changed row and keeps the focused part. */
function fillRow(home: Home, item: HTMLElement, row: HomeRow): void {
  const json = JSON.stringify(row)
  if (shownRows.get(item) === json) return
  shownRows.set(item, json)
  const focused = item.contains(document.activeElement) ? document.activeElement : null
  const { content } = getElement('home-row') as HTMLTemplateElement
  item.replaceChildren(content.cloneNode(true))
  const append = (selector: string, ...content: (string | Node)[]) =>
    item.querySelector(selector)?.append(...content)
  const title = translateMessage(row.title)
  const createControl = (
    name: 'a' | 'button',
    part: string,
    text: string,
    attributes: Record<string, string>,
  ) =>
    buildElement(
      name,
      { ...attributes, 'data-part': part, 'aria-label': `${text}: ${title}` },
      text,
    )
  append('strong', title)
  const below: (string | Node)[] = row.notes.map(translateMessage)
  if (row.fold) {
    const { text, isUnfolded, administration } = row.fold
    const attributes = { class: 'home-fold', 'aria-expanded': String(isUnfolded) }
    const button = createControl('button', 'fold', translateMessage(text), attributes)
    button.onclick = () => home.toggleLocations(administration)
    below.unshift(button)
  }
  for (const { text, address } of row.further ?? [])
    below.push(createControl('a', text.key, translateMessage(text), { href: address.href }))
  append('.help', ...below.flatMap((part) => [' · ', part]).slice(1))
  const { link, next } = row
  const box = item.querySelector('input')
  if (box && link) {
    box.checked = link.isChosen
    box.ariaLabel = translate('links:choose', { name: title })
    box.onchange = () => home.choose([link], box.checked)
  } else box?.parentElement?.remove()
  if (row.help) append('.home-help', translate(row.help))
  for (const state of item.querySelectorAll<HTMLElement>('[data-kind]')) {
    if (state.dataset.kind !== (row.chip?.kind ?? 'loading')) state.remove()
    else if (row.chip) state.append(translateMessage(row.chip.text))
  }
  if (next) {
    const { text, parameters, address } = next
    const isPrimary = item.matches('[data-view=merchant] #home-list > :first-child')
    const button = createControl(address ? 'a' : 'button', 'next', translate(text, parameters), {
      class: 'button',
      ...(!isPrimary && { 'data-kind': 'secondary' }),
      ...(address && { href: address.href }),
    })
    button.onclick = () => home.act(next)
    item.append(button)
  }
  // A row without a button is focusable itself.
  item.tabIndex = row.chip ? -1 : 0
  if (!(focused instanceof HTMLElement)) return
  const { part = 'next' } = focused.dataset
  const samePart = item.querySelector<HTMLElement>(`[data-part="${part}"]`)
  ;(samePart ?? item).focus()
}

/** Creates a function that renders keyed items and keeps the focus. */
function createKeyedList<Item extends { key: string }>(
  list: HTMLElement,
  fill: (element: HTMLElement, item: Item, index: number) => void,
) {
  const elements = new Map<string, HTMLElement>()

  return (items: readonly Item[], isNear: (index: number) => boolean = () => true): void => {
    const focused = list.contains(document.activeElement) ? document.activeElement : null
    const position = [...list.children].findIndex((element) => element.contains(focused))
    const focusedElement = list.children[position] ?? null
    const shown = items
      .map((item, index) => ({ item, index }))
      .filter(({ item, index }) => isNear(index) || elements.get(item.key) === focusedElement)
    const keys = new Set(shown.map(({ item }) => item.key))
    for (const [key, element] of elements) {
      if (keys.has(key)) continue
      element.remove()
      elements.delete(key)
    }
    let next = list.firstElementChild
    for (const { item, index } of shown) {
      const element = elements.get(item.key) ?? buildElement('li', {})
      elements.set(item.key, element)
      if (element === next) next = element.nextElementSibling
      else list.insertBefore(element, next)
      fill(element, item, index)
    }
    if (!focused || list.contains(document.activeElement)) return
    // Moving an element removes its focus.
    const successor = list.children[position] ?? list.lastElementChild
    const again = [focused, focusedElement].find((each) => each?.isConnected) ?? successor
    if (again instanceof HTMLElement) again.focus()
  }
}
