import type { Page } from '@playwright/test'
import { fieldNames, getColumnHeading } from '../../src/lib/domain/customer.ts'
import { listRowLimit } from '../../src/lib/limits.ts'
import { ledgers, openTab, routes, type BrowserWithProxy, type VisitorState } from './pages.ts'
import { unthrottledNetwork } from './proxy.ts'
import { median, type Measurements } from './results.ts'
import { slowDownProcessor } from './visits.ts'

export const measuredListLengths = { administrations: 10_000, ledgers: 5000 }

/** Measures the milliseconds from an event until changes are painted. */
async function measurePaint(
  page: Page,
  [event, selector]: readonly [event: string, selector: string],
  act: () => Promise<unknown>,
): Promise<number> {
  const watched = await page.evaluateHandle(
    ([type, what]) => {
      const text = () =>
        [...document.querySelectorAll(what)]
          .map((element) => element.checkVisibility() && element.outerHTML)
          .join()
      const before = text()
      const shown = new Promise<number>((resolve) => {
        const waitForChange = (since: number) => {
          if (text() === before) {
            requestAnimationFrame(() => waitForChange(since))
            return
          }
          // A message posted in an animation frame arrives after the paint.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - since)
          port2.postMessage(null)
        }
        const begin = ({ timeStamp }: Event) =>
          requestAnimationFrame(() => waitForChange(timeStamp))
        addEventListener(type, begin, { capture: true, once: true })
      })
      return { shown }
    },
    [event, selector] as const,
  )
  await act()
  return watched.evaluate(({ shown }) => shown)
}

async function measureKeys(page: Page, keys: readonly string[], selector: string): Promise<number> {
  const all: number[] = []
  for (const key of keys) {
    all.push(await measurePaint(page, ['keydown', selector], () => page.keyboard.press(key)))
  }
  return median(all)
}

/** Clicks like a person, holding the button for a moment. */
const press = (page: Page, selector: string, seen: string) =>
  measurePaint(page, ['click', seen], () => page.locator(selector).click({ delay: 80 }))

const loadedField = (field: string) => `${field}:not(:disabled, [aria-busy="true"])`

async function measureSearch(page: Page, field: string): Promise<Measurements> {
  const rows = `.dropdown:has(${field}) [role="listbox"]`
  const opens = await press(page, loadedField(field), rows)
  const keys = ['3', '1', '4', 'Backspace', 'Backspace', 'Backspace']
  return { 'opens ms': opens, 'key ms': await measureKeys(page, keys, rows) }
}

async function measureFile(page: Page): Promise<Measurements> {
  const headings = fieldNames.map((field) => getColumnHeading(field, 'nl'))
  const row = (_: unknown, n: number) =>
    `Klant ${n};klant${n}@zaak.test;Zaak ${n};;NL;https://zaak${n}.nl;Markt ${n};Winkel`
  const csv = [headings.join(';'), ...Array.from({ length: listRowLimit }, row)].join('\r\n')
  const file = { name: 'klanten.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  const comes = await measurePaint(page, ['change', 'main .list-table'], () =>
    page.setInputFiles('#list-file', file),
  )
  const cell = `tbody tr:nth-child(3) input[aria-label^="${getColumnHeading('serial_info.serial.name', 'nl')}"]`
  await page.locator(cell).focus()
  return { 'comes ms': comes, 'key ms': await measureKeys(page, 'Koppelpunt'.split(''), cell) }
}

const administrations = 'input#administration'
const ledgerRow = '.ledger-row[aria-label^="Emballage"]'
const ledgerField = 'input[id="journals.emballage.search"]'

export const longListScenarios = {
  [`${measuredListLengths.administrations} administrations`]: {
    address: routes.connect.address,
    approach: (page: Page) => page.locator(loadedField(administrations)).waitFor(),
    use: (page: Page) => measureSearch(page, administrations),
  },
  [`${measuredListLengths.administrations} administrations of Home`]: {
    address: routes.home.address,
    approach: (page: Page) => page.locator('#home-list .chip').first().waitFor(),
    use: async (page: Page) => {
      // The first and the last tab show the same list.
      await press(page, '#home-tabs a:nth-child(2)', '#home-list')
      const opens = await press(page, '#home-tabs a:last-child', '#home-list')
      await page.locator('#home-search').focus()
      const keys = ['3', '1', '4', 'Backspace', 'Backspace', 'Backspace']
      return { 'opens ms': opens, 'key ms': await measureKeys(page, keys, '#home-list') }
    },
  },
  [`${measuredListLengths.ledgers} ledgers`]: {
    address: ledgers.address,
    approach: (page: Page) => page.locator(`${ledgerRow} .ledger-toggle`).click(),
    use: async (page: Page) => ({
      'comes ms': await press(
        page,
        `${ledgerRow} .ledger-search summary`,
        loadedField(ledgerField),
      ),
      ...(await measureSearch(page, ledgerField)),
    }),
  },
  [`${listRowLimit} customers`]: {
    address: routes.boardingList.address,
    approach: (page: Page) => page.locator('#list-file').waitFor(),
    use: measureFile,
  },
}

export async function measureListInteraction(
  stage: BrowserWithProxy,
  { origin, visitor }: { origin: string; visitor: VisitorState },
  { address, approach, use }: (typeof longListScenarios)[string],
): Promise<Measurements> {
  stage.proxy.use(unthrottledNetwork)
  const page = await openTab(stage, origin, visitor)
  await page.goto(address)
  await approach(page)
  await stage.proxy.settled()
  await slowDownProcessor(page)
  const figures = await use(page)
  await page.context().close()
  return figures
}
