import type { Page } from '@playwright/test'
import { isUsable, type Moments } from './routes.ts'

/** What a page has seen of itself; times in milliseconds since its navigation began. */
export interface Seen {
  /** When its navigation began, in milliseconds since 1970. */
  origin: number
  /** When what was waited for could be used. */
  at: Record<string, number>
  firstPaint: number | null
  largestPaint: number | null
  /** How far what was in sight has moved, as browsers add it up; 0: nothing did. */
  shift: number
  /** What moved, for whoever is to mend it. */
  moved: string[]
  /** The longest task after everything that was waited for could be used; 0: none of 50 ms. */
  longestTask: number
}

/** Runs in every page before its own scripts, and so refers to nothing outside itself. */
function observe(isUsable: (selector: string) => boolean, moments: Moments): Seen {
  const seen: Seen = {
    origin: performance.timeOrigin,
    at: {},
    firstPaint: null,
    largestPaint: null,
    shift: 0,
    moved: [],
    longestTask: 0,
  }
  const follow = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    })
  follow('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime
  })
  follow('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime
  })
  follow('layout-shift', (entry) => {
    const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    if (hadRecentInput) return
    seen.shift += value
    for (const { node, previousRect: from, currentRect: to } of sources) {
      const what = node instanceof Element ? node.outerHTML : String(node?.textContent)
      const way = [from, to].map(({ x, y, width, height }) => [x, y, width, height].join())
      seen.moved.push(`${what.slice(0, 100)} ${way.join(' -> ')}`)
    }
  })
  follow('longtask', ({ startTime, duration }) => {
    const isUsed = Object.keys(moments).every((name) => startTime > (seen.at[name] ?? Infinity))
    if (isUsed) seen.longestTask = Math.max(seen.longestTask, duration)
  })
  const look = () => {
    let isComplete = true
    for (const [name, selector] of Object.entries(moments) as [string, string][]) {
      if (name in seen.at) continue
      if (isUsable(selector)) seen.at[name] = performance.now()
      else isComplete = false
    }
    if (!isComplete) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  return seen
}

/** Has every page of a tab note what it sees of itself. */
export async function watch(page: Page, moments: Moments): Promise<void> {
  await page.addInitScript(
    `if (window === top) window.seen = (${String(observe)})(${String(isUsable)}, ${JSON.stringify(moments)})`,
  )
}

/** What the page that is there now has seen; undefined: it is being replaced. */
export function seenBy(page: Page): Promise<Seen | undefined> {
  return page.evaluate(() => (window as unknown as { seen?: Seen }).seen).catch(() => undefined)
}
