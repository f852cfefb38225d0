import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect, test } from '../reported.ts'
import { stepsToScreens } from './screens.ts'
import {
  addStyle,
  screenHeight,
  setViewport,
  createScreenDriver,
  waitTwoFrames,
  nonStickyButtonsCss,
} from './stage.ts'
import { translatePages } from '../translation.ts'
import { PROJECT_FOLDER } from '../../tools/programs/program.ts'

/** Minified source of axe, less than half the size of `axe.source`. */
const axeSource = readFileSync(join(PROJECT_FOLDER, 'node_modules/axe-core/axe.min.js'), 'utf8')

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Accessibility rules that depend on the colour scheme. */
const ofColours = ['color-contrast', 'link-in-text-block']
/** Window widths and colour schemes to check with axe. Colour rules are slow, so they run once per scheme. */
const looks = [
  [360, 'light', 'all but colours'],
  [360, 'dark', 'colours'],
  [1280, 'light', 'all'],
] as const
/** Narrowest width that needs no horizontal scrolling (WCAG 1.4.10). */
const narrowest = 320
/** Width of a phone, also used with text of twice the size (WCAG 1.4.4). */
const phone = 390

/** Returns the violated accessibility rules with their elements. */
async function violations(page: Page, part: (typeof looks)[number][2] = 'all'): Promise<string[]> {
  // A page shows only a loader until the flags have loaded (§1, shell).
  const isLoading = await page.locator('#shell-loading').isVisible()
  const leftOut = [
    ...(isLoading ? ['page-has-heading-one'] : []),
    ...(part === 'all but colours' ? ofColours : []),
  ]
  return page.evaluate(
    async (options) => {
      const { violations } = await axe.run(document, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    {
      runOnly: part === 'colours' ? ofColours : standards,
      rules: Object.fromEntries(leftOut.map((rule) => [rule, { enabled: false }])),
      resultTypes: ['violations' as const],
      iframes: false,
    },
  )
}

/** Returns the elements that are cut off or beyond the right edge of the page. */
async function outOfSight(page: Page) {
  // Container queries respond to a new width after one frame.
  await page.evaluate(waitTwoFrames)
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
    const isScrolled = (element: Element | null): boolean =>
      element !== null && (scrolls(element) || isScrolled(element.parentElement))
    // Visually hidden elements are one pixel in size.
    const isHidden = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath === 'inset(50%)' || isHidden(element.parentElement))
    const isBeyond = (element: Element) =>
      element.getBoundingClientRect().right > width + 1 && !isScrolled(element.parentElement)
    const isCut = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      // Skips inputs, which scroll their text, and dropdown options, whose height is fixed (§9).
      if (element.matches('input, select, [role=option] > *')) return false
      const isWide = element.scrollWidth > element.clientWidth + 1
      const isHigh = element.scrollHeight > element.clientHeight + 1
      return (isWide && /hidden|clip/.test(overflowX)) || (isHigh && /hidden|clip/.test(overflowY))
    }
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && !isHidden(element))
      .filter((element) => isBeyond(element) || isCut(element))
      .filter(
        (element, _, all) => !all.some((other) => other !== element && element.contains(other)),
      )
      .map((element) => element.outerHTML.slice(0, 120))
  })
}

