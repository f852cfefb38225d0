import type { Page } from '@playwright/test'
import type { InjectedFault } from '../../sandbox/control/faults.ts'
import type { SandboxControl } from '../../test/sandbox.ts'
import type { TabPageObjects } from '../fixtures.ts'

/** Duration longer than every token lifetime and loading time. */
const LONG = '10:00'

/** Window height of every screen, in pixels. */
export const screenHeight = 800

/** The first frame after a scheme change may show old colours. */
export const waitTwoFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Sets the window width and colour scheme of a page. */
export async function setViewport(page: Page, width: number, colorScheme: 'light' | 'dark') {
  await page.setViewportSize({ width, height: screenHeight })
  await page.emulateMedia({ colorScheme })
  await page.evaluate(waitTwoFrames)
}

/** Sticky buttons would cover content in full-page pictures. */
export const nonStickyButtonsCss = `:is(.step-actions, .plan-actions) { position: static !important }
body { position: relative }
@media (width < 36rem) { .list-action { position: absolute !important } }`

/** The style sheet is constructed, because the policy forbids inline styles. */
export const addStyle = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = Object.assign(new CSSStyleSheet(), { isAdded: true })
    sheet.replaceSync(text)
    const others = document.adoptedStyleSheets.filter((each) => !('isAdded' in each))
    document.adoptedStyleSheets = [...others, sheet]
  }, css)

export type ScreenDriver = ReturnType<typeof createScreenDriver>

/** Returns page objects, with functions that cause failures and end the session. */
export function createScreenDriver(screens: TabPageObjects, sandbox: SandboxControl) {
  const { page } = screens
  return {
    ...screens,
    sandbox,
    /** Makes calls to a path fail, or stay pending without `status`. */
    failCalls: (method: InjectedFault['method'], path: string, status?: number) =>
      status
        ? sandbox.injectFault({ method, path, fault: { kind: 'status', status } })
        : sandbox.delay(method, path, 100_000),
    /** Ends the session while the user is active. */
    endSession: async () => {
      // Waits for pending requests, because they would fail without a session.
      await page.waitForLoadState('networkidle')
      await sandbox.revokeSessions({ accessTokens: true })
      await page.clock.fastForward(LONG)
      // Activity makes the portal renew the session.
      await page.keyboard.press('Shift')
      await page.getByRole('button', { name: 'Opnieuw aanmelden' }).waitFor()
    },
    waitForText: (text: string | RegExp) => page.getByText(text).first().waitFor(),
  }
}
