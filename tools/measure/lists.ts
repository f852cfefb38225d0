import type { Browser, Page } from '@playwright/test'
import { settled, slowDown } from './pages.ts'
import { noWire, type Proxy } from './proxy.ts'
import { median, type Figures } from './results.ts'
import { ledgers, routes } from './routes.ts'
import { openTab, type Visitor } from './visitor.ts'

/** How many entries the sandbox is asked for. */
export const entries = { administrations: 10_000, ledgers: 5000 }

/** Each key narrows the list down, or widens it again. */
const KEYS = ['3', '1', '4', 'Backspace', 'Backspace', 'Backspace']

/** How long a mouse button is down, in milliseconds. */
const PRESS = 80

/** A task is long from 50 ms on; these are in milliseconds. */
interface Watched {
  tasks: number[]
  shown: Promise<number>
}

/** Of the page. */
declare const watched: Watched

/** A list in a dropdown, and how one comes to it. */
export interface LongList {
  name: string
  origin: string
  address: string
  visitor: Visitor
  /** Its text field. */
  field: string
  /** Brings the page to where the list is asked for. */
  approach: (page: Page) => Promise<unknown>
  /** What is pressed to ask for it; undefined: the page asks by itself. */
  opener?: string
}

/** Selector of a field whose list has come. */
const ready = (field: string) => `${field}:not(:disabled, [aria-busy="true"])`

/**
 * Measures in the page: from an event of the user's until what a selector names says something else, and
 * that is painted. In milliseconds.
 */
export async function painted(
  page: Page,
  { event, selector }: { event: string; selector: string },
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(
    ([type, what]) => {
      const text = () =>
        [...document.querySelectorAll(what)]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .map((element) => element.outerHTML)
          .join()
      const before = text()
      watched.shown = new Promise((resolve) => {
        const look = (since: number) => {
          if (text() === before) {
            requestAnimationFrame(() => look(since))
            return
          }
          // A message that is sent before a frame is painted comes after it.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - since)
          port2.postMessage(null)
        }
        const begin = ({ timeStamp }: Event) => requestAnimationFrame(() => look(timeStamp))
        addEventListener(type, begin, { capture: true, once: true })
      })
    },
    [event, selector] as const,
  )
  await act()
  return page.evaluate(() => watched.shown)
}

/** Notes what keeps the page busy from now on. Returns what tells the longest task, in milliseconds. */
export async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { watched: { tasks } })
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'longtask' })
  })
  return () => page.evaluate(() => Math.max(0, ...watched.tasks))
}

/** Presses as a person does: the pointer is there, and stays down for a moment. */
async function press(page: Page, selector: string): Promise<void> {
  await page.locator(selector).click({ delay: PRESS })
}

/**
 * How long a list takes on a slow processor: to come once it is asked for, to open once it is there, and
 * to change with each key of a search.
 */
export async function measureList(
  browser: Browser,
  proxy: Proxy,
  { origin, address, visitor, field, approach, opener }: LongList,
): Promise<Figures> {
  proxy.use(noWire)
  const page = await openTab(browser, { origin, proxy, visitor })
  try {
    await page.goto(address)
    await approach(page)
    await settled(proxy)
    const longestTask = await watchTasks(page)
    await slowDown(page)
    const figures: Record<string, number> = {}
    if (opener !== undefined) {
      await page.locator(opener).hover()
      const seen = { event: 'click', selector: ready(field) }
      figures.comes = await painted(page, seen, () => press(page, opener))
    }
    await page.locator(ready(field)).hover()
    const rows = { selector: `.dropdown:has(${field}) [role="listbox"]` }
    figures.opens = await painted(page, { ...rows, event: 'click' }, () => press(page, field))
    const keys: number[] = []
    for (const key of KEYS) {
      keys.push(await painted(page, { ...rows, event: 'keydown' }, () => page.keyboard.press(key)))
    }
    await settled(proxy)
    return {
      ...figures,
      key: median(keys),
      longest: await longestTask(),
    }
  } finally {
    await page.context().close()
  }
}

const ledgerRow = '.ledger-row[aria-label^="Emballage"]'
const ledgerField = 'input[id="journals.emballage.search"]'

/** The portal's long lists: administrations of /connect, ledgers of the wizard. */
export function longLists(origin: string, visitor: Visitor): LongList[] {
  const administrations = 'input#administration'
  return [
    {
      ...{ name: `${entries.administrations} administrations`, origin, visitor },
      address: routes.connect.address,
      field: administrations,
      approach: (page) => page.locator(ready(administrations)).waitFor(),
    },
    {
      ...{ name: `${entries.ledgers} ledgers`, origin, visitor },
      address: ledgers.address,
      field: ledgerField,
      approach: (page) => page.locator(`${ledgerRow} .ledger-toggle`).click(),
      opener: `${ledgerRow} .ledger-search summary`,
    },
  ]
}
