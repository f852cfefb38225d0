import type { Browser, Page } from '@playwright/test'
import { places } from '../e2e/pages/wizard.ts'
import type { SandboxControl } from '../test/sandbox.ts'
import type { Scenario } from './pages.ts'
import type { Proxy } from './proxy.ts'
import { median, type Figures } from './statistics.ts'
import { settled, slowDown } from './visit.ts'
import { openTab, type Visitor } from './visitor.ts'
import { noWire } from './wire.ts'

/** How many entries a long list has. */
export const ENTRIES = 10_000

/** Each key narrows the list down, or widens it again. */
const KEYS = ['7', '3', '1', 'Backspace', 'Backspace', 'Backspace']

interface List {
  name: string
  origin: string
  address: string
  visitor: Visitor
  /** Selector of what is clicked to open the list. */
  control: string
  /** The event that opens it: how long a finger stays on a button is nobody's doing. */
  opensOn: 'pointerdown' | 'click'
  /** Selector of what holds its rows. */
  rows: string
  /** What has to be done until the control is there and the list has come. */
  prepare: (page: Page) => Promise<unknown>
}

/** How long a mouse button is down, in milliseconds. */
const PRESS = 80

/**
 * Measures in the page: from an event of the user's until its rows have changed and are painted.
 * Resolves, in the page, in milliseconds.
 */
async function painted(
  page: Page,
  { event, rows }: { event: string; rows: string },
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(
    ([type, selector]) => {
      const text = () =>
        [...document.querySelectorAll<HTMLElement>(selector)]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .map(({ textContent }) => textContent)
          .join()
      const before = text()
      const state = window as unknown as { painted: Promise<number> }
      state.painted = new Promise((resolve) => {
        const begin = ({ timeStamp }: Event) => {
          const look = () => {
            if (text() === before) {
              requestAnimationFrame(look)
              return
            }
            // A message that is sent before a frame is painted comes after it.
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => resolve(performance.now() - timeStamp)
            port2.postMessage(null)
          }
          requestAnimationFrame(look)
        }
        addEventListener(type, begin, { capture: true, once: true })
      })
    },
    [event, rows] as const,
  )
  await act()
  return page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
}

async function memoryOf(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('Performance.enable')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN
}

function longList(browser: Browser, proxy: Proxy, list: List): Scenario {
  const { name, origin, address, visitor, control, opensOn, rows, prepare } = list
  async function measure(): Promise<Figures> {
    proxy.use(noWire)
    const page = await openTab(browser, { origin, proxy, visitor })
    try {
      await page.goto(address)
      await prepare(page)
      await settled(proxy)
      await slowDown(page)
      // As a person does it: the pointer is there, and stays down for a moment.
      await page.locator(control).hover()
      const open = await painted(page, { event: opensOn, rows }, () =>
        page.locator(control).click({ delay: PRESS }),
      )
      const keys: number[] = []
      for (const key of KEYS) {
        keys.push(await painted(page, { event: 'keydown', rows }, () => page.keyboard.press(key)))
      }
      const memory = await memoryOf(page)
      return { open, key: median(keys), slowestKey: Math.max(...keys), memory }
    } finally {
      await page.context().close()
    }
  }
  return { name, measure: async () => ({ open: await measure() }) }
}

/** Has the accounting package know that many products, through its own interface. */
export async function addProducts(sandbox: SandboxControl): Promise<void> {
  const headers = {
    authorization: `Bearer ${await sandbox.token('reseller@koppelpunt.test')}`,
    administration: '1007',
    'content-type': 'application/json',
  }
  const url = `${sandbox.url}/api/snelstart/product?location=2008`
  for (let number = 1; number <= ENTRIES; number += 1) {
    const code = String(number).padStart(5, '0')
    const body = JSON.stringify({ name: `Oefenproduct ${code}`, sku_code: `OEF-${code}` })
    const answer = await fetch(url, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`Product ${number}: ${answer.status} ${await answer.text()}`)
  }
}

const listOf = (id: string) => `.dropdown:has(input[id="${id}"]) [role="listbox"]`

/** The portal's long lists: administrations of /connect, products of the wizard. */
export function portalLists(
  browser: Browser,
  { portal: origin, proxy }: { portal: string; proxy: Proxy },
  visitor: Visitor,
): Scenario[] {
  const product = 'import_and_sync.open_invoices.product'
  const common = { origin, visitor, opensOn: 'click' } as const
  return [
    longList(browser, proxy, {
      ...common,
      name: 'administrations',
      address: '/connect',
      control: 'input#administration',
      rows: listOf('administration'),
      prepare: (page) => page.locator('input#administration:not([aria-busy="true"])').waitFor(),
    }),
    longList(browser, proxy, {
      ...common,
      name: 'products',
      address: `${places.desktop}&step=import_and_sync`,
      control: `input[id="${product}"]`,
      rows: listOf(product),
      prepare: async (page) => {
        await page
          .getByRole('switch', { name: 'Product voor openstaande facturen gebruiken' })
          .check()
        await page.locator(`input[id="${product}"]:not([aria-busy="true"])`).waitFor()
      },
    }),
  ]
}

/** The incumbent's list, with the administrations of /connect. */
export function incumbentList(
  browser: Browser,
  proxy: Proxy,
  { origin, visitor }: { origin: string; visitor: Visitor },
): Scenario {
  return longList(browser, proxy, {
    name: 'vue-multiselect',
    origin,
    visitor,
    address: '/connect',
    control: '.multiselect.loaded',
    opensOn: 'pointerdown',
    rows: '.multiselect.loaded .multiselect__content',
    prepare: (page) => page.locator('.multiselect.loaded').waitFor(),
  })
}
