import { expect } from '@playwright/test'
import type { WizardStep } from '../../src/lib/accounting/snelstart/choices.ts'
import { skipLoadingDelay } from '../loading-patience.ts'
import { fakeSettingsResponse, changeSettings } from '../../test/shops.ts'
import { OtherLocationsPanel, addOtherLocations } from '../pages/chain.ts'
import { customerCsv } from '../pages/boarding-list.ts'
import { checkCallPaths as checkApi, checkAddresses, prepareFaults } from '../pages/check.ts'
import { wizardAddresses, type StepLabel } from '../pages/wizard.ts'
import { accountButton } from '../pages/account.ts'
import type { Account } from '../pages/sign-in.ts'
import type { ScreenDriver } from './stage.ts'

type Go = (stage: ScreenDriver) => Promise<unknown>

const api = {
  administration: '/api/serials/serial/{id}',
  administrations: '/api/serials/serial/list',
  coupling: '/api/snelstart/company',
  ledger: '/api/snelstart/journals/grootboeken/{number}',
  location: '/api/locations/location',
  products: '/api/snelstart/product/list',
  registration: '/api/registrations/registration',
  relations: '/api/snelstart/relations',
  settings: '/api/snelstart/company/{identifier}',
  templates: '/api/snelstart/salesorder/template',
} as const

const opened =
  (address: string, selector: string, account?: Account): Go =>
  async ({ signIn, page }) => {
    await signIn.open(address, account)
    await page.locator(selector).first().waitFor()
  }

/** Returns a function that opens a screen with a failing call. */
const withFailedCall =
  (path: string, go: Go, status?: number): Go =>
  async (stage) => {
    await stage.failCalls('GET', path, status)
    await go(stage)
    if (status) await stage.page.getByRole('alert').first().waitFor()
  }

const connectForm = opened('/connect', '[role=combobox]')

const chosen =
  (administration: string, location: string): Go =>
  async (stage) => {
    await connectForm(stage)
    await stage.connect.choose(administration, location)
  }

const couplingChosen = chosen('Oefenslijterij Compleet (BE)', 'Slijterij')

/** Hands over the approval of a coupling to somebody else. */
const handedOver: Go = async (stage) => {
  await chosen('Oefenmarkt West (DE)', 'Webshop')(stage)
  await stage.connect.handOver()
  await stage.page.getByRole('button', { name: 'Link kopiëren' }).waitFor()
}

/** Opens Home and waits for the states of the visible customers. */
const customers =
  (address: string, account?: Account): Go =>
  async ({ signIn, page }) => {
    await signIn.open(address, account)
    await expect(page.locator('#home-list > li:nth-child(-n+3) .home-waiting')).toHaveCount(0)
    await page.locator('#home-list .chip').first().waitFor()
  }

/** Opens Home as a user with only one administration. */
async function ownerOf(administration: number, stage: ScreenDriver): Promise<void> {
  const all = await stage.sandbox.rows('administrations')
  const own = all.filter(({ id }) => id === administration)
  await stage.sandbox.answer('GET', api.administrations, own)
  await customers('/')(stage)
}

/** Submits an empty boarding form and opens its second step. */
const boardingErrors: Go = async ({ signIn, page, boarding }) => {
  await signIn.open('/boarding?step=subscription')
  await page.getByRole('radio').first().waitFor()
  await boarding.submit.click()
  await page.locator('.error-summary').waitFor()
  await boarding.next.click()
}

const boardingFilled: Go = async ({ signIn, boarding }) => {
  await signIn.open('/boarding')
  await boarding.fillIn()
}

const listLoaded =
  (csv: string): Go =>
  async ({ signIn, list }) => {
    await signIn.open('/boarding/list')
    await list.load(csv)
  }

/** Starts a list of three customers. */
const boardingOfList: Go = async (stage) => {
  await listLoaded(customerCsv(3))(stage)
  await stage.list.board(3)
}

const checked =
  (address: string): Go =>
  async (stage) => {
    await stage.signIn.open(address)
    await stage.check.outcome.waitFor()
  }

const wizardAt = (step: WizardStep) =>
  opened(`${wizardAddresses.desktop}&step=${step}`, '.step-panel:not([hidden])')

