import type { Page } from '@playwright/test'

/**
 * Ends the page's patience with what is still loading at once: what to do is then shown. Returns how
 * long it would have had, in milliseconds.
 */
export function endPatience(page: Page): Promise<number> {
  return page.evaluate(() => {
    const waiting = document
      .getAnimations()
      .filter((each) => each instanceof CSSAnimation && each.animationName === 'appear')
    for (const animation of waiting) animation.finish()
    return Math.max(0, ...waiting.map(({ effect }) => Number(effect?.getComputedTiming().endTime)))
  })
}
