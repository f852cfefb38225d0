import type { Page } from '@playwright/test'

/** Ends the loading message's delay and returns the full delay in milliseconds. */
export function skipLoadingDelay(page: Page): Promise<number> {
  return page.evaluate(() => {
    const waiting = document
      .getAnimations()
      .filter((each) => each instanceof CSSAnimation && each.animationName === 'appear')
    for (const animation of waiting) animation.finish()
    return Math.max(0, ...waiting.map(({ effect }) => Number(effect?.getComputedTiming().endTime)))
  })
}
