import type { Page, TestInfo } from '@playwright/test'
import { test } from '../fixtures.ts'
import { stepsToScreens } from './screens.ts'
import {
  addStyle,
  screenHeight,
  setViewport,
  createScreenDriver,
  nonStickyButtonsCss,
} from './stage.ts'

const widths = [360, 768, 1280]
const schemes = ['light', 'dark'] as const

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  locale: 'nl-NL',
  viewport: { width: 1280, height: screenHeight },
  expectedErrors: /./,
})

async function picture(page: Page, name: string, { project }: TestInfo): Promise<void> {
  // Moves the mouse pointer away from all elements.
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && activeElement.matches('h1, h2'))
      activeElement.blur()
  })
  await addStyle(page, nonStickyButtonsCss)
  for (const width of widths) {
    for (const scheme of schemes) {
      await setViewport(page, width, scheme)
      const path = `${project.outputDir}/${name}-${width}-${scheme}.png`
      // Pages with a dialog or an endless list are pictured at window size.
      const fullPage = await page.evaluate(
        () => !document.querySelector('dialog[open]') && document.body.scrollHeight <= 16_000,
      )
      await page.screenshot({ path, fullPage })
    }
  }
}

for (const [name, go] of Object.entries(stepsToScreens)) {
  test(name, async ({ page, screens, sandbox }, info) => {
    await go(createScreenDriver(screens, sandbox))
    await picture(page, name, info)
  })
}
