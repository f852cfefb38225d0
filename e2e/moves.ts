import type { Page } from '@playwright/test'

/** Records unexpected layout shifts on each page opened from now on. */
export async function recordLayoutShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { hadRecentInput, sources } = entry as PerformanceEntry & {
          hadRecentInput: boolean
          sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        for (const { node, previousRect, currentRect } of hadRecentInput ? [] : sources) {
          const what = node instanceof Element ? node.outerHTML : String(node?.textContent)
          const way = [previousRect, currentRect].map((rect) => JSON.stringify(rect))
          moved.push(`${what.slice(0, 100)} ${way.join(' -> ')}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { moved: string[] }).moved)
}
