import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { screens } from './screens.ts'
import { Stage } from './stage.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const widths = [360, 1280]
const schemes = ['light', 'dark'] as const
/** The narrowest screen that has to do without scrolling sideways (WCAG 1.4.10). */
const narrowest = 320
const height = 800

async function violations(page: Page): Promise<string[]> {
  // Within the page: its default opens another one, for frames that the portal does not have.
  const builder = new AxeBuilder({ page }).withTags(standards).setLegacyMode(true)
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** What reaches beyond the screen's right edge, or is cut off where it stands. */
const outOfSight = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const isCut = (element: Element) => {
      const { overflowX, overflowY, position, textOverflow } = getComputedStyle(element)
      // Visually hidden texts are a pixel wide on purpose.
      if (position === 'absolute' && element.clientWidth <= 1) return false
      const isWide = element.scrollWidth > element.clientWidth + 1
      const isHigh = element.scrollHeight > element.clientHeight + 1
      return (
        (isWide &&
          (overflowX === 'hidden' || overflowX === 'clip' || textOverflow === 'ellipsis')) ||
        (isHigh && (overflowY === 'hidden' || overflowY === 'clip'))
      )
    }
    const isWider = document.documentElement.scrollWidth > width
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility())
      .filter(
        (element) =>
          (isWider && element.getBoundingClientRect().right > width + 1) || isCut(element),
      )
      .map((element) => element.outerHTML.slice(0, 120))
  })

/** As a user's own style sheet would: WCAG 1.4.12. */
const wideText = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`

/** In the place of the one added before; constructed, as the page's policy takes no inline style. */
const addStyle = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, css)

// A step that is still appearing has no contrast to measure.
test.use({ contextOptions: { reducedMotion: 'reduce' }, locale: 'nl-NL' })
// Which calls fail is what a screen is about; what the page itself says stays clean.
test.use({ expectedErrors: /status of (?:400|401|403|404|409|500) / })

for (const [name, go] of Object.entries(screens)) {
  test(name, async ({ page, services }) => {
    await page.setViewportSize({ width: 1280, height })
    await go(new Stage(page, services.portal, services.sandbox))
    await expect.soft(page.locator('body')).toMatchAriaSnapshot({ name: `${name}.aria.yml` })
    for (const width of widths) {
      await page.setViewportSize({ width, height })
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        const found = await violations(page)
        expect.soft(found, `axe, ${width} pixels, ${colorScheme}`).toEqual([])
      }
    }
    await page.setViewportSize({ width: narrowest, height })
    expect.soft(await outOfSight(page), `${narrowest} pixels`).toEqual([])
    await addStyle(page, wideText)
    expect.soft(await outOfSight(page), `text spacing, ${narrowest} pixels`).toEqual([])
    await page.setViewportSize({ width: 1280, height })
    expect.soft(await outOfSight(page), 'text spacing, 1280 pixels').toEqual([])
    await addStyle(page, 'html { font-size: 200% !important; }')
    expect.soft(await outOfSight(page), 'text of twice the size, 1280 pixels').toEqual([])
    await page.setViewportSize({ width: 360, height })
    expect.soft(await outOfSight(page), 'text of twice the size, 360 pixels').toEqual([])
  })
}