async function submitted({ wizard }: ScreenDriver, step: StepLabel): Promise<void> {
  await wizard.goTo('Samenvatting')
  await wizard.submit.click()
  await wizard.errorSummary.waitFor()
  await wizard.goTo(step)
}

const withNewProduct: Go = async (stage) => {
  await wizardAt('import_and_sync')(stage)
  await stage.wizard.switch('Product voor openstaande facturen gebruiken').check()
  await stage.wizard.unfoldReportOnly()
  await stage.page.getByRole('switch', { name: 'Nieuw product aanmaken' }).first().check()
}

async function toStock({ signIn, wizard }: ScreenDriver): Promise<void> {
  await signIn.open(wizardAddresses.desktop)
  await wizard.chooseDesktop()
  await wizard.next.click()
  await wizard.stock.check()
}

async function toSummary({ signIn, wizard }: ScreenDriver): Promise<void> {
  await signIn.open(wizardAddresses.configured)
  await wizard.completeConfigured()
}

/** Returns a function that submits the wizard, whose settings cannot be saved. */
const unsaved =
  (status?: number): Go =>
  async (stage) => {
    await stage.failCalls('POST', api.settings, status)
    await toSummary(stage)
    await stage.wizard.submit.click()
    await stage.wizard.lines.waitFor()
  }

/** Completes the wizard and opens its report. */
async function reported(stage: ScreenDriver): Promise<void> {
  await stage.sandbox.setFlag('skip_final_redirect', { enabled: true })
  await toSummary(stage)
  await stage.wizard.finish('Annuleren')
}

/** Opens /check and selects two locations of the chain. */
async function toOthers({ signIn, page, sandbox }: ScreenDriver) {
  const ids = await addOtherLocations(sandbox)
  await signIn.open(`${checkAddresses.configured}&show=chain`)
  const chain = new OtherLocationsPanel(page)
  await chain.tick('Slijterij Oost', 'Slijterij West')
  return { chain, ...ids }
}

const polarisQuestion = opened(
  '/polaris?administration=1006&location=2007',
  '[role=alertdialog]',
  'polaris',
)

