import type { Administration } from '../lib/api/serials.ts'
import { administrationLabel } from '../lib/domain/place.ts'
import { rowsInSight } from '../lib/domain/options.ts'
import { saidBelow } from '../lib/failure.ts'
import { translate } from '../lib/i18n/page.ts'
import type { Person } from '../lib/identity/user.ts'
import { homeRowLimit } from '../lib/limits.ts'
import { createHome, type Row } from '../stores/home/home.ts'
import type { Portal } from '../stores/shell/portal.ts'
import { element, showReference, showTexts } from './show.ts'
import type { Message } from '../lib/i18n/messages.ts'

/**
 * Shows a merchant's shop or a reseller's customers on Home.
 *
 * @param fail takes what was thrown while showing them: half a list would mislead
 */
export function showHome(portal: Portal, person: Person, fail: (error: unknown) => void): void {
  const section = element('home')
  const title = element('home-title')
  const box = element('home-rows')
  const list = element('home-list')
  const search = element('home-search') as HTMLInputElement
  const home = createHome(portal, person)
  /** A reseller's customers in the list, and those of them that have a row, by their place in it. */
  let found: readonly Administration[] = []
  const rows = new Map<number, { item: HTMLElement; administration: Administration }>()
  /** Whether it has no more rows than are in sight, all of one height. */
  const isLong = () => found.length > homeRowLimit

  /** Has these rows there, and the one that has the focus. */
  function place(first: number, end: number): void {
    for (const [index, { item }] of rows) {
      const isNear = index >= first && index < end
      if (isNear || item.contains(document.activeElement)) continue
      item.remove()
      rows.delete(index)
    }
    for (const [offset, administration] of found.slice(first, end).entries()) {
      const index = first + offset
      if (rows.has(index)) continue
      const item = document.createElement('li')
      item.ariaSetSize = String(found.length)
      item.ariaPosInSet = String(index + 1)
      if (isLong()) item.style.top = `calc(${index} * var(--row))`
      const next = [...list.children].find((other) => Number(other.ariaPosInSet) > index)
      list.insertBefore(item, next ?? null)
      fillRow(item, home.rowOf(administration), false)
      rows.set(index, { item, administration })
    }
  }

  /** Has the rows there that are in sight and those near them, and what is in sight asked for. */
  function draw(): void {
    if (found.length === 0) return
    // All that is read comes before what is written: else the browser lays out the list in between.
    const scrolled = box.scrollTop - list.offsetTop
    const heights = { row: list.offsetHeight / found.length, view: box.clientHeight }
    const seen = rowsInSight(scrolled, found.length, heights, 0)
    const near = rowsInSight(scrolled, found.length, heights)
    if (isLong()) place(near.first, near.end)
    home.show(found.slice(seen.first, seen.end))
  }

  /** Puts what needs somebody first before the others; not while somebody is about to press one of them. */
  function sort(): void {
    const view = home.$view.get()
    if (view.status !== 'reseller' || list.contains(document.activeElement)) return
    found = home.find(search.value)
    rows.clear()
    list.replaceChildren()
    list.toggleAttribute('data-long', isLong())
    list.style.height = isLong() ? `calc(${found.length} * var(--row))` : ''
    box.scrollTop = 0
    if (isLong()) draw()
    else {
      place(0, found.length)
      // Once they are laid out, which is a task of its own.
      requestAnimationFrame(safely(draw))
    }
    const key = found.length === 0 ? 'home:foundNone' : 'home:found'
    element('home-count').textContent = translate(search.value.trim() ? key : 'home:count', {
      found: countText(found.length, portal.locale),
      total: countText(view.total, portal.locale),
    })
  }

  /** Shows in the list what is known by now. */
  function refresh(): void {
    for (const { item, administration } of rows.values()) {
      fillRow(item, home.rowOf(administration), false)
    }
    showShop()
  }

  /** Shows a merchant's places, and how far the first of them is. */
  function showShop(): void {
    const view = home.$view.get()
    if (view.status !== 'merchant') return
    const places = home.placesOf(view.administration)
    showRows(list, places, true)
    section.toggleAttribute('data-single', places.length === 1)
    for (const [index, step] of [...element('home-way').children].entries()) {
      step.ariaCurrent = index === places[0]?.step ? 'step' : null
    }
    home.show([view.administration])
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
    if (status === 'loading') return
    showRows(element('home-drafts'), home.drafts(), false)
    sort()
    showShop()
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
  home.$known.listen(safely(refresh))
  search.addEventListener('input', safely(sort))
  box.addEventListener('scroll', safely(draw), { passive: true })
  new ResizeObserver(safely(draw)).observe(box)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    void home.renew().then(safely(sort)).then(safely(refresh))
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

/** A number of customers. Formats are made where one is needed: that takes as long as all else that is shown. */
const countText = (count: number, locale: string) =>
  count < 1000 ? String(count) : count.toLocaleString(locale)

/**
 * Shows so many rows in a list of few.
 *
 * @param hasPrimary whether the button of the first is the one of the screen
 */
function showRows(list: HTMLElement, rows: readonly Row[], hasPrimary: boolean): void {
  list.hidden = rows.length === 0
  for (const [index, row] of rows.entries()) {
    const item = list.children[index] ?? list.appendChild(document.createElement('li'))
    fillRow(item as HTMLElement, row, hasPrimary && index === 0)
  }
  while (list.children.length > rows.length) list.lastElementChild?.remove()
}

/** What rows say, by which those are told that have changed. */
const filled = new WeakMap<HTMLElement, string>()

/**
 * Has an item of a list say what a row says. The focus stays in it.
 *
 * @param isPrimary whether its button is the one of the screen
 */
function fillRow(item: HTMLElement, row: Row, isPrimary: boolean): void {
  const text = JSON.stringify([row, isPrimary])
  if (filled.get(item) === text) return
  filled.set(item, text)
  const hadFocus = item.contains(document.activeElement)
  const { content } = element('home-row') as HTMLTemplateElement
  item.replaceChildren(content.cloneNode(true))
  const fill = (part: string, words: string | undefined) => {
    const found = item.querySelector(part)
    if (words) found?.append(words)
    else found?.remove()
  }
  const title = say(row.title)
  fill('strong', title)
  const notes = row.notes.map(say).join(' · ')
  // With the link that stands there as well.
  fill('.help', row.check ? `${notes} ` : notes)
  if (row.check) {
    const link = document.createElement('a')
    link.textContent = translate('shell:checkCoupling')
    link.ariaLabel = `${link.textContent}: ${title}`
    link.href = row.check.href
    item.querySelector('.help')?.append(link)
  }
  fill('.home-help', row.help && translate(row.help))
  for (const state of item.querySelectorAll<HTMLElement>('[data-kind]')) {
    if (state.dataset.kind !== (row.chip?.kind ?? 'loading')) state.remove()
    else if (row.chip) state.append(say(row.chip.text))
  }
  if (row.next) {
    const { text, address, act } = row.next
    const button = document.createElement(address ? 'a' : 'button')
    button.className = 'button'
    button.textContent = translate(text)
    button.ariaLabel = `${button.textContent}: ${title}`
    if (!isPrimary) button.dataset.kind = 'secondary'
    if (address) button.setAttribute('href', address.href)
    if (act) button.onclick = act
    item.append(button)
  }
  // A row that is looked up once it is in sight can be gone to; its button then has the focus.
  item.tabIndex = row.chip ? -1 : 0
  if (hadFocus) (item.querySelector<HTMLElement>('.button') ?? item).focus()
}

const say = ({ key, parameters }: Message) => translate(key, parameters)
