import type { Page } from '@playwright/test'
import type { InjectedFault } from '../../sandbox/control/faults.ts'
import type { SandboxControl } from '../../test/sandbox.ts'
import type { Screens } from '../fixtures.ts'

/** Longer than any token lives, and than anybody looks at a screen that still loads. */
const LONG = '10:00'

/** Of every screen, in pixels. */
export const height = 800

/** The first frame after a change of scheme may still show some of the old one. */
export const twoFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Shows a page in another width and scheme. */
export async function show(page: Page, width: number, colorScheme: 'light' | 'dark') {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
  await page.evaluate(twoFrames)
}

/** Actions at the end of their form, of a page that is looked at whole: where they stick lies over others. */
export const unstuck = `:is(.step-actions, .plan-actions) { position: static !important }
body { position: relative }
@media (width < 36rem) { .list-action { position: absolute !important } }`

/** In the place of the one added before; constructed, as the page's policy takes no inline style. */
export const addStyle = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = Object.assign(new CSSStyleSheet(), { isAdded: true })
    sheet.replaceSync(text)
    const others = document.adoptedStyleSheets.filter((each) => !('isAdded' in each))
    document.adoptedStyleSheets = [...others, sheet]
  }, css)

export type Stage = ReturnType<typeof stageOf>

/** The screens of a tab, and the practice data behind them, which nobody has touched. */
export function stageOf(screens: Screens, sandbox: SandboxControl) {
  const { page } = screens
  return {
    ...screens,
    sandbox,
    /** Has every call to an address answered with a status, or late where none is given. */
    hinder: (method: InjectedFault['method'], path: string, status?: number) =>
      status
        ? sandbox.injectFault({ method, path, fault: { kind: 'status', status } })
        : sandbox.delay(method, path, 100_000),
    /** Ends the session while somebody is there, who is asked to sign in again. */
    expire: async () => {
      // What is still on its way would fail for want of a session.
      await page.waitForLoadState('networkidle')
      await sandbox.revokeSessions({ accessTokens: true })
      await page.clock.fastForward(LONG)
      // A session is renewed for somebody who is there.
      await page.keyboard.press('Shift')
      await page.getByRole('button', { name: 'Opnieuw aanmelden' }).waitFor()
    },
    shows: (text: string | RegExp) => page.getByText(text).first().waitFor(),
  }
}