/** Style sheet with the text spacing of WCAG 1.4.12. */
const wideText = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`

/** Screens reached after ten idle minutes. Recordings stop after five. */
const idle = /^connect-dialog$|^wizard-handed-over$/

/** Screens that cannot send reports, because a script or the network is missing. */
const silent = new Set(['not-found', 'not-started', 'no-storage', 'offline', 'wizard-approved'])

/** Maximum number of visible words by screen, without customer rows and options. */
const mostWords: Readonly<Record<string, number>> = {
  home: 60,
  'connect-chosen': 70,
  'connect-list': 70,
  'connect-errors': 130,
  'connect-failed': 130,
  boarding: 45,
  'boarding-company': 50,
  'boarding-filled': 110,
  'boarding-list': 60,
  'boarding-list-read': 60,
  'home-none': 60,
  'home-merchant-new': 60,
  'not-found': 60,
  'not-started': 60,
  'no-storage': 60,
  'wizard-unusable': 60,
  'wizard-plan': 130,
  'wizard-relation': 50,
  'wizard-import': 80,
  'wizard-summary-complete': 170,
  'wizard-summary-loading': 170,
  'wizard-day': 170,
  'wizard-summary-saved': 60,
  'check-choosing': 60,
  'check-unusable': 60,
  'check-points': 90,
  'wizard-ledgers': 170,
  'wizard-ledgers-settled': 170,
}

/** Maximum page height in pixels, by width and screen. */
const mostPixels: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  'boarding-list-all': { 360: 6000 },
  'wizard-summary-complete': { 360: 2400, 1280: 1350 },
  'wizard-ledgers': { 1280: 1300 },
  'wizard-ledgers-settled': { 1280: 1300 },
}

const wordsOf = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const count = (part: Element) => (part as HTMLElement).innerText.match(/\S+/g)?.length ?? 0
    const rows = [...main.querySelectorAll('#home-list, .list-table, [role=listbox]')]
    return rows.reduce((words, row) => words - count(row), count(main))
  })

// Reduced motion disables the fade of steps, so that contrast can be measured.
test.use({ contextOptions: { reducedMotion: 'reduce' }, locale: 'nl-NL' })
// Simulates page translation, in which outdated texts become errors.
test.use({ isTranslated: true })
// Console errors of failing requests and planted texts.
test.use({
  expectedErrors:
    /status of (?:400|401|403|404|409|500) |not have an ok response|INTERNET_DISCONNECTED|Failed to fetch|unreachable|planted/,
})

test('the accessibility and layout checks find planted problems', async ({ page, signIn }) => {
  await signIn.open('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(axeSource)
  expect([await violations(page), await outOfSight(page)]).toEqual([[], []])
  await addStyle(page, '#content a { color: #bbb !important; background: #fff !important }')
  expect((await violations(page)).join()).toContain('color-contrast: <font>')
  expect((await violations(page, 'colours')).join()).toContain('color-contrast: <font>')
  expect(await violations(page, 'all but colours')).toEqual([])
  await addStyle(page, 'h1 { min-width: 200vw }')
  expect((await outOfSight(page)).join()).toContain('<h1>')
  await addStyle(page, 'h1 { width: 3em; overflow: hidden; white-space: nowrap }')
  expect((await outOfSight(page)).join()).toContain('<h1>')
})

test('reports text changes that the simulated browser translation does not show', async ({
  browser,
}) => {
  const messages: string[] = []
  const context = await browser.newContext()
  await translatePages(context, (text) => messages.push(text))
  const page = await context.newPage()
  await page.evaluate(() => {
    const alone = document.body.appendChild(document.createElement('p'))
    const beside = new Text('one')
    alone.append('one')
    document.body.append(beside)
    requestAnimationFrame(() => {
      alone.textContent = 'three'
      beside.data = 'two'
    })
  })
  await expect(page.locator('font', { hasText: 'three' })).toHaveCount(1)
  await expect.poll(() => messages).toEqual(['"one" for "two"'])
  await context.close()
})

for (const [name, go] of Object.entries(stepsToScreens)) {
  test(name, async ({ page, screens, sandbox, reported }) => {
    await page.setViewportSize({ width: 1280, height: screenHeight })
    await go(createScreenDriver(screens, sandbox))
    expect.soft(await wordsOf(page), 'words').toBeLessThanOrEqual(mostWords[name] ?? Infinity)
    if (/^(?:wizard|polaris)/.test(name)) {
      const primary = page.locator('.button:not([data-kind])').filter({ visible: true })
      const dialog = page.getByRole('alertdialog').locator(primary)
      // An open dialog hides the page behind it.
      expect
        .soft(await primary.count(), 'primary buttons')
        .toBeLessThanOrEqual(1 + (await dialog.count()))
    }
    await page.evaluate(axeSource)
    await addStyle(page, nonStickyButtonsCss)
    for (const [width, colorScheme, part] of looks) {
      await setViewport(page, width, colorScheme)
      const high = await page.evaluate(() => document.documentElement.scrollHeight)
      expect
        .soft(high, `height, ${width} pixels`)
        .toBeLessThanOrEqual(mostPixels[name]?.[width] ?? Infinity)
      const found = await violations(page, part)
      expect.soft(found, `axe, ${width} pixels, ${colorScheme}`).toEqual([])
    }
    await page.setViewportSize({ width: narrowest, height: screenHeight })
    expect.soft(await outOfSight(page), `${narrowest} pixels`).toEqual([])
    await addStyle(page, wideText)
    expect.soft(await outOfSight(page), `text spacing, ${narrowest} pixels`).toEqual([])
    await page.setViewportSize({ width: 1280, height: screenHeight })
    expect.soft(await outOfSight(page), 'text spacing, 1280 pixels').toEqual([])
    await addStyle(page, 'html { font-size: 200% !important; }')
    expect.soft(await outOfSight(page), 'text of twice the size, 1280 pixels').toEqual([])
    await page.setViewportSize({ width: phone, height: screenHeight })
    expect.soft(await outOfSight(page), `text of twice the size, ${phone} pixels`).toEqual([])
    if (silent.has(name)) return
    await reported.throwOnPage()
    const types = idle.test(name) ? ['event'] : ['event', 'replay_recording']
    await reported.expectNothingPersonal(...types)
  })
}
