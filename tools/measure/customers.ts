import type { Browser, Page } from '@playwright/test'
import { fieldNames, headingOf } from '../../src/lib/domain/customer.ts'
import { listPageRows, listRowLimit } from '../../src/lib/limits.ts'
import { watchTasks, painted } from './lists.ts'
import { settled, slowDown } from './pages.ts'
import { noWire, type Proxy } from './proxy.ts'
import { median, type Figures } from './results.ts'
import { routes } from './routes.ts'
import { openTab, type Visitor } from './visitor.ts'

/** A list of as many customers as one may have. */
export interface CustomerFile {
  name: string
  origin: string
  visitor: Visitor
  csv: string
}

/** Customers, of whom the last so many are companies that were there before, with e-mail addresses of a domain. */
function csvOf(twins: number, domain: string): string {
  const lines = Array.from({ length: listRowLimit }, (_, index) => {
    const n = index % (listRowLimit - twins)
    return `Klant ${n};klant${index}@${domain};Zaak ${n};;NL;https://zaak${n}.nl;Markt ${n};Winkel`
  })
  return [fieldNames.map((field) => headingOf(field, 'nl')).join(';'), ...lines].join('\r\n')
}

/** The list whose rows are all good, the one whose rows are all wrong, and the one with twins. */
export function customerFiles(origin: string, visitor: Visitor): CustomerFile[] {
  return [
    { name: `${listRowLimit} customers`, origin, visitor, csv: csvOf(0, 'zaak.test') },
    { name: 'all of them wrong', origin, visitor, csv: csvOf(0, 'zaak') },
    { name: '500 of them twins', origin, visitor, csv: csvOf(500, 'zaak.test') },
  ]
}

/** What a page holds after its garbage was collected, in bytes: of its script and of its document. */
async function heapOf(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  const heap = await cdp.send('Runtime.getHeapUsage')
  await cdp.detach()
  return heap.usedSize + heap.embedderHeapUsedSize + heap.backingStorageSize
}

/**
 * How long a list of customers takes on a slow processor: from the choice of its file until its table is
 * painted, for each key in a cell of the first and the last page, and for each page of the table between
 * them. The longest task is that of all of it but the taking in, also when a cell is left.
 */
export async function measureCustomers(
  browser: Browser,
  proxy: Proxy,
  { origin, visitor, csv }: CustomerFile,
): Promise<Figures> {
  proxy.use(noWire)
  const page = await openTab(browser, { origin, proxy, visitor })
  const keys: number[] = []
  const pages: number[] = []
  async function type(): Promise<void> {
    const cell = `tbody tr:nth-child(3) input[aria-label^="${headingOf('serial_info.serial.name', 'nl')}"]`
    await page.locator(cell).focus()
    for (const key of 'Koppelpunt') {
      const seen = { event: 'keydown', selector: cell }
      keys.push(await painted(page, seen, () => page.keyboard.press(key)))
      await page.waitForTimeout(100)
    }
    await page.keyboard.press('Tab')
    await settled(proxy)
  }
  try {
    await page.goto(routes.boardingList.address)
    await page.locator(routes.boardingList.moments.usable).waitFor()
    await settled(proxy)
    const empty = await heapOf(page)
    await watchTasks(page)
    await slowDown(page)
    const file = { name: 'klanten.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    const table = { event: 'change', selector: 'main .list-table' }
    const comes = await painted(page, table, () =>
      page.setInputFiles(routes.boardingList.moments.usable, file),
    )
    await settled(proxy)
    // To take the list in is one task, whatever it takes.
    const longestTask = await watchTasks(page)
    await type()
    for (let first = listPageRows; first < listRowLimit; first += listPageRows) {
      const next = page.locator('.list-scroll + .buttons button').last()
      await next.focus()
      const range = { event: 'keydown', selector: '#customers-table' }
      pages.push(await painted(page, range, () => page.keyboard.press('Enter')))
    }
    await type()
    await page.mouse.wheel(0, -5000)
    await settled(proxy)
    const longest = await longestTask()
    const heap = (await heapOf(page)) - empty
    return {
      comes,
      key: median(keys),
      worst: Math.max(...keys),
      page: median(pages),
      longest,
      heap,
    }
  } finally {
    await page.context().close()
  }
}
