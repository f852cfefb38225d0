import type { Page } from '@playwright/test'
import type { InjectedFault } from '../../sandbox/control/faults.ts'
import type { SandboxControl } from '../../test/sandbox.ts'
import type { Screens } from '../fixtures.ts'

/** Longer than every token lifetime and loading time. */
const LONG = '10:00'

/** Height of every screen, in pixels. */
export const screenHeight = 800

/** The first frame after a scheme change may show old colours. */
export const waitTwoFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Sets width and colour scheme of a page. */
export async function setViewport(page: Page, width: number, colorScheme: 'light' | 'dark') {
  await page.setViewportSize({ width, height: screenHeight })
  await page.emulateMedia({ colorScheme })
  await page.evaluate(waitTwoFrames)
}

/** Unsticks actions for full-page pictures, where they would cover content. */
export const unstickActionsCss = `:is(.step-actions, .plan-actions) { position: static !important }
body { position: relative }
@media (width < 36rem) { .list-action { position: absolute !important } }`

/** Replaces the sheet added before; constructed, because the policy forbids inline styles. */
export const addStyle = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = Object.assign(new CSSStyleSheet(), { isAdded: true })
    sheet.replaceSync(text)
    const others = document.adoptedStyleSheets.filter((each) => !('isAdded' in each))
    document.adoptedStyleSheets = [...others, sheet]
  }, css)

export type Stage = ReturnType<typeof stageOf>

/** Page objects of a tab with fresh practice data. */
export function stageOf(screens: Screens, sandbox: SandboxControl) {
  const { page } = screens
  return {
    ...screens,
    sandbox,
    /** Answers every call to an address with a status, or delays it without one. */
    hinder: (method: InjectedFault['method'], path: string, status?: number) =>
      status
        ? sandbox.injectFault({ method, path, fault: { kind: 'status', status } })
        : sandbox.delay(method, path, 100_000),
    /** Ends the session of an active user. */
    expire: async () => {
      // Pending requests would fail without a session.
      await page.waitForLoadState('networkidle')
      await sandbox.revokeSessions({ accessTokens: true })
      await page.clock.fastForward(LONG)
      // Activity renews the session.
      await page.keyboard.press('Shift')
      await page.getByRole('button', { name: 'Opnieuw aanmelden' }).waitFor()
    },
    shows: (text: string | RegExp) => page.getByText(text).first().waitFor(),
  }
}
