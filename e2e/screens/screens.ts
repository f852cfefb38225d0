import { expect } from '@playwright/test'
import type { BoardingStep } from '../../src/lib/domain/customer.ts'
import type { WizardStep } from '../../src/lib/accounting/snelstart/choices.ts'
import { endPatience } from '../loading-patience.ts'
import { answerSettings } from '../../test/shops.ts'
import { ChainPanel, prepareChain } from '../pages/chain.ts'
import { BoardingListPage, listOf } from '../pages/boarding-list.ts'
import { api as checkApi, checks, CheckPage, prepareFaults } from '../pages/check.ts'
import { places, refuseClipboard, type StepLabel } from '../pages/wizard.ts'
import type { Account } from '../pages/sign-in.ts'
import type { Stage } from './stage.ts'

type Go = (stage: Stage) => Promise<unknown>

/** What every step of every flow is shown in; null: as another step is, with nothing of its own. */
const stateNames = ['empty', 'errors', 'loading', 'saved', 'failed', 'dialog'] as const
type States = Readonly<Record<(typeof stateNames)[number], Go | null>>

const api = {
  ledger: '/api/snelstart/journals/grootboeken/{number}',
  location: '/api/locations/location',
  products: '/api/snelstart/product/list',
  registration: '/api/registrations/registration',
  relations: '/api/snelstart/relations',
  settings: '/api/snelstart/company/{identifier}',
  subscriptions: '/api/registrations/subscription/list',
  templates: '/api/snelstart/salesorder/template',
} as const

async function toSummary({ signIn, wizard }: Stage): Promise<void> {
  await signIn.open(places.configured)
  await wizard.completeConfigured()
}

/** A set-up that is finished, with its report in the browser. */
async function reported(stage: Stage): Promise<void> {
  await stage.sandbox.setFlag('skip_final_redirect', { enabled: true })
  await toSummary(stage)
  await stage.wizard.submit.click()
  await stage.wizard.dialog.getByRole('button', { name: /^Annuleren/ }).click()
  await stage.wizard.heading('SnelStart is ingesteld.').waitFor()
}

/** A set-up that is saved, where other locations can be set up likewise. */
async function toOthers(stage: Stage) {
  await stage.sandbox.setFlag('skip_final_redirect', { enabled: true })
  const ids = await prepareChain(stage.sandbox)
  await toSummary(stage)
  await stage.wizard.submit.click()
  await stage.wizard.dialog.getByRole('button', { name: /^Annuleren/ }).click()
  const chain = new ChainPanel(stage.wizard)
  await chain.open('Slijterij Oost', 'Slijterij West')
  return { chain, ...ids }
}

/** A submit of what nobody has filled in, then the step. */
const withErrors = (step: StepLabel) => async (stage: Stage) => {
  const { signIn, wizard } = stage
  await signIn.open(`${places.desktop}&step=summary`)
  await wizard.submit.click()
  await wizard.errorSummary.waitFor()
  await wizard.goTo(step)
}

const wizardAt =
  (step: WizardStep) =>
  ({ signIn, page }: Stage) =>
    signIn
      .open(`${places.desktop}&step=${step}`)
      .then(() => page.locator('.step-panel:not([hidden])').waitFor())

const desktop: Go = async ({ signIn, page }) => {
  await signIn.open(places.desktop)
  await page.getByText('Snelstart 12', { exact: true }).click()
}

const withProduct: Go = async (stage) => {
  await wizardAt('import_and_sync')(stage)
  await stage.wizard.switch('Product voor openstaande facturen gebruiken').check()
  await stage.wizard.unfoldReportOnly()
}

const withNewProduct: Go = async (stage) => {
  await withProduct(stage)
  await stage.page.getByRole('switch', { name: 'Nieuw product aanmaken' }).first().check()
}

async function toStock({ signIn, wizard }: Stage): Promise<void> {
  await signIn.open(places.desktop)
  await wizard.chooseDesktop()
  await wizard.next.click()
  await wizard.stock.check()
}

const connectForm: Go = async ({ signIn, connect }) => {
  await signIn.open('/connect')
  await connect.administration.waitFor()
}

const boardingPerson: Go = async ({ signIn, boarding }) => {
  await signIn.open('/boarding')
  await boarding.fullName.waitFor()
}

