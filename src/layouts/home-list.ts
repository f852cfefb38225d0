import type { Administration } from '../lib/api/serials.ts'
import { administrationLabel } from '../lib/domain/administration.ts'
import { rowsInSight } from '../lib/domain/fixed-rows.ts'
import { saidBelow } from '../lib/failure.ts'
import { translate } from '../lib/i18n/page.ts'
import type { Person } from '../lib/identity/person.ts'
import { homeRowLimit } from '../lib/limits.ts'
import { createHome, type View } from '../stores/home/home.ts'
import type { Row } from '../stores/home/rows.ts'
import type { Portal } from '../stores/shell/portal.ts'
import { element } from './element.ts'
import { fillRow, make } from './home-row.ts'
import { showReference, showText, showTexts } from './show-text.ts'

/**
 * Shows a merchant's shop or a reseller's customers on Home.
 *
 * @param fail takes what was thrown while showing them: half a list would mislead
 */
export function showHome(portal: Portal, person: Person, fail: (error: unknown) => void): void {
  const section = element('home')
  const title = element('home-title')
  const count = element('home-count')
  const box = element('home-rows')
  const list = element('home-list')
  const search = element('home-search') as HTMLInputElement
  const home = createHome(portal, person)
  /** What the rows of the list are about; none but for a reseller. */
  let found: readonly Administration[] = []
  const shown = new Map<string, HTMLElement>()
  const inSight = new Set<Element>()
  /** Of a long list, in pixels. */
  let rowHeight = 0

  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) inSight.add(target)
      else inSight.delete(target)
    }
    home.show(found.filter(({ id }) => inSight.has(shown.get(String(id)) ?? box)))
  })

  const fill = (item: HTMLElement, row: Row, isFirst: boolean) => fillRow(item, row, isFirst, home)

  /** Has the rows there that are in sight, those near them, and the one that has the focus. */
  function draw(): void {
    const isLong = found.length > homeRowLimit
    const heights = { row: rowHeight || 64, view: box.clientHeight }
    const scrolled = box.scrollTop - list.offsetTop
    const { first, end } = isLong
      ? rowsInSight(scrolled, found.length, heights)
      : { first: 0, end: found.length }
    const wanted = new Map<string, [administration: Administration, index: number]>()
    const add = (index: number) => {
      const administration = found[index]
      if (administration) wanted.set(String(administration.id), [administration, index])
    }
    const focused = Number(list.querySelector<HTMLElement>('li:focus-within')?.ariaPosInSet) - 1
    if (focused < first) add(focused)
    for (let index = first; index < end; index += 1) add(index)
    if (focused >= end) add(focused)

    for (const [name, item] of shown) {
      if (wanted.has(name)) continue
      observer.unobserve(item)
      inSight.delete(item)
      item.remove()
      shown.delete(name)
    }
    let next = list.firstElementChild
    for (const [name, [administration, index]] of wanted) {
      const item = shown.get(name) ?? make('li')
      if (item === next) next = item.nextElementSibling
      else list.insertBefore(item, next)
      fill(item, home.rowOf(administration), false)
      if (shown.has(name)) continue
      shown.set(name, item)
      item.ariaSetSize = String(found.length)
      item.ariaPosInSet = String(index + 1)
      if (isLong) item.style.top = `calc(${index} * var(--row))`
      observer.observe(item)
    }
  }

  /** Puts what needs somebody first before the others; not while somebody is about to press one of them. */
  function sort(): void {
    const view = home.$view.get()
    if (view.status !== 'reseller' || list.contains(document.activeElement)) return
    const { value } = search
    found = home.find(value)
    for (const item of shown.values()) observer.unobserve(item)
    inSight.clear()
    shown.clear()
    list.replaceChildren()
    const isLong = found.length > homeRowLimit
    list.toggleAttribute('data-long', isLong)
    list.style.height = isLong ? `calc(${found.length} * var(--row))` : ''
    box.scrollTop = 0
    draw()
    const [some, total] = [found, view.administrations].map(({ length }) =>
      length.toLocaleString(portal.locale),
    )
    const parameters = { found: some ?? '', total: total ?? '' }
    const key = found.length === 0 ? 'home:foundNone' : 'home:found'
    count.textContent = translate(value.trim() === '' ? 'home:count' : key, parameters)
  }

  function measure(): void {
    rowHeight = list.firstElementChild?.getBoundingClientRect().height ?? rowHeight
    if (found.length > homeRowLimit) draw()
  }

  function showPlaces(administration: Administration): void {
    const rows = home.placesOf(administration)
    showRows(list, rows, fill)
    section.toggleAttribute('data-single', rows.length === 1)
    const done = rows[0]?.done ?? null
    for (const [index, step] of [...element('home-way').children].entries()) {
      step.ariaCurrent = index === done ? 'step' : null
      const mark = step.querySelector<HTMLElement>('.home-done')
      if (mark) mark.hidden = done === null || index >= done
    }
  }

  /** Shows in the list what is known by now. */
  function refresh(): void {
    const view = home.$view.get()
    if (view.status === 'merchant') showPlaces(view.administration)
    else draw()
  }

  function show(view: View): void {
    const { status } = view
    section.dataset.view = status
    const name = status === 'merchant' ? administrationLabel(view.administration) : ''
    title.textContent = translate(titles[status], { name })
    const detail = status === 'failed' ? view.detail : undefined
    showText(element('home-failed-text'), detail)
    showTexts(element('home-failed-help'), detail ? saidBelow(detail) : [])
    showReference(portal.environment, element('home-reference'), { key: 'home:failed' }, detail)
    if (status === 'loading') return
    const drafts = home.drafts()
    element('home-drafts').hidden = drafts.length === 0
    showRows(element('home-drafts'), drafts, fill)
    sort()
    refresh()
    if (status === 'merchant') home.show([view.administration])
  }

  /** Nothing that is thrown while something is shown gets in the way of what told it. */
  const safely =
    <Told extends readonly unknown[]>(act: (...told: Told) => void) =>
    (...told: Told) => {
      try {
        act(...told)
      } catch (error) {
        fail(error)
      }
    }

  home.$view.listen(safely(show))
  home.$known.listen(safely(refresh))
  search.addEventListener('input', safely(sort))
  box.addEventListener('scroll', safely(draw), { passive: true })
  new ResizeObserver(safely(measure)).observe(box)
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

type Fill = (item: HTMLElement, row: Row, isFirst: boolean) => void

/** Shows so many rows in a list of few. */
function showRows(list: HTMLElement, rows: readonly Row[], fill: Fill): void {
  for (const [index, row] of rows.entries()) {
    const item = list.children[index] ?? list.appendChild(make('li'))
    fill(item as HTMLElement, row, index === 0)
  }
  while (list.children.length > rows.length) list.lastElementChild?.remove()
}
