import type { Page } from '@playwright/test'
import { BoardingPage } from '../e2e/pages/boarding.ts'
import { ConnectPage } from '../e2e/pages/connect.ts'
import { SignIn } from '../e2e/pages/sign-in.ts'
import { places, WizardPage } from '../e2e/pages/wizard.ts'
import type { InjectedFault } from '../sandbox/control/faults.ts'
import type { SandboxControl } from '../test/sandbox.ts'

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
      fault: status ? { kind: 'status', status } : { kind: 'delay', milliseconds: 30_000 },
    })
  }

  shows(text: string | RegExp): Promise<void> {
    return this.page.getByText(text).first().waitFor()
  }
}

const settings = '/api/snelstart/company/{identifier}'

async function toSummary({ signIn, wizard }: Stage): Promise<void> {
  await signIn.open(places.configured)
  await wizard.completeConfigured()
}

/** Every screen and main state by the name of its picture, and the way there. */
export const screens: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  home: ({ signIn }) => signIn.open('/'),
  'home-english': ({ signIn }) => signIn.open('/en'),
  'home-loading': async (stage) => {
    await stage.hinder('GET', '/flags')
    await stage.signIn.open('/')
  },
  'home-failed': async (stage) => {
    await stage.hinder('GET', '/flags', 500)
    await stage.signIn.open('/')
    await stage.shows(/^Error: /)
  },
  'not-found': async ({ page }) => {
    await page.goto('/nope')
  },

  connect: async ({ signIn, connect }) => {
    await signIn.open('/connect')
    await connect.administration.waitFor()
  },
  'connect-list': async ({ signIn, connect, page }) => {
    await signIn.open('/connect')
    await connect.administration.click()
    await page.keyboard.press('ArrowDown')
  },
  'connect-errors': async ({ signIn, connect, page }) => {
    await signIn.open('/connect')
    await connect.submit.click()
    await page.locator('.error-summary').waitFor()
  },
  'connect-coupled': async (stage) => {
    await stage.signIn.open('/connect')
    await stage.connect.choose('Oefenslijterij Compleet (BE)', 'Slijterij')
    await stage.page.getByRole('link', { name: 'Instellingen openen' }).waitFor()
  },
  'connect-dry-run': async (stage) => {
    await stage.sandbox.setFlag('dry_run', { enabled: true })
    await stage.signIn.open('/connect')
    await stage.connect.choose('Oefenmarkt West (DE)', 'Markthal')
    await stage.connect.submit.click()
    await stage.connect.dialog.waitFor()
  },

  'boarding-person': async ({ signIn, boarding }) => {
    await signIn.open('/boarding')
    await boarding.fullName.waitFor()
  },
  'boarding-company': async ({ signIn, boarding }) => {
    await signIn.open('/boarding')
    await boarding.fillMerchant()
    await boarding.next.click()
    await boarding.companyName.waitFor()
  },
  'boarding-errors': async ({ signIn, boarding, page }) => {
    await signIn.open('/boarding')
    for (let step = 0; step < 2; step += 1) await boarding.next.click()
    await boarding.submit.click()
    await page.locator('.error-summary').waitFor()
  },
  'boarding-subscription': async ({ signIn, boarding }) => {
    await signIn.open('/boarding')
    await boarding.fillIn()
  },
  'boarding-subscriptions-failed': async (stage) => {
    await stage.hinder('GET', '/api/registrations/subscription/list', 500)
    await stage.signIn.open('/boarding')
    await stage.boarding.fillMerchant()
    await stage.boarding.next.click()
    await stage.boarding.fillCompany()
    await stage.boarding.next.click()
    await stage.page.getByRole('alert').first().waitFor()
  },
  'boarding-question': async ({ signIn, boarding, sandbox }) => {
    await sandbox.changeSettings({ userAppearance: 'registration' })
    await signIn.open('/boarding')
    await boarding.fillIn()
    await boarding.submit.click()
    await boarding.dialog.waitFor()
  },

  'wizard-unusable': async ({ signIn, page }) => {
    await signIn.open('/wizard')
    await page.getByRole('alert').first().waitFor()
  },
  'wizard-loading': async (stage) => {
    await stage.hinder('GET', '/api/serials/serial/{id}')
    await stage.signIn.open(places.desktop)
    await stage.page.locator('.loading').waitFor()
  },
  'wizard-waiting': async (stage) => {
    await stage.signIn.open('/wizard?administration=1001&location=2001')
    await stage.shows('Wachten op het boekhoudpakket')
  },
  'wizard-snelstart': async ({ signIn, wizard }) => {
    await signIn.open(places.desktop)
    await wizard.chooseDesktop()
  },
  'wizard-stock': async ({ signIn, wizard }) => {
    await signIn.open(places.desktop)
    await wizard.chooseDesktop()
    await wizard.next.click()
    await wizard.chooseStock()
  },
  'wizard-ledgers': async (stage) => {
    await stage.signIn.open(`${places.desktop}&step=journals`)
    await stage.shows(/bestaat nog niet/)
  },
  'wizard-ledgers-settled': async ({ signIn, wizard }) => {
    await signIn.open(`${places.desktop}&step=journals`)
    await wizard.settleLedgers()
  },
  'wizard-relation-missing': async (stage) => {
    await stage.signIn.open(`${places.desktop}&step=unknown_relation`)
    await stage.wizard.relationCode.fill('404')
    await stage.shows(/Relatie 404 bestaat nog niet/)
  },
  'wizard-import': async ({ signIn, wizard, page }) => {
    await signIn.open(`${places.desktop}&step=import_and_sync`)
    await wizard.switch('Product voor openstaande facturen gebruiken').check()
    await page.getByRole('switch', { name: 'Nieuw product aanmaken' }).first().check()
  },
  'wizard-summary': toSummary,
  'wizard-summary-errors': async ({ signIn, wizard }) => {
    await signIn.open(`${places.desktop}&step=summary`)
    await wizard.submit.click()
    await wizard.errorSummary.waitFor()
  },
  'wizard-save-failed': async (stage) => {
    await stage.hinder('POST', settings, 500)
    await toSummary(stage)
    await stage.wizard.submit.click()
    await stage.shows('fout:')
  },
  'wizard-question': async (stage) => {
    await toSummary(stage)
    await stage.wizard.submit.click()
    await stage.wizard.dialog.waitFor()
  },
  'wizard-report': async (stage) => {
    await stage.sandbox.setFlag('skip_final_redirect', { enabled: true })
    await toSummary(stage)
    await stage.wizard.submit.click()
    await stage.wizard.dialog.getByRole('button', { name: /^Bevestigen/ }).click()
    await stage.page.locator('.report').waitFor()
  },
  polaris: async ({ signIn, page }) => {
    await signIn.open('/polaris?administration=1006&location=2007', 'polaris')
    await page.locator('.step-panel').first().waitFor()
  },
}