const boardingCompany: Go = async ({ signIn, boarding }) => {
  await signIn.open('/boarding')
  await boarding.next.click()
  await boarding.companyName.waitFor()
}

const boardingSubscription: Go = async ({ signIn, boarding, page }) => {
  await signIn.open('/boarding?step=subscription')
  await page.getByRole('radio').first().waitFor()
  await boarding.submit.waitFor()
}

/** A submit of what nobody has filled in, then back by so many steps. */
const boardingErrors = (back: number) => async (stage: Stage) => {
  await boardingSubscription(stage)
  await stage.boarding.submit.click()
  await stage.page.locator('.error-summary').waitFor()
  for (let step = 0; step < 2 - back; step += 1) await stage.boarding.next.click()
}

/** A submit that one call of stops, then back by so many steps. */
const boardingStopped = (path: string, back: number) => async (stage: Stage) => {
  const { signIn, boarding, page } = stage
  await stage.hinder('POST', path, 500)
  await signIn.open('/boarding')
  await boarding.fillIn()
  await boarding.submit.click()
  await boarding.dialog.getByRole('button', { name: 'Sluiten' }).click()
  await page.getByRole('region', { name: 'Voortgang' }).waitFor()
  for (let step = 0; step < back; step += 1) {
    await page.getByRole('button', { name: 'Terug', exact: true }).click()
  }
}

/** A list of three customers that is being boarded. */
const boardingOfList: Go = async ({ signIn, page }) => {
  await signIn.open('/boarding/list')
  await new BoardingListPage(page).load(listOf(3))
  await page.getByRole('button', { name: '3 klanten aanmelden' }).click()
}

/** A screen to which one call gives no answer. */
const waiting = (path: string, go: Go) => async (stage: Stage) => {
  await stage.hinder('GET', path)
  await go(stage)
}

/** A screen that is refused one call, and says so. */
const refused = (path: string, go: Go) => async (stage: Stage) => {
  await stage.hinder('GET', path, 500)
  await go(stage)
  await stage.page.getByRole('alert').first().waitFor()
}

const opened = (address: string, selector: string) => async (stage: Stage) => {
  await stage.signIn.open(address)
  await stage.page.locator(selector).first().waitFor()
}

const checked = (address: string) => async (stage: Stage) => {
  await stage.signIn.open(address)
  await new CheckPage(stage.page).outcome.waitFor()
}

const connect: States = {
  empty: connectForm,
  errors: async (stage) => {
    await connectForm(stage)
    await stage.connect.submit.click()
    await stage.page.locator('.error-summary').waitFor()
  },
  loading: waiting('/api/serials/serial/list', opened('/connect', '.dropdown')),
  saved: async (stage) => {
    await connectForm(stage)
    await stage.connect.choose('Oefenslijterij Compleet (BE)', 'Slijterij')
    await stage.page.getByRole('link', { name: 'Instellingen openen' }).waitFor()
  },
  failed: refused('/api/serials/serial/list', ({ signIn }) => signIn.open('/connect')),
  dialog: (stage) => stage.expireOn(connectForm),
}

const boarding: Readonly<Record<BoardingStep, States>> = {
  merchant_info: {
    empty: boardingPerson,
    errors: boardingErrors(2),
    loading: null,
    saved: null,
    failed: boardingStopped('/api/registrations/registration/merchant/SNELSTART', 2),
    dialog: (stage) => stage.expireOn(boardingPerson),
  },
  serial_info: {
    empty: boardingCompany,
    errors: boardingErrors(1),
    loading: null,
    // What was made before a reload.
    saved: async (stage) => {
      await boardingStopped('/api/locations/location', 1)(stage)
      await stage.page.reload()
      await stage.page.getByRole('region', { name: 'Voortgang' }).waitFor()
    },
    failed: null,
    dialog: null,
  },
  subscription: {
    empty: boardingSubscription,
    errors: boardingErrors(0),
    // What follows the plans waits a while for them.
    loading: waiting(api.subscriptions, opened('/boarding?step=subscription', '.step-actions')),
    saved: null,
    failed: refused(api.subscriptions, ({ signIn }) => signIn.open('/boarding?step=subscription')),
    dialog: null,
  },
}

