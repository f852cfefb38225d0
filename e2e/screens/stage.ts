import type { Page } from '@playwright/test'
import type { InjectedFault } from '../../sandbox/control/faults.ts'
import type { SandboxControl } from '../../test/sandbox.ts'
import { BoardingPage } from '../pages/boarding.ts'
import { ConnectPage } from '../pages/connect.ts'
import { SignIn } from '../pages/sign-in.ts'
import { WizardPage } from '../pages/wizard.ts'

/** Longer than any token lives, and than anybody looks at a screen that still loads. */
const LONG = '10:00'

/** Of every screen, in pixels. */
export const height = 800

/** The first frame after a change of scheme may still show some of the old one. */
const twoFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Shows a page in another width and scheme. */
export async function show(page: Page, width: number, colorScheme: 'light' | 'dark') {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
  await page.evaluate(twoFrames)
}

/** A fresh page of the built portal, on practice data that nobody has touched. */
export class Stage {
  readonly page: Page
  readonly sandbox: SandboxControl
  readonly signIn: SignIn
  readonly connect: ConnectPage
  readonly boarding: BoardingPage
  readonly wizard: WizardPage

  constructor(page: Page, portal: string, sandbox: SandboxControl) {
    this.page = page
    this.sandbox = sandbox
    this.signIn = new SignIn(page, { portal, sandbox })
    this.connect = new ConnectPage(page)
    this.boarding = new BoardingPage(page)
    this.wizard = new WizardPage(page)
  }

  /** Has every call to an address answered with a status, or late where none is given. */
  async hinder(method: InjectedFault['method'], path: string, status?: number): Promise<void> {
    await this.sandbox.injectFault({
      method,
      path,
      fault: status ? { kind: 'status', status } : { kind: 'delay', milliseconds: 100_000 },
    })
  }

  /** Ends the session while a screen stands there: what it shows is asked to sign in again. */
  async expireOn(go: (stage: Stage) => Promise<unknown>): Promise<void> {
    await this.page.clock.install()
    await go(this)
    // What is still on its way would fail for want of a session.
    await this.page.waitForLoadState('networkidle')
    await this.sandbox.revokeSessions({ accessTokens: true })
    await this.page.clock.fastForward(LONG)
    // A session is renewed for somebody who is there.
    await this.page.keyboard.press('Shift')
    await this.page.getByRole('button', { name: 'Opnieuw aanmelden' }).waitFor()
  }

  shows(text: string | RegExp): Promise<void> {
    return this.page.getByText(text).first().waitFor()
  }
}