/** Functions that open each screen in each of its states. */
export const stepsToScreens: Readonly<Record<string, Go>> = {
  home: async (stage) => {
    await customers('/')(stage)
    await expect(stage.page.locator('#home-list .home-waiting')).toHaveCount(0)
    await expect(stage.page.locator('#home-list > li')).toHaveCount(6)
  },
  'home-english': customers('/en'),
  'home-loading': withFailedCall('/flags', ({ signIn }) => signIn.open('/')),
  'home-failed-details': async (stage) => {
    await stage.failCalls('GET', '/flags', 401)
    await stage.signIn.open('/')
    await stage.waitForText(/^Error: /)
    await stage.page
      .getByRole('main')
      .getByText('Details', { exact: true })
      .filter({ visible: true })
      .click()
  },
  'home-worked': async (stage) => {
    await handedOver(stage)
    await stage.page.goto('/boarding')
    await stage.boarding.fillMerchant()
    await stage.page.goto(wizardAddresses.desktop)
    await stage.wizard.chooseDesktop()
    await customers('/')(stage)
  },
  'home-unfolded': async (stage) => {
    await customers('/?tab=all')(stage)
    await stage.page.getByRole('button', { name: /te koppelen: Oefenmarkt/ }).click()
  },
  'home-links': async (stage) => {
    await connectForm(stage)
    await stage.connect.requestKey('Oefenwinkel Noord (NL)', 'Winkel Noord')
    await stage.page.goto('/?tab=waiting')
    await stage.page.getByLabel('Alle links kiezen').check()
    await stage.waitForText('Gekozen links: 1.')
  },
  'home-long': async (stage) => {
    await stage.sandbox.reset({ administrations: 10_000 })
    await customers('/')(stage)
  },
  'home-none': async (stage) => {
    await stage.sandbox.answer('GET', api.administrations, [])
    await stage.signIn.open('/')
    await stage.waitForText('Nog geen klanten')
  },
  'home-list-failed': withFailedCall(api.administrations, ({ signIn }) => signIn.open('/'), 500),
  'home-merchant-new': customers('/', 'merchant'),
  'home-merchant-broken': async (stage) => {
    await stage.failCalls('GET', api.coupling, 403)
    await ownerOf(1006, stage)
  },
  'home-merchant-locations': (stage) => ownerOf(1004, stage),
  'account-menu': async (stage) => {
    await customers('/')(stage)
    await accountButton(stage.page).click()
  },
  'not-found': ({ page }) => page.goto('/nope'),
  'not-started': async ({ signIn, page }) => {
    await signIn.open('/')
    await page.route('**/assets/Script*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto('/connect')
    await skipLoadingDelay(page)
    await page.getByRole('link', { name: 'Opnieuw proberen' }).waitFor()
  },
  'no-storage': async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', { value: null })
    })
    await page.goto('/connect')
    await page.getByRole('alert').waitFor()
  },
  offline: async ({ signIn, page }) => {
    await signIn.open('/')
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page.getByText('U bent offline.').waitFor()
  },

  'connect-chosen': chosen('Oefenmarkt West (DE)', 'Webshop'),
  'connect-list': async (stage) => {
    await connectForm(stage)
    await stage.connect.administration.click()
    await stage.page.keyboard.press('ArrowDown')
  },
  'connect-errors': async (stage) => {
    await connectForm(stage)
    await stage.connect.submit.click()
    await stage.page.locator('.error-summary').waitFor()
  },
  'connect-requirements': async (stage) => {
    await couplingChosen(stage)
    await stage.page.getByRole('link', { name: 'Instellingen openen' }).waitFor()
    await stage.page.getByRole('heading', { name: 'Dit moet in SnelStart kloppen' }).click()
  },
  'connect-waiting': async (stage) => {
    await handedOver(stage)
    await stage.page.goto('/connect')
    await stage.waitForText('Deze locatie wacht op goedkeuring')
  },
  'connect-failed': withFailedCall(
    api.administrations,
    ({ signIn }) => signIn.open('/connect'),
    500,
  ),
  'connect-dialog': async (stage) => {
    await stage.page.clock.install()
    await connectForm(stage)
    await stage.endSession()
  },
  'connect-dry-run': async (stage) => {
    await stage.sandbox.setFlag('dry_run', { enabled: true })
    await chosen('Oefenmarkt West (DE)', 'Markthal')(stage)
    await stage.connect.submit.click()
    await stage.connect.dialog.waitFor()
  },

  boarding: opened('/boarding', '.step-panel input'),
  'boarding-company': async ({ signIn, boarding }) => {
    await signIn.open('/boarding')
    await boarding.fillMerchant()
    await boarding.next.click()
    await boarding.companyName.waitFor()
  },
  'boarding-errors': boardingErrors,
  'boarding-filled': boardingFilled,
  'boarding-saved': async (stage) => {
    const { boarding, page } = stage
    const progress = page.getByRole('region', { name: 'Voortgang' })
    await stage.failCalls('POST', api.location, 500)
    await boardingFilled(stage)
    await boarding.submit.click()
    await boarding.dialog.getByRole('button', { name: 'Sluiten' }).click()
    await progress.waitFor()
    await page.reload()
    await progress.waitFor()
  },
  'boarding-question-dialog': async (stage) => {
    await stage.sandbox.changeSettings({ userAppearance: 'registration' })
    await boardingFilled(stage)
    await stage.boarding.submit.click()
    await stage.boarding.dialog.waitFor()
  },
  'boarding-list': opened('/boarding/list', 'input[type=file]'),
  'boarding-list-read': async (stage) => {
    const lines = {
      2: 'Roos;roos@bloemen;Bloemist Roos;;NL;roos.nl;Markt;Winkel',
      3: 'A;a@b.test;Oefenbakkerij Zuid;;NL;;Markt;Winkel',
      5: 'Kurk;kurk@wijn.test;Slijterij De Kurk;;NL;dekurk.nl;;Start',
      8: 'Tol;tol@brood.test;Bakker Tol;;NL;bakkertol.nl;Dorp;Goud',
    }
    await listLoaded(customerCsv(9, lines))(stage)
    await stage.list.tab('Overgeslagen 1').waitFor()
  },
  'boarding-list-all': async (stage) => {
    const lines = {
      1: 'A;a@b.test;Oefenbakkerij Zuid;;NL;;Markt;Winkel',
      4: 'Bob;nobody;;;NL;;;',
      6: 'Bob;nobody;Zaak 5;;NL;;;',
    }
    await listLoaded(customerCsv(50, lines))(stage)
    await stage.list.tab('Alle').click()
    await stage.list.table.getByText(/^Bestaat misschien al/).waitFor()
  },
  'boarding-list-columns': async (stage) => {
    await listLoaded('Relatiecode;Naam;Email\n1;Bakkerij De Vries;anna@vries.test')(stage)
    await stage.page.getByRole('heading', { name: 'Kolommen kiezen' }).waitFor()
  },
  'boarding-list-unreadable': async (stage) => {
    await listLoaded('Naam;Email')(stage)
    await stage.list.refusal.waitFor()
  },
  'boarding-list-paused': async (stage) => {
    const fault = { kind: 'delay', milliseconds: 100_000 } as const
    await stage.sandbox.injectFault({ method: 'POST', path: api.registration, after: 1, fault })
    await boardingOfList(stage)
    await stage.waitForText('Verwerkte klanten: 1 van 3.')
    await stage.waitForText('Bezig: Administratie aanmaken')
    await stage.page.getByRole('button', { name: 'Pauzeren' }).click()
  },
  'boarding-list-questions': async (stage) => {
    await stage.sandbox.changeSettings({ userAppearance: 'never' })
    await boardingOfList(stage)
    await stage.waitForText('Bij Te herstellen wachten 3 klanten op uw antwoord.')
  },
  'boarding-list-finished': async (stage) => {
    await stage.sandbox.injectFault({
      ...{ method: 'POST', path: api.location, after: 1, times: 1 },
      fault: { kind: 'status', status: 500 },
    })
    await boardingOfList(stage)
    await stage.waitForText('Bij 1 klant is het aanmelden niet gelukt.')
  },

  'check-faults': async (stage) => {
    await prepareFaults(stage.sandbox)
    await checked(checkAddresses.configured)(stage)
  },
  'check-points': async (stage) => {
    await changeSettings(stage.sandbox, 2007, {
      default_eft_payment_ledger: '9999',
      price_decimals: 3,
    })
    await stage.sandbox.injectFault({
      ...{ method: 'GET', path: checkApi.payments },
      fault: { kind: 'status', status: 403 },
    })
    await checked(checkAddresses.configured)(stage)
  },
  'check-asking': withFailedCall(checkApi.payments, async (stage) => {
    await stage.signIn.open(checkAddresses.configured)
    await stage.waitForText('15 van 16 gecontroleerd')
    await stage.waitForText('14 goed')
  }),
  'check-failed': async (stage) => {
    for (const path of [api.coupling, api.administration, '/api/locations/location/{id}'])
      await stage.failCalls('GET', path, 500)
    await checked(checkAddresses.configured)(stage)
  },
  'check-not-coupled': checked(checkAddresses.uncoupled),
  'check-locations': async (stage) => {
    await stage.sandbox.connectKey({ administration_id: 1004, location_id: 2003 })
    await checked(checkAddresses.locations)(stage)
  },
  'check-choosing': async (stage) => {
    await opened('/check', '[role=combobox]')(stage)
    await stage.connect.choose('Oefenmarkt West (DE)', 'Markthal')
    await stage.page.getByRole('link', { name: 'Alle locaties controleren' }).waitFor()
  },
  'check-unusable': opened(checkAddresses.unusable, 'astro-island .notice'),

  'wizard-unusable': opened('/wizard', '[role=alert]:visible'),
  'wizard-waiting': async (stage) => {
    await stage.signIn.open('/wizard?administration=1001&location=2001')
    await stage.waitForText('Wachten op SnelStart')
  },
  'wizard-handed-over': async (stage) => {
    await stage.page.clock.install()
    await handedOver(stage)
    await stage.wizard.waitInVain()
  },
  'wizard-approved': async ({ page }) => {
    await page.goto('/wizard?administration=1004&location=2005&approved=customer')
    await page.getByRole('button', { name: 'Zelf instellen' }).waitFor()
  },
  'wizard-new-key': async (stage) => {
    await couplingChosen(stage)
    await stage.connect.handOver()
    await stage.connect.dialog.getByRole('button', { name: 'Nieuwe sleutel aanmaken' }).click()
    await stage.waitForText('De nieuwe sleutel van deze locatie')
  },
  'wizard-loading': withFailedCall(api.administration, opened(wizardAddresses.desktop, '.loading')),
  'wizard-steps-unfolded': async (stage) => {
    await stage.page.setViewportSize({ width: 360, height: 800 })
    await wizardAt('inhandel')(stage)
    await stage.page.getByRole('button', { name: 'Alle stappen' }).click()
    await expect(stage.wizard.tab('Samenvatting')).toBeVisible()
  },
  'wizard-test-mode': async (stage) => {
    await stage.sandbox.setFlag('test_mode', { enabled: true })
    await toSummary(stage)
    await stage.wizard.unfoldSummary()
    await stage.page.getByText('Testgegevens').click()
  },
  'polaris-question': polarisQuestion,
  polaris: async (stage) => {
    await polarisQuestion(stage)
    await stage.page.getByRole('button', { name: 'Ja, ga verder' }).click()
    await stage.page.locator('.step-panel').first().waitFor()
  },

  'wizard-templates-failed': withFailedCall(
    api.templates,
    async ({ signIn, page }) => {
      await signIn.open(wizardAddresses.desktop)
      await page.getByText('Snelstart 12', { exact: true }).click()
    },
    500,
  ),
  'wizard-plan': async ({ signIn, wizard }) => {
    await signIn.open(wizardAddresses.web)
    await wizard.planned('4 rekeningen worden aangemaakt').waitFor()
  },
  'wizard-plan-left': async (stage) => {
    await stage.failCalls('GET', api.ledger.replace('{number}', '2210'), 500)
    await stage.signIn.open(wizardAddresses.desktop)
    await stage.wizard.chooseDesktop()
    await stage.wizard.goTo('Grootboekrekeningen')
    const cash = await stage.wizard.unfold('Contant')
    await cash.number.fill('1300')
    await cash.says('1300 Debiteuren')
    await stage.failCalls('POST', '/api/snelstart/journals/grootboeken', 400)
    await stage.wizard.goTo('SnelStart')
    await stage.wizard.doAsPlanned()
    await stage.waitForText('Er is nog niets aangemaakt.')
  },
  'wizard-stock-errors': async (stage) => {
    await toStock(stage)
    await submitted(stage, 'Voorraad')
  },
  'wizard-ledgers-errors': async (stage) => {
    await wizardAt('summary')(stage)
    await submitted(stage, 'Grootboekrekeningen')
  },
  'wizard-ledgers-loading': withFailedCall(
    api.ledger,
    opened(`${wizardAddresses.desktop}&step=journals`, '.ledger-row'),
  ),
  'wizard-ledgers': async (stage) => {
    await wizardAt('journals')(stage)
    await stage.wizard.agree.waitFor()
  },
  'wizard-ledgers-settled': async (stage) => {
    await wizardAt('journals')(stage)
    await stage.wizard.settleLedgers()
  },
  'wizard-ledgers-failed': async (stage) => {
    await stage.failCalls('GET', api.ledger, 500)
    await wizardAt('journals')(stage)
    await stage.waitForText('Meerdere nummers konden niet worden opgezocht.')
  },
  'wizard-ledgers-unfolded': async (stage) => {
    await wizardAt('journals')(stage)
    const missing = await stage.wizard.unfold('Contant')
    await missing.create.waitFor()
    const existing = await stage.wizard.unfold('Kasverschillen')
    await existing.openSearch()
    // Long names are cut off after two lines.
    await existing.search.fill('kas')
    await stage.page.getByRole('option', { name: '1000 Kas' }).waitFor()
  },
  'wizard-ledgers-refused': async (stage) => {
    await wizardAt('journals')(stage)
    const ledger = await stage.wizard.unfold('Contant')
    await ledger.openDetails()
    await ledger.field('Functie').fill('Onzin')
    await ledger.create.click()
    await ledger.group.getByRole('alert').waitFor()
  },
  'wizard-ledgers-warned': async (stage) => {
    await wizardAt('journals')(stage)
    const cash = await stage.wizard.unfold('Contant')
    await cash.number.fill('1300')
    await cash.says('1300 Debiteuren')
    await cash.toggle.click()
    const differences = await stage.wizard.unfold('Betalingsverschillen')
    await differences.number.fill('7981')
    await differences.says('Grootboekrekening 7981 bestaat nog niet.')
    await differences.openDetails()
    await differences.field('Functie').fill('7')
    const deposit = await stage.wizard.unfold('Emballage (statiegeld)')
    await deposit.number.fill('9990')
    await cash.says('Let op: SnelStart houdt deze rekening zelf bij')
    await deposit.says('Onbekend: Koppelpunt kent de functie ‘NieuweFunctie’ niet')
  },
  'wizard-bookkeeper': async (stage) => {
    await wizardAt('journals')(stage)
    await stage.wizard.askBookkeeper()
  },
  'wizard-relation': wizardAt('unknown_relation'),
  'wizard-relation-errors': async (stage) => {
    await wizardAt('unknown_relation')(stage)
    await stage.wizard.relationCode.fill('404')
    await stage.waitForText(/Relatie 404 bestaat nog niet/)
    await submitted(stage, 'Onbekende klant')
  },
  'wizard-relation-failed': withFailedCall(api.relations, wizardAt('unknown_relation'), 500),
  'wizard-import': wizardAt('import_and_sync'),
  'wizard-products-errors': async (stage) => {
    await withNewProduct(stage)
    await submitted(stage, 'Import en synchronisatie')
    await stage.page.locator('[aria-invalid="true"]').first().waitFor()
  },
  'wizard-products-failed': withFailedCall(api.products, withNewProduct, 500),
  'wizard-summary-complete': toSummary,
  'wizard-summary-warned': async (stage) => {
    await wizardAt('journals')(stage)
    await stage.wizard.settleLedgers()
    const cash = await stage.wizard.unfold('Contant')
    await cash.number.fill('1000')
    await cash.accept.click()
    await stage.wizard.goTo('Samenvatting')
    await stage.page.getByRole('region', { name: 'Nog eens bekijken' }).waitFor()
    await stage.wizard.unfoldSummary()
  },
  'wizard-day': async (stage) => {
    await toSummary(stage)
    await stage.wizard.unfoldDay()
  },
  'wizard-day-stock': async (stage) => {
    await toStock(stage)
    await stage.wizard.chooseStock()
    await stage.wizard.goTo('Grootboekrekeningen')
    await stage.wizard.settleLedgers()
    const deposit = await stage.wizard.unfold('Emballage (statiegeld)')
    await deposit.number.fill('1300')
    await deposit.says('1300 Debiteuren')
    await stage.wizard.goTo('Samenvatting')
    await stage.wizard.unfoldDay()
    await stage.wizard.ownAmounts.check()
    await stage.wizard.day.getByRole('textbox', { name: 'Pin' }).fill('veel')
    await stage.page.keyboard.press('Enter')
    await stage.waitForText(/^Vul een bedrag in/)
  },
  'wizard-summary-loading': unsaved(),
  'wizard-summary-failed': async (stage) => {
    await unsaved(500)(stage)
    await stage.waitForText('fout:')
  },
  'wizard-summary-dialog': async (stage) => {
    await toSummary(stage)
    await stage.wizard.submit.click()
    await stage.wizard.dialog.waitFor()
  },
  'wizard-summary-saved': reported,
  'check-chain': async (stage) => {
    const { chain } = await toOthers(stage)
    await chain
      .row('Slijterij Oost')
      .getByText(/instellingen? wijzig(?:t|en)$/)
      .click()
  },
  'check-report': async (stage) => {
    await reported(stage)
    await changeSettings(stage.sandbox, 2007, { price_decimals: 5 })
    await stage.page.goto(`${checkAddresses.configured}&show=report`)
    await stage.waitForText('Gelezen door')
  },
  'check-report-none': opened(
    '/check?administration=1007&location=2008&show=report',
    'text=Deze locatie is nog niet ingesteld.',
  ),
  'check-chain-failed': async (stage) => {
    const { chain, east, west } = await toOthers(stage)
    await stage.sandbox.injectFault({
      ...{ method: 'POST', path: api.settings, query: { location: String(east) } },
      fault: { kind: 'status', status: 500 },
    })
    await fakeSettingsResponse(stage.sandbox, west, {
      snelstart_administratie_identifier: 'anders',
    })
    await chain.button('Instellen voor 2 locaties').click()
    await stage.waitForText('fout:')
    await expect(chain.region.getByRole('link')).toHaveCount(2)
  },
}