const wizard: Readonly<Record<WizardStep, States>> = {
  snelstart: {
    empty: wizardAt('snelstart'),
    errors: withErrors('SnelStart'),
    loading: async (stage) => {
      await stage.hinder('GET', '/api/serials/serial/{id}')
      await stage.signIn.open(places.desktop)
      await stage.page.locator('.loading').waitFor()
    },
    saved: async ({ signIn, wizard }) => {
      await signIn.open(places.desktop)
      await wizard.chooseDesktop()
    },
    failed: refused(api.templates, desktop),
    dialog: (stage) => stage.expireOn(wizardAt('snelstart')),
  },
  inhandel: {
    empty: wizardAt('inhandel'),
    errors: async (stage) => {
      await toStock(stage)
      await stage.wizard.goTo('Samenvatting')
      await stage.wizard.submit.click()
      await stage.wizard.errorSummary.waitFor()
      await stage.wizard.goTo('Voorraad')
    },
    loading: null,
    saved: async (stage) => {
      await toStock(stage)
      await stage.wizard.chooseStock()
    },
    failed: null,
    dialog: null,
  },
  journals: {
    empty: async (stage) => {
      await wizardAt('journals')(stage)
      await stage.shows('Nog aan te maken')
    },
    errors: withErrors('Grootboekrekeningen'),
    loading: waiting(api.ledger, opened(`${places.desktop}&step=journals`, '.ledger-row')),
    saved: async ({ signIn, wizard }) => {
      await signIn.open(`${places.desktop}&step=journals`)
      await wizard.settleLedgers()
    },
    failed: async (stage) => {
      await stage.hinder('GET', api.ledger, 500)
      await wizardAt('journals')(stage)
      await stage.shows('Meerdere nummers konden niet worden opgezocht.')
    },
    dialog: null,
  },
  unknown_relation: {
    empty: wizardAt('unknown_relation'),
    errors: async (stage) => {
      await wizardAt('unknown_relation')(stage)
      await stage.wizard.relationCode.fill('404')
      await stage.shows(/Relatie 404 bestaat nog niet/)
      await stage.wizard.goTo('Samenvatting')
      await stage.wizard.submit.click()
      await stage.wizard.errorSummary.waitFor()
      await stage.wizard.goTo('Onbekende klant')
    },
    loading: waiting(
      api.relations,
      opened(`${places.desktop}&step=unknown_relation`, '.looked-up'),
    ),
    saved: async (stage) => {
      await stage.signIn.open(`${places.configured}&step=unknown_relation`)
      await stage.shows('Deze relatie bestaat in SnelStart')
    },
    failed: refused(api.relations, wizardAt('unknown_relation')),
    dialog: null,
  },
  import_and_sync: {
    empty: wizardAt('import_and_sync'),
    errors: async (stage) => {
      await withNewProduct(stage)
      await stage.wizard.goTo('Samenvatting')
      await stage.wizard.submit.click()
      await stage.wizard.errorSummary.waitFor()
      await stage.wizard.goTo('Import en synchronisatie')
      await stage.page.locator('[aria-invalid="true"]').first().waitFor()
    },
    loading: waiting(api.products, withProduct),
    saved: async (stage) => {
      await wizardAt('import_and_sync')(stage)
      await stage.wizard.switch('Producten synchroniseren').check()
    },
    failed: refused(api.products, withProduct),
    dialog: null,
  },
  summary: {
    empty: wizardAt('summary'),
    errors: withErrors('Samenvatting'),
    loading: async (stage) => {
      await stage.hinder('POST', api.settings)
      await toSummary(stage)
      await stage.wizard.submit.click()
      await stage.wizard.lines.waitFor()
    },
    saved: async (stage) => {
      await stage.sandbox.setFlag('skip_final_redirect', { enabled: true })
      await toSummary(stage)
      await stage.wizard.submit.click()
      await stage.wizard.dialog.getByRole('button', { name: /^Bevestigen/ }).click()
      await stage.page.locator('.report').waitFor()
    },
    failed: async (stage) => {
      await stage.hinder('POST', api.settings, 500)
      await toSummary(stage)
      await stage.wizard.submit.click()
      await stage.shows('fout:')
    },
    dialog: async (stage) => {
      await toSummary(stage)
      await stage.wizard.submit.click()
      await stage.wizard.dialog.waitFor()
    },
  },
}

const list = '/api/serials/serial/list'
const company = '/api/snelstart/company'

/** Home with what is known of each customer in sight. */
const customers =
  (address: string, account?: Account): Go =>
  async ({ signIn, page }) => {
    await signIn.open(address, account)
    // Those in sight are asked for, and no others.
    await expect(page.locator('#home-list > li:nth-child(-n+3) .home-waiting')).toHaveCount(0)
    await page.locator('#home-list .chip').first().waitFor()
  }

/** Home of somebody who has these administrations alone. */
const owner =
  (administrations: readonly number[], before: Go = () => Promise.resolve()): Go =>
  async (stage) => {
    await before(stage)
    const all = await stage.sandbox.rows('administrations')
    const body = all.filter(({ id }) => administrations.includes(id))
    await stage.sandbox.injectFault({ method: 'GET', path: list, fault: { kind: 'answer', body } })
    await customers('/')(stage)
  }

/** What is no step, and states that one step alone has. */
const others: Readonly<Record<string, Go>> = {
  home: customers('/'),
  'home-english': customers('/en'),
  'home-loading': waiting('/flags', ({ signIn }) => signIn.open('/')),
  'home-failed-details': async (stage) => {
    await stage.hinder('GET', '/flags', 401)
    await stage.signIn.open('/')
    await stage.shows(/^Error: /)
    await stage.page
      .getByRole('main')
      .getByText('Details', { exact: true })
      .filter({ visible: true })
      .click()
  },
  'home-worked': async (stage) => {
    await connectForm(stage)
    await stage.connect.choose('Oefenmarkt West (DE)', 'Webshop')
    await stage.connect.handOver()
    await stage.page.getByRole('button', { name: 'Link kopiëren' }).waitFor()
    await stage.page.goto('/boarding')
    await stage.boarding.fillMerchant()
    await stage.page.goto(places.desktop)
    await stage.wizard.chooseDesktop()
    await customers('/')(stage)
  },
  'home-search': async (stage) => {
    await customers('/')(stage)
    await stage.page.getByRole('searchbox').fill('niemand')
  },
  'home-long': async (stage) => {
    await stage.sandbox.reset({ administrations: 10_000 })
    await customers('/')(stage)
  },
  'home-none': async (stage) => {
    const fault = { kind: 'answer', body: [] } as const
    await stage.sandbox.injectFault({ method: 'GET', path: list, fault })
    await stage.signIn.open('/')
    await stage.shows('Nog geen klanten')
  },
  'home-list-loading': async (stage) => {
    await stage.hinder('GET', list)
    await stage.signIn.open('/')
    await stage.page.locator('#home[data-view="loading"]').waitFor()
  },
  'home-list-failed': refused(list, ({ signIn }) => signIn.open('/')),
  'home-merchant-new': customers('/', 'merchant'),
  'home-merchant-waiting': owner([1001], async (stage) => {
    await connectForm(stage)
    await stage.connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
    await stage.connect.handOver()
    await stage.page.getByRole('button', { name: 'Link kopiëren' }).waitFor()
  }),
  'home-merchant-reported': owner([1006], reported),
  'home-merchant-broken': owner([1006], (stage) => stage.hinder('GET', company, 403)),
  'home-merchant-locations': owner([1004]),
  'sign-in-needed': async (stage) => {
    await stage.expireOn(async ({ signIn, page }) => {
      await signIn.open('/')
      await page.getByRole('heading', { level: 1 }).waitFor()
    })
    await stage.page.getByRole('button', { name: 'Annuleren' }).click()
  },
  'not-found': ({ page }) => page.goto('/nope'),
  'not-started': async ({ signIn, page }) => {
    // Somebody signed out has left by then, without that script.
    await signIn.open('/')
    await page.route('**/assets/Script*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto('/connect')
    await endPatience(page)
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

  'connect-list': async (stage) => {
    await connectForm(stage)
    await stage.connect.administration.click()
    await stage.page.keyboard.press('ArrowDown')
  },
  'connect-requirements': async (stage) => {
    await connectForm(stage)
    await stage.connect.choose('Oefenmarkt West (DE)', 'Markthal')
    await stage.page.getByRole('heading', { name: 'Dit moet in SnelStart kloppen' }).click()
  },
  'connect-waiting': async (stage) => {
    await connectForm(stage)
    await stage.connect.choose('Oefenmarkt West (DE)', 'Webshop')
    await stage.connect.handOver()
    await stage.page.getByRole('button', { name: 'Link kopiëren' }).waitFor()
    await stage.page.goto('/connect')
    await stage.shows('Deze locatie wacht op goedkeuring')
  },
  'connect-dry-run': async (stage) => {
    await stage.sandbox.setFlag('dry_run', { enabled: true })
    await connectForm(stage)
    await stage.connect.choose('Oefenmarkt West (DE)', 'Markthal')
    await stage.connect.submit.click()
    await stage.connect.dialog.waitFor()
  },
  'boarding-list': opened('/boarding/list', '#list-file'),
  'boarding-list-read': async ({ signIn, page }) => {
    await signIn.open('/boarding/list')
    const list = new BoardingListPage(page)
    await list.load(
      listOf(3, {
        2: 'Bob;nobody;Zaak 1;;NL;zaak.nl;;Goud',
        3: 'A;a@b.test;Oefenbakkerij Zuid;;NL;;Markt;Winkel',
      }),
    )
    await list.table.getByText(/^Bestaat misschien al/).waitFor()
  },
  'boarding-list-unreadable': async ({ signIn, page }) => {
    await signIn.open('/boarding/list')
    const list = new BoardingListPage(page)
    await list.load('Naam;Email')
    await list.refusal.waitFor()
  },
  'boarding-list-paused': async (stage) => {
    const fault = { kind: 'delay', milliseconds: 100_000 } as const
    await stage.sandbox.injectFault({ method: 'POST', path: api.registration, after: 1, fault })
    await boardingOfList(stage)
    await stage.shows('1 van 3 klanten behandeld.')
    await stage.shows('Bezig: Administratie aanmaken')
    await stage.page.getByRole('button', { name: 'Pauzeren' }).click()
  },
  'boarding-list-questions': async (stage) => {
    await stage.sandbox.changeSettings({ userAppearance: 'never' })
    await boardingOfList(stage)
    await stage.shows('3 klanten wachten op een antwoord.')
  },
  'boarding-list-finished': async (stage) => {
    const fault = { kind: 'status', status: 500 } as const
    await stage.sandbox.injectFault({
      method: 'POST',
      path: api.location,
      after: 1,
      times: 1,
      fault,
    })
    await boardingOfList(stage)
    await stage.shows('De lijst is klaar.')
  },
  'boarding-list-forbidden': async (stage) => {
    await stage.hinder('POST', api.registration, 403)
    await boardingOfList(stage)
    await stage.shows(/^Het aanmelden is gestopt/)
  },
  check: checked(checks.configured),
  'check-faults': async (stage) => {
    await prepareFaults(stage.sandbox)
    await checked(checks.configured)(stage)
  },
  'check-asking': waiting(checkApi.payments, async (stage) => {
    await stage.signIn.open(checks.configured)
    await stage.shows('14 van 15 nagegaan')
    await stage.page.locator('.check-lines').waitFor()
  }),
  'check-failed': async (stage) => {
    const { signIn, page, sandbox } = stage
    const fault = { kind: 'status', status: 500 } as const
    await sandbox.injectFault({ method: 'GET', path: '/api/snelstart/company', fault })
    for (const path of ['/api/serials/serial/{id}', '/api/locations/location/{id}'])
      await stage.hinder('GET', path, 500)
    await signIn.open(checks.configured)
    await new CheckPage(page).outcome.waitFor()
  },
  'check-not-coupled': checked(checks.uncoupled),
  'check-locations': async (stage) => {
    await stage.sandbox.connectKey({ administration_id: 1004, location_id: 2003 })
    await checked(checks.locations)(stage)
  },
  'check-unusable': opened(checks.unusable, 'astro-island .notice'),
  'boarding-filled': async ({ signIn, boarding }) => {
    await signIn.open('/boarding')
    await boarding.fillIn()
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
  'wizard-waiting': async (stage) => {
    await stage.signIn.open('/wizard?administration=1001&location=2001')
    await stage.shows('Wachten op SnelStart')
  },
  'wizard-hand-over': async (stage) => {
    await connectForm(stage)
    await stage.connect.choose('Oefenmarkt West (DE)', 'Webshop')
    await stage.connect.handOver()
    await stage.page.getByRole('textbox', { name: 'Link om goed te keuren' }).waitFor()
  },
  'wizard-handed-over': async (stage) => {
    await stage.page.clock.install()
    await connectForm(stage)
    await stage.connect.choose('Oefenmarkt West (DE)', 'Webshop')
    await stage.connect.handOver()
    await stage.page.getByRole('textbox', { name: 'Link om goed te keuren' }).waitFor()
    await stage.wizard.waitInVain()
  },
  'wizard-approved': async ({ page }) => {
    await page.goto('/wizard?administration=1004&location=2005&approved=customer')
    await page.getByRole('button', { name: 'Zelf instellen' }).waitFor()
  },
  'wizard-new-key': async (stage) => {
    await connectForm(stage)
    await stage.connect.choose('Oefenslijterij Compleet (BE)', 'Slijterij')
    await stage.connect.handOver()
    await stage.connect.dialog.getByRole('button', { name: 'Nieuwe sleutel aanmaken' }).click()
    await stage.shows('Voor deze locatie is een nieuwe sleutel gemaakt')
  },
  'wizard-last-report': async (stage) => {
    await reported(stage)
    await stage.page.goto(`${places.configured}&show=report`)
    await stage.shows('Dit verslag staat alleen in deze browser')
  },
  'wizard-report-gone': async (stage) => {
    await stage.signIn.open(`${places.configured}&show=report`)
    await stage.shows('Het verslag van deze locatie staat niet in deze browser')
  },
  'wizard-chain': async (stage) => {
    const { chain } = await toOthers(stage)
    await chain
      .row('Slijterij Oost')
      .getByText(/^Wat wijzigt: /)
      .click()
  },
  'wizard-chain-failed': async (stage) => {
    const { chain, east, west } = await toOthers(stage)
    await stage.sandbox.injectFault({
      ...{ method: 'POST', path: api.settings, query: { location: String(east) } },
      fault: { kind: 'status', status: 500 },
    })
    await answerSettings(stage.sandbox, west, { snelstart_administratie_identifier: 'anders' })
    await chain.button('Instellen voor 2 locaties').click()
    await stage.shows('fout:')
    await expect(chain.region.getByRole('link')).toHaveCount(2)
  },
  'wizard-chain-saved': async (stage) => {
    const { chain } = await toOthers(stage)
    await chain.button('Instellen voor 2 locaties').click()
    await stage.wizard.dialog.getByRole('button', { name: /^Annuleren/ }).click()
    await stage.page.locator('.report').waitFor()
  },
  'wizard-restored': async (stage) => {
    await wizardAt('unknown_relation')(stage)
    await stage.wizard.relationCode.fill('100')
    await stage.page.reload()
    await stage.shows('Wat u eerder hebt ingevuld')
  },
  'wizard-ledgers-unfolded': async (stage) => {
    const { signIn, wizard } = stage
    await signIn.open(`${places.desktop}&step=journals`)
    const missing = await wizard.unfold('Contant')
    await missing.create.waitFor()
    const existing = await wizard.unfold('Kasverschillen')
    await existing.openSearch()
    // Names that take more than two lines are cut, as everywhere.
    await existing.search.fill('kas')
    await stage.page.getByRole('option', { name: '1000 Kas let op' }).waitFor()
  },
  'wizard-ledgers-refused': async ({ signIn, wizard }) => {
    await signIn.open(`${places.desktop}&step=journals`)
    const ledger = await wizard.unfold('Contant')
    await ledger.openDetails()
    await ledger.field('Functie').fill('Onzin')
    await ledger.create.click()
    await ledger.group.getByRole('alert').waitFor()
  },
  'wizard-journals-warned': async (stage) => {
    await wizardAt('journals')(stage)
    const cash = await stage.wizard.unfold('Contant')
    await cash.number.fill('1300')
    await cash.says('Grootboekrekening 1300 bestaat al.')
    await cash.toggle.click()
    const differences = await stage.wizard.unfold('Betalingsverschillen')
    await differences.number.fill('7981')
    await differences.says('Grootboekrekening 7981 bestaat nog niet.')
    await differences.openDetails()
    await differences.field('Functie').fill('7')
    await (await stage.wizard.unfold('Emballage (statiegeld)')).number.fill('9990')
    await stage.shows(/^Contant: 1300/)
    await stage.shows(/^Onbekend: de functie NieuweFunctie/)
  },
  'wizard-bookkeeper': async (stage) => {
    await wizardAt('journals')(stage)
    await stage.wizard.askBookkeeper()
  },
  'wizard-bookkeeper-refused': async (stage) => {
    await refuseClipboard(stage.page)
    await toSummary(stage)
    const sheet = await stage.wizard.askBookkeeper()
    await sheet.getByRole('button', { name: 'Kopiëren' }).click()
    await stage.shows(/staat kopiëren niet toe/)
  },
  'wizard-summary-warned': async ({ signIn, wizard }) => {
    await signIn.open(`${places.desktop}&step=journals`)
    await wizard.settleLedgers()
    const cash = await wizard.unfold('Contant')
    await cash.number.fill('1000')
    await cash.accept.click()
    await wizard.goTo('Samenvatting')
    await wizard.page.getByRole('region', { name: 'Nog eens bekijken' }).waitFor()
  },
  'wizard-plan': async ({ signIn, wizard }) => {
    await signIn.open(places.web)
    await wizard.openPlan()
  },
  'wizard-plan-left': async (stage) => {
    await stage.hinder('GET', api.ledger.replace('{number}', '2210'), 500)
    await stage.signIn.open(places.desktop)
    await stage.wizard.chooseDesktop()
    await stage.wizard.goTo('Grootboekrekeningen')
    const cash = await stage.wizard.unfold('Contant')
    await cash.number.fill('1300')
    await cash.says('Grootboekrekening 1300 bestaat al.')
    await stage.hinder('POST', '/api/snelstart/journals/grootboeken', 500)
    await stage.wizard.goTo('SnelStart')
    await stage.wizard.openPlan()
    await stage.wizard.doPlan.click()
    await stage.shows('Niet alles is gelukt.')
  },
  'wizard-import-new-product': withNewProduct,
  'wizard-summary-complete': toSummary,
  'wizard-day-missing': async ({ signIn, wizard }) => {
    await signIn.open(`${places.desktop}&step=summary`)
    await wizard.unfoldDay()
  },
  'wizard-day-stock': async (stage) => {
    await toStock(stage)
    await stage.wizard.chooseStock()
    await stage.wizard.goTo('Grootboekrekeningen')
    await stage.wizard.settleLedgers()
    const deposit = await stage.wizard.unfold('Emballage (statiegeld)')
    await deposit.number.fill('1300')
    await deposit.says('Grootboekrekening 1300 bestaat al.')
    await stage.wizard.goTo('Samenvatting')
    await stage.wizard.unfoldDay()
    await stage.wizard.day.getByRole('textbox', { name: 'Pin' }).fill('veel')
    await stage.page.keyboard.press('Enter')
    await stage.shows(/^Vul een bedrag in/)
  },
  'wizard-steps-unfolded': async (stage) => {
    await stage.page.setViewportSize({ width: 360, height: 800 })
    await wizardAt('inhandel')(stage)
    await stage.page.getByRole('button', { name: 'Alle stappen' }).click()
    await expect(stage.wizard.tab('Samenvatting')).toBeVisible()
  },
  'wizard-test-mode': async (stage) => {
    await stage.sandbox.setFlag('test_mode', { enabled: true })
    await toSummary(stage)
    await stage.page.getByText('Testgegevens').click()
  },
  polaris: async ({ signIn, page }) => {
    await signIn.open('/polaris?administration=1006&location=2007', 'polaris')
    await page.getByRole('button', { name: 'Ja, ga verder' }).click()
    await page.locator('.step-panel').first().waitFor()
  },
  'polaris-question': async ({ signIn, page }) => {
    await signIn.open('/polaris?administration=1006&location=2007', 'polaris')
    await page.getByRole('alertdialog').waitFor()
  },
}

/** Every state of the steps of a flow by its name. */
const statesOf = (flow: string, steps: Readonly<Record<string, States>>) =>
  Object.entries(steps).flatMap(([step, states]) =>
    stateNames.map(
      (state) =>
        [
          [flow, step.replaceAll('_', '-'), state].filter(Boolean).join('-'),
          states[state],
        ] as const,
    ),
  )

/** Every screen and state by its name, and the way there. */
export const screens = Object.fromEntries(
  [
    ...Object.entries(others),
    ...statesOf('connect', { '': connect }),
    ...statesOf('boarding', boarding),
    ...statesOf('wizard', wizard),
  ].flatMap(([name, go]) => (go === null ? [] : [[name, go]])),
) as Readonly<Record<string, Go>>
