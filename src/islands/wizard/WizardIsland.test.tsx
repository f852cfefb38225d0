import { resolveObjectURL } from 'node:buffer'
import { fireEvent } from '@testing-library/dom'
import { expect, vi } from 'vitest'
import {
  runTaskAndRender,
  describeElement,
  maskPortsAndTimes,
  render,
} from '../../../test/component.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../test/environment.ts'
import {
  cheeseShopLocation,
  liquorLocation,
  openReadyWizard,
  placeWithoutRelation,
  shownReport,
  webApplicationLocation,
} from '../../../test/open-wizard.ts'
import { answerDialogs, createOwner, createSandboxPortal } from '../../../test/portal.ts'
import { prepareAnswerChange } from '../../../test/open-check.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { WizardVariant, WizardStep } from '../../lib/accounting/snelstart/choices.ts'
import { SessionEndedError } from '../../lib/api/errors.ts'
import type { Environment } from '../../lib/environment.ts'
import type { Locale } from '../../lib/i18n/messages.ts'
import { openConnectDraft, rememberPendingKey } from '../../stores/coupling/remembered-places.ts'
import type { FlagName } from '../../stores/shell/flags.ts'
import { setCurrentPortal } from '../../stores/shell/portal.ts'
import { ReportView } from './saving/ReportView.tsx'
import { loadLaterSteps } from './later-parts.ts'
import { WizardIsland } from './WizardIsland.tsx'

interface Options {
  /** Runs before the wizard opens. */
  prepare?: (environment: TestEnvironment) => unknown
  changes?: Partial<Environment>
  /** False to return while requests are pending. */
  isSettled?: boolean
  place?: typeof cheeseShopLocation
  variant?: WizardVariant
  locale?: Locale
  flags?: readonly FlagName[]
}

/** Describes an element without the helpdesk details of failures, which contain keys of requests. */
const describe = (element: Element) =>
  describeElement(element)
    .map(maskPortsAndTimes)
    .filter((line) => !line.includes('Koppelpunt, referentie'))

async function renderWizard(step: WizardStep, options: Options = {}) {
  const { place = cheeseShopLocation, variant = 'wizard', locale = 'nl', flags = [] } = options
  const { changes, isSettled = true } = options
  const { administration, location } = place
  const query = new URLSearchParams({
    administration: `${administration}`,
    location: `${location}`,
    step,
  })
  const environment = createTestEnvironment(`http://localhost:4321/${variant}?${query}`, changes)
  await options.prepare?.(environment)
  const token = await sandbox.token('admin@koppelpunt.test')
  const portal = createSandboxPortal({ environment, flags, token: () => Promise.resolve(token) })
  const dialogs = answerDialogs(portal)
  await loadLaterSteps()
  setCurrentPortal(portal)
  const view = render(<WizardIsland variant={variant} />, locale)
  if (isSettled) await view.settle()
  const unfold = (name: string | RegExp) => {
    const details = view.getByText(name).closest('details')
    details?.setAttribute('open', '')
    runTaskAndRender(() => details?.dispatchEvent(new Event('toggle')))
  }
  const panel = () => describe(view.getByRole('tabpanel'))
  return { ...view, environment, portal, dialogs, unfold, panel }
}

const steps = [
  'snelstart',
  'inhandel',
  'journals',
  'unknown_relation',
  'import_and_sync',
  'summary',
] as const

test.for(steps.flatMap((step) => [[step, 'nl'] as const, [step, 'en'] as const]))(
  'presents the step %s of a first set-up (%s)',
  async ([step, locale], { expect }) => {
    expect((await renderWizard(step, { locale })).lines()).toMatchSnapshot()
  },
)

test.for(steps)(
  'presents the step %s of a desktop coupling that is set up',
  async (step, { expect }) => {
    expect((await renderWizard(step, { place: liquorLocation })).lines()).toMatchSnapshot()
  },
)

test('asks a desktop user for an order template and for stock, and a web user for neither', async () => {
  const view = await renderWizard('snelstart')
  const template = /^ +combobox "Standaard ordersjabloon" \[aria-required\]/m
  expect(view.lines().join('\n')).not.toMatch(template)
  view.press(/Snelstart 12/, 'radio')
  await view.settle()
  expect(view.lines().join('\n')).toMatch(template)
})

test('a found ledger has one button that accepts it, and none afterwards', async ({ expect }) => {
  const view = await renderWizard('journals')
  view.press('Wijzigen: Kasverschillen')
  const row = view.getByRole('group', { name: 'Kasverschillen' })
  expect(describeElement(row)).toMatchSnapshot('unaccepted')
  view.press('Accepteren : Kasverschillen')
  expect(describeElement(row)).toMatchSnapshot('accepted')
  view.press('Wijzigen: Pin')
  expect(describeElement(view.getByRole('group', { name: 'Pin' }))).toMatchSnapshot('new')
})

test('moves the focus to the number of a ledger when its lookup is retried', async ({ expect }) => {
  const fault = { kind: 'status', status: 400, body: [] } as const
  await sandbox.strikeNext('GET', '/api/snelstart/journals/grootboeken/{number}', fault)
  const view = await renderWizard('journals')
  view.press('Opnieuw proberen')
  await view.settle()
  expect(document.activeElement).toBe(view.getByLabelText('Grootboekrekening contant'))
})

test('asks for the product and ledger of open invoices only if they are used', async ({
  expect,
}) => {
  for (const [place, count] of [
    [cheeseShopLocation, 0],
    [liquorLocation, 1],
  ] as const) {
    const view = await renderWizard('import_and_sync', { place })
    view.unfold('Alleen voor het verslag')
    await view.settle()
    expect(view.queryAllByRole('group', { name: /Product voor openstaande/ })).toHaveLength(count)
    expect(view.lines().slice(18)).toMatchSnapshot()
  }
})

test.for(['snelstart', 'inhandel'] as const)(
  'presents the step %s to polaris users',
  async (step, { expect }) => {
    const view = await renderWizard(step, { place: liquorLocation, variant: 'polaris' })
    expect(view.lines()).toMatchSnapshot()
  },
)

test('shows the panel of test mode only with the flag test_mode, and never shows the API key', async () => {
  const alter = await prepareAnswerChange(sandbox, '/api/snelstart/company', liquorLocation)
  await alter((settings: object) => ({
    ...settings,
    api_key: { id: 1, apiKey: 'GEHEIM' },
  }))
  const usual = await renderWizard('snelstart', { place: liquorLocation })
  expect(usual.queryByText('Testgegevens')).toBeNull()
  const view = await renderWizard('snelstart', { place: liquorLocation, flags: ['test_mode'] })
  const names = view.getByText('Testgegevens').closest('details')?.querySelectorAll('section')
  expect([...(names ?? [])].map((section) => section.getAttribute('aria-label'))).toEqual([
    'Gegevens van de wizard',
    'Instellingen van de koppeling',
    'Gegevens van het boekhoudpakket',
  ])
  expect(view.container.textContent).toContain('"use_stock": true')
  expect(view.container.textContent).not.toContain('GEHEIM')
})

test.for([
  [4, 'Er is nog niets aangemaakt. Probeer het opnieuw.'],
  [1, 'Niet alles is gelukt. Klik nog eens op Zo doen om de rest te proberen.'],
] as const)('says whether any ledger was created if %i ledgers fail', async ([times, text]) => {
  await sandbox.injectFault({
    ...{ method: 'POST', path: '/api/snelstart/journals/grootboeken', times },
    fault: { kind: 'status', status: 400 },
  })
  const view = await renderWizard('snelstart')
  const byHand = () => view.getByRole<HTMLButtonElement>('button', { name: /^Stap voor stap/ })
  expect(byHand().disabled).toBe(false)
  view.press('Zo doen')
  expect(byHand().disabled).toBe(true)
  await view.settle()
  expect(view.getAllByRole('alert')[0]?.textContent).toBe(text)
})

test('says that it waits, and after two minutes that no approval was given', async ({ expect }) => {
  const changes = { wait: () => new Promise<void>(() => undefined) }
  const waiting = await renderWizard('snelstart', {
    place: webApplicationLocation,
    changes,
    isSettled: false,
  })
  await waiting.findByRole('heading', { name: 'Wachten op SnelStart' })
  expect(
    (await renderWizard('snelstart', { place: webApplicationLocation })).lines(),
  ).toMatchSnapshot()
})

test.for([
  ['wizard', '/connect'],
  ['polaris', '/boarding'],
] as const)('an unconfirmed coupling of the %s page restarts at %s', async ([variant, path]) => {
  const view = await renderWizard('snelstart', { place: webApplicationLocation, variant })
  const link = view.getByRole('link', { name: 'Koppeling opnieuw starten' })
  expect(link.getAttribute('href')).toBe(path)
})

test('a user who closed the approval page can open the approval link again', async () => {
  const view = await renderWizard('snelstart', {
    place: webApplicationLocation,
    prepare: (environment) =>
      rememberPendingKey(createOwner(environment), {
        ...webApplicationLocation,
        ...{ key: 'sleutel', approvedBy: 'package', replacesAnother: false },
      }),
  })
  const link = view.getByRole<HTMLAnchorElement>('link', { name: 'Zelf goedkeuren' })
  expect(link.href).toContain('/accounting/activate?referenceKey=sleutel&')
  expect(link.target).toBe('')
})

test('explains to whom the approval link was handed over and what happens next', async ({
  expect,
}) => {
  const view = await renderWizard('snelstart', {
    place: webApplicationLocation,
    prepare: (environment) =>
      rememberPendingKey(createOwner(environment), {
        ...webApplicationLocation,
        ...{ key: 'sleutel', approvedBy: 'package', replacesAnother: false, isHandedOver: true },
      }),
  })
  expect(view.lines()).toMatchSnapshot()
})

test('the description of the plan button names the lookup that it waits for', async () => {
  await sandbox.delay('GET', '/api/snelstart/relations', 1000)
  const view = await renderWizard('snelstart', { isSettled: false })
  const description = 'Koppelpunt zoekt de grootboekrekeningen en de relatie op.'
  await view.findByRole('button', { name: 'Zo doen', description })
  await view.settle()
  view.getByRole('button', { name: 'Zo doen', description: '' })
})

test('the ledger row and the summary ask for another ledger until a refused ledger is accepted', async () => {
  const view = await renderWizard('journals')
  const row = view.getByRole('group', { name: 'Pin' })
  const request = 'Kies een andere rekening voor pin: SnelStart weigert boekingen op 2010'
  view.press('Wijzigen: Pin')
  view.type('Grootboekrekening pin', '2010')
  await view.settle()
  view.getByRole('button', {
    name: 'Akkoord met alle 6',
    description: /Zonder Pin 2010\. Daarover beslist u zelf\.$/,
  })
  expect(row.textContent).toContain(request)
  view.press('Samenvatting', 'tab')
  await view.settle()
  expect(view.getByRole('tabpanel').textContent).toContain(request)
  view.press(/^Grootboekrekeningen/, 'tab')
  await view.settle()
  view.press('Toch 2010 gebruiken : Pin')
  expect(row.textContent).toContain('Toch gebruikt')
  expect(row.textContent).toContain('SnelStart weigert boekingen: op de functie Dagboek balans')
  expect(row.textContent).not.toContain(request)
})

test.for([
  [['dry_run'], 0],
  [[], 1],
] as const)(
  'with the flags %j, the summary states %i times that the submit saves the settings',
  async ([flags, times]) => {
    const view = await renderWizard('summary', { flags })
    const help = 'De instellingen worden opgeslagen als u op Voltooien klikt.'
    expect(view.queryAllByText(help)).toHaveLength(times)
  },
)

const reason = { errorCode: 'BOE-0084', message: 'Omschrijving is verplicht.' }

test.for([
  ['reasons', { status: 400, body: [reason] }],
  ['no reasons', { status: 403, body: [] }],
] as const)(
  'shows an error below the fields if SnelStart gives %s for a refused ledger',
  async ([, response], { expect }) => {
    const fault = { kind: 'status', ...response } as const
    await sandbox.strikeNext('POST', '/api/snelstart/journals/grootboeken', fault)
    const view = await renderWizard('journals')
    view.press('Wijzigen: Pin')
    view.press('Aanmaken : Pin')
    await view.settle()
    const lines = describeElement(view.getByRole('alert'))
    expect(lines.slice(0, lines.indexOf('  group'))).toMatchSnapshot()
  },
)

test('shows a warning and ignores Enter if SnelStart refuses the function of a new ledger', async ({
  expect,
}) => {
  const view = await renderWizard('journals')
  view.press('Wijzigen: Pin')
  view.type('Functie (niet verplicht)', 'DagboekBalans')
  const row = view.getByRole('group', { name: 'Pin' })
  const field = view.getByLabelText('Functie (niet verplicht)')
  runTaskAndRender(() => fireEvent.keyDown(field, { key: 'Enter' }))
  expect(describeElement(row).slice(-4)).toMatchSnapshot()
  view.type('Code (niet verplicht)', 'WinstEnVerlies')
  view.type('Functie (niet verplicht)', '')
  runTaskAndRender(() => fireEvent.keyDown(field, { key: 'Enter' }))
  await view.settle()
  const sent = await sandbox.requests('/api/snelstart/journals/grootboeken')
  expect(sent).toMatchObject([{ body: { rekening_code: 'WinstEnVerlies' } }])
})

test('marks an invalid amount of the example day, also after a reload', async ({ expect }) => {
  const view = await renderWizard('summary')
  view.unfold('Voorbeelddag')
  view.press('Eigen bedragen invullen', 'switch')
  view.type('Contant', '12x')
  expect(describeElement(view.getByRole('table', { name: 'Voorbeelddag' }))).toMatchSnapshot(
    'table',
  )
  view.press('Eigen bedragen invullen', 'switch')
  expect(describeElement(view.getByRole('region', { name: 'Voorbeelddag' }))).toMatchSnapshot(
    'flow',
  )
  view.press('Eigen bedragen invullen', 'switch')
  view.getByRole('textbox', { name: 'Contant', description: /^Vul een bedrag in/ })
})

test('shows the bookkeeper every ledger with its verdict', async ({ expect }) => {
  const view = await renderWizard('journals')
  view.unfold('Vraag het uw boekhouder')
  expect(describeElement(view.getByRole('region', { name: /^Kloppen deze/ }))).toMatchSnapshot()
})

test('the report of a dry run states that nothing was sent and names no started import', async () => {
  const { setup, portal } = await openReadyWizard({ ...cheeseShopLocation, flags: ['dry_run'] })
  await setup.submitting.submit()
  setCurrentPortal(portal)
  const report = render(<ReportView report={shownReport(setup)} />)
  report.getByRole('heading', { name: 'Verslag van het proefdraaien: er is niets verstuurd' })
  expect(report.queryByText(/^Import van/)).toBeNull()
})

test.for([[[]], [['dry_run']], [['skip_final_redirect']]] as const)(
  'presents the final screen of a completed wizard with the flags %j',
  async ([flags], { expect }) => {
    const view = await renderWizard('summary', { place: liquorLocation, flags })
    view.press('Voltooien')
    await view.settle()
    expect(view.dialogs).toMatchSnapshot('dialogs')
    expect(view.lines()).toMatchSnapshot('end')
  },
)

test.for([
  [{ administration: 9999, location: 2001 }, {}],
  [
    { administration: 1007, location: 2001 },
    { variant: 'polaris', locale: 'en' },
  ],
] as const)('explains why the address %j opens no wizard', async ([place, options], { expect }) => {
  expect((await renderWizard('snelstart', { place, ...options })).lines()).toMatchSnapshot()
})

test('offers to load a coupling again after a failure, and to check it', async ({ expect }) => {
  await sandbox.failNext('GET', '/api/snelstart/company')
  const view = await renderWizard('snelstart')
  expect(view.lines()).toMatchSnapshot()
  view.press('Opnieuw proberen')
  await view.settle()
  view.getByText('Gekoppeld', { selector: '[role=status] *' })
})

test('shows the number of the customer, and that the wizard is open in another tab', async ({
  expect,
}) => {
  await sandbox.answer('GET', '/api/registrations/registration', {
    administration_id: 1,
    coc: '12345678',
  })
  const changes = { hold: () => Promise.resolve(false) }
  expect(
    (await renderWizard('unknown_relation', { changes })).lines().slice(0, 8),
  ).toMatchSnapshot()
})

test('creates the relation that does not exist, and refuses one that is no customer', async ({
  expect,
}) => {
  const path = '/api/snelstart/relations'
  const body = [{ errorCode: 'REL-0001', message: 'Relatiecode bestaat al.' }]
  await sandbox.strikeNext('POST', path, { kind: 'status', status: 400, body })
  const view = await renderWizard('unknown_relation', { place: placeWithoutRelation })
  expect(view.lines()).toMatchSnapshot('missing')
  for (const state of ['refused', 'created']) {
    view.press('Aanmaken')
    await view.settle()
    expect(view.panel()).toMatchSnapshot(state)
  }
  expect(document.activeElement).toBe(
    view.getByText('Deze relatie is aangemaakt', { exact: false }),
  )
  await sandbox.answer('GET', path, [{ id: 'r', relatiecode: 5, naam: 'B', relatiesoort: [] }])
  view.type('Relatiecode', '5')
  await view.settle()
  expect(view.panel()).toMatchSnapshot('no customer')
})

test('selects, removes and creates a product for deposits', async ({ expect }) => {
  const view = await renderWizard('import_and_sync')
  view.unfold('Alleen voor het verslag')
  await view.settle()
  const group = view.getByRole('group', { name: /^Emballage/ })
  const product = view.getByRole<HTMLInputElement>('combobox', { name: /^Emballageproduct/ })
  runTaskAndRender(() => fireEvent.click(product))
  view.press(/statiegeld krat/, 'option')
  expect(describe(group)).toMatchSnapshot('selected')
  product.blur()
  view.press('Geen product kiezen : Emballageproduct')
  expect([document.activeElement, product.value]).toEqual([product, ''])
  view.press('Nieuw product aanmaken : Emballageproduct', 'switch')
  await view.settle()
  view.press('Aanmaken : Emballageproduct')
  await view.settle()
  expect(describe(group)).toMatchSnapshot('incomplete')
  expect(await sandbox.requests('/api/snelstart/product')).toEqual([])
  view.type('Productnaam', 'Krat')
  view.type('Artikelcode (SKU)', 'KRAT')
  fireEvent.keyDown(view.getByLabelText('Productnaam'), { key: 'Enter' })
  await view.settle()
  expect(describe(group)).toMatchSnapshot('created')
  expect(product.value).toContain('Krat')
})

test('keeps the product that the user selects while another one is being created', async () => {
  await sandbox.delay('POST', '/api/snelstart/product', 300)
  const view = await renderWizard('import_and_sync')
  view.unfold('Alleen voor het verslag')
  await view.settle()
  view.press('Nieuw product aanmaken : Emballageproduct', 'switch')
  view.type('Productnaam', 'Krat')
  view.type('Artikelcode (SKU)', 'KRAT')
  view.press('Aanmaken : Emballageproduct')
  view.press('Nieuw product aanmaken : Emballageproduct', 'switch')
  const product = view.getByRole<HTMLInputElement>('combobox', { name: /^Emballageproduct/ })
  runTaskAndRender(() => fireEvent.click(product))
  view.press(/statiegeld krat/, 'option')
  await view.settle()
  expect(await sandbox.requests('/api/snelstart/product')).toHaveLength(1)
  expect(product.value).toMatch(/statiegeld krat/)
})

test('the summary can be used as soon as it appears', async () => {
  const view = await renderWizard('summary', { isSettled: false })
  const day = await view.findByRole('region', { name: 'Voorbeelddag' })
  expect(day.closest('fieldset')).toHaveProperty('disabled', false)
})

test('lists a change next to the stored answer, and leads back to the summary', async ({
  expect,
}) => {
  const view = await renderWizard('import_and_sync', { place: liquorLocation })
  view.press('Producten synchroniseren', 'switch')
  view.press(/^Samenvatting/, 'tab')
  await view.settle()
  expect(view.panel()).toMatchSnapshot('summary')
  view.press('Wijzig Import en synchronisatie')
  await view.settle()
  expect(view.lines().slice(-3)).toMatchSnapshot('step')
  view.press('Terug naar de samenvatting')
  await view.settle()
  view.getByRole('tabpanel', { name: 'Samenvatting' })
})

test.for([
  ['list of ledgers', 0],
  ['example day', 1],
] as const)('opens the ledger to change from the %s, and selects its number', async ([, index]) => {
  const view = await renderWizard('journals')
  view.press('Wijzigen: Pin')
  view.type('Grootboekrekening pin', '2010')
  await view.settle()
  view.press('Wijzigen: Pin')
  view.press('Samenvatting', 'tab')
  await view.settle()
  const change = view.getAllByRole('button', { name: 'Wijzig Pin' })[index]
  runTaskAndRender(() => change?.click())
  await view.settle()
  const field = await view.findByLabelText<HTMLInputElement>('Grootboekrekening pin')
  await vi.waitFor(() => expect(document.activeElement).toBe(field))
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 4])
})

test('offers a retry of a failed save, then of failed imports', async ({ expect }) => {
  const company = '/api/snelstart/company/{identifier}'
  const view = await renderWizard('import_and_sync', {
    place: liquorLocation,
    flags: ['skip_final_redirect'],
  })
  view.press('Producten synchroniseren', 'switch')
  view.press(/^Samenvatting/, 'tab')
  await view.settle()
  await sandbox.failNext('POST', company)
  view.press('Voltooien')
  await view.settle()
  const progress = view.getByRole('region', { name: 'Voortgang van het opslaan' })
  expect(describe(progress)).toMatchSnapshot('save')
  await sandbox.failNext('GET', '/api/snelstart/product/import', 400)
  await sandbox.strikeNext('GET', '/api/snelstart/relations/import', { kind: 'drop' })
  view.press(/^Opnieuw proberen/)
  expect(document.activeElement).toBe(progress.parentElement)
  const report = await view.findByText('Verslag bewaren', { selector: '[href]' })
  const end = report.closest('#finish')
  expect(describe(view.getByRole('alert')).slice(1)).toMatchSnapshot('import')
  const form = view.getByRole('tabpanel').closest('form')
  await vi.waitFor(() => expect(form?.getAttribute('aria-busy')).toBe('false'))
  view.press('Opnieuw proberen')
  expect(document.activeElement).toBe(end)
  await view.settle()
  expect(view.lines().slice(4)).toMatchSnapshot('end')
})

test('opens the customer portal if the user continues without a failed import', async ({
  expect,
}) => {
  const fault = { kind: 'status', status: 400 } as const
  await sandbox.injectFault({ method: 'GET', path: '/api/snelstart/relations/import', fault })
  const view = await renderWizard('summary', { place: liquorLocation })
  view.press('Voltooien')
  await view.findByText('Verslag bewaren', { selector: '[href]' })
  expect(view.queryByText(/^Kijk in het klantenportaal/)).toBeNull()
  view.press('Doorgaan zonder import')
  await view.settle()
  expect(view.lines().slice(4)).toMatchSnapshot()
  expect(document.activeElement).toBe(view.getByRole('heading'))
  expect(view.environment.visited).toEqual([`${sandbox.url}/customers`])
})

test('discards a restored draft after a confirmation', async ({ expect }) => {
  const first = await renderWizard('import_and_sync')
  first.press('Producten synchroniseren', 'switch')
  first.show(null)
  const { tabStorage, sharedStorage } = first.environment
  const view = await renderWizard('import_and_sync', { changes: { tabStorage, sharedStorage } })
  view.press('Opnieuw beginnen')
  await view.settle()
  expect(view.dialogs).toEqual(['form:startAnewQuestion'])
  expect(view.lines()).toMatchSnapshot()
})

test('offers the choices of the last customer, and returns to the recommended ones', async ({
  expect,
}) => {
  const answers = { sync_relations: false }
  const first = await openReadyWizard({ ...cheeseShopLocation, application: 'desktop', answers })
  await first.setup.ledgers.eft.choose('1300')
  first.setup.ledgers.eft.accept()
  await first.setup.submitting.submit()
  const { sharedStorage } = first.environment
  const view = await renderWizard('snelstart', {
    place: placeWithoutRelation,
    changes: { sharedStorage },
  })
  const plan = () => describe(view.getByRole('region', { name: /keuzes|instellingen|ingevuld/i }))
  view.press('Keuzes van de vorige keer: Oefenkaashandel Gekoppeld')
  await view.settle()
  expect(plan()).toMatchSnapshot('last')
  view.press('Aanbevolen instellingen')
  await view.settle()
  expect(plan().filter((line) => /h3|synchroniseren|-kind/.test(line))).toMatchSnapshot(
    'recommended',
  )
  view.press(/^Wijzig Producten en relaties/)
  await view.settle()
  view.press('Relaties synchroniseren', 'switch')
  view.press('Terug naar de lijst')
  await view.settle()
  expect(plan().filter((line) => /h3|synchroniseren|-kind/.test(line))).toMatchSnapshot('own')
  view.press('Wijzig Import en synchronisatie')
  for (const name of [/^Samenvatting/, /^Import/]) {
    await view.settle()
    view.press(name, 'tab')
  }
  await view.settle()
  view.getByRole('button', { name: 'Volgende' })
})

test('selects the application of the last choices at once, and keeps a later change', async () => {
  const first = await openReadyWizard({ ...cheeseShopLocation, application: 'desktop' })
  await first.setup.submitting.submit()
  const { sharedStorage } = first.environment
  const view = await renderWizard('snelstart', {
    place: placeWithoutRelation,
    changes: { sharedStorage },
  })
  const chosen = () => view.getByRole<HTMLInputElement>('radio', { checked: true }).value
  view.press(/^Keuzes van de vorige keer/)
  await view.settle()
  expect(chosen()).toBe('desktop')
  view.press(/^Snelstart Web/, 'radio')
  for (const name of [/^Stap voor stap/, 'Terug']) {
    await view.settle()
    view.press(name)
  }
  await view.settle()
  expect(chosen()).toBe('web')
})

test('carries out the plan, then presents the summary of all that was created', async ({
  expect,
}) => {
  const view = await renderWizard('snelstart', { place: placeWithoutRelation })
  view.press('Zo doen')
  await view.settle()
  expect(document.activeElement?.textContent).toBe('Samenvatting')
  expect(view.lines().slice(7, 20)).toMatchSnapshot()
})

test('selects a ledger from the search, and states why SnelStart may refuse it', async ({
  expect,
}) => {
  const view = await renderWizard('journals')
  view.press('Wijzigen: Pin')
  view.unfold('Bestaande grootboekrekening zoeken')
  await view.settle()
  const search = view.getByRole('combobox', { name: /^Zoeken/ })
  runTaskAndRender(() => fireEvent.click(search))
  expect(
    describe(view.getByRole('listbox')).filter((line) => line.startsWith('  option')),
  ).toMatchSnapshot('search')
  view.press(/^1300/, 'option')
  await view.settle()
  expect(document.activeElement).toBe(view.getByLabelText('Grootboekrekening pin'))
  expect(describe(view.getByRole('group', { name: 'Pin' }))).toMatchSnapshot('row')
})

test('names the ledgers that were not created, and focuses the result', async ({ expect }) => {
  const view = await renderWizard('journals')
  const fault = { kind: 'status', status: 400 } as const
  await sandbox.injectFault({ method: 'POST', path: '/api/snelstart/journals/grootboeken', fault })
  view.press('Akkoord met alle 7')
  await view.settle()
  const result = view.getByText(/4 niet aangemaakt/)
  await vi.waitFor(() => expect(document.activeElement).toBe(result))
  expect(describe(view.getByRole('group', { name: 'Contant' }))).toMatchSnapshot('ledger')
  view.press('Samenvatting', 'tab')
  await view.settle()
  expect(view.panel().slice(0, 20)).toMatchSnapshot('summary')
})

test('reports a failure of several lookups once, above all ledgers', async ({ expect }) => {
  for (const number of [2200, 2210])
    await sandbox.failNext('GET', `/api/snelstart/journals/grootboeken/${number}`)
  const view = await renderWizard('journals')
  expect(view.panel().slice(0, 40)).toMatchSnapshot()
  view.press('Opnieuw proberen')
  await view.settle()
  view.getByRole('button', { name: 'Akkoord met alle 7' })
})

test('lists what is missing after a submit, and marks the ledger without a number', async ({
  expect,
}) => {
  const view = await renderWizard('journals')
  view.press('Wijzigen: Pin')
  view.type('Grootboekrekening pin', '')
  view.press('Wijzigen: Pin')
  view.press('Samenvatting', 'tab')
  await view.settle()
  view.press('Voltooien')
  await view.settle()
  expect(view.lines().slice(4, 30)).toMatchSnapshot('summary')
  expect(describe(view.getByRole('group', { name: 'Pin' }))).toMatchSnapshot('row')
})

test.for([
  ['none', []],
  ['a failure', null],
] as const)('explains that order templates cannot be chosen: %s', async ([, body], { expect }) => {
  const path = '/api/snelstart/salesorder/template'
  if (body === null) await sandbox.failNext('GET', path)
  else await sandbox.answer('GET', path, body)
  const view = await renderWizard('snelstart', { place: liquorLocation })
  expect(view.panel().slice(0, 16)).toMatchSnapshot()
})

test('polaris warns only of stored settings for the desktop program', async () => {
  const view = await renderWizard('snelstart', { variant: 'polaris' })
  expect(view.queryByRole('link', { name: 'Instellingen voor Snelstart 12 openen' })).toBeNull()
})

test.for(['nl', 'en'] as const)(
  'the report names refused and doubtful ledgers, and is saved as a page (%s)',
  async (locale, { expect }) => {
    const { setup, portal } = await openReadyWizard({ ...cheeseShopLocation, locale })
    for (const [purpose, number] of [
      ['eft', '2010'],
      ['webshop', '1300'],
    ] as const) {
      await setup.ledgers[purpose].choose(number)
      setup.ledgers[purpose].accept()
    }
    await setup.submitting.submit()
    setCurrentPortal(portal)
    const report = {
      ...shownReport(setup),
      lastAt: portal.environment.now(),
      products: ['Krat (1)'],
    }
    const view = render(<ReportView report={report} />, locale)
    const link = await view.findByRole<HTMLAnchorElement>('link')
    expect(view.lines().map((line) => line.replace(/ [AP]M$/, ''))).toMatchSnapshot()
    expect(link.download).toMatch(/^koppelpunt-1007-2008-2027-01-15\.html$/)
    const page = await resolveObjectURL(link.href)?.text()
    expect(page).toMatch(new RegExp(`^<!doctype html><html lang="${locale}"><head>`))
    expect(page).toContain('2010')
  },
)

test('the final screen counts the ledgers to look at again', async ({ expect }) => {
  const view = await renderWizard('journals', { place: liquorLocation })
  view.press('Wijzigen: Pin')
  view.type('Grootboekrekening pin', '2010')
  await view.settle()
  view.press('Toch 2010 gebruiken : Pin')
  view.press(/^Samenvatting/, 'tab')
  await view.settle()
  expect(view.panel().slice(0, 20)).toMatchSnapshot('summary')
  view.press('Voltooien')
  await view.settle()
  expect(view.lines().slice(4)).toMatchSnapshot('end')
})

const newPlace = {
  administration: { id: 1001, name: 'Nieuwe Zaak', country_code: 'NL' },
  location: { id: 2001, name: 'Hoofdwinkel' },
}
const pending = { key: 'sleutel', approvedBy: 'package' } as const

test('announces a requested check of the coupling and restarts the coupling at the same location', async ({
  expect,
}) => {
  await sandbox.failNext('GET', '/api/locations/location/2001', 404)
  const view = await renderWizard('snelstart', {
    place: webApplicationLocation,
    prepare: (environment) =>
      rememberPendingKey(createOwner(environment), {
        ...webApplicationLocation,
        ...pending,
        replacesAnother: false,
        place: newPlace,
      }),
  })
  expect(view.lines().slice(0, 16)).toMatchSnapshot('late')
  await sandbox.delay('GET', '/api/snelstart/company', 300)
  view.press('Opnieuw controleren')
  expect(view.lines().slice(0, 16)).toMatchSnapshot('looking')
  view.container.addEventListener('click', (event) => event.preventDefault())
  view.press('Koppeling opnieuw starten', 'link')
  expect(openConnectDraft(view.portal).read()?.location).toMatchObject({ id: 2001 })
})

test('shows the approval link of a replacement key until the user hides the link', async ({
  expect,
}) => {
  const view = await renderWizard('snelstart', {
    place: liquorLocation,
    prepare: (environment) =>
      rememberPendingKey(createOwner(environment), {
        ...liquorLocation,
        ...pending,
        replacesAnother: true,
        isHandedOver: true,
      }),
  })
  const link = view.getByRole('region', { name: 'Link doorsturen' })
  expect(describe(link)).toMatchSnapshot()
  const field = view.getByRole<HTMLInputElement>('textbox', { name: 'Link om goed te keuren' })
  runTaskAndRender(() => field.focus())
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
  view.press('Link niet meer tonen')
  expect(link.isConnected).toBe(false)
})

test('the change button of the plan focuses the order template of the desktop application', async () => {
  const view = await renderWizard('snelstart')
  view.press(/^Snelstart 12/, 'radio')
  await view.settle()
  view.press('Wijzig Standaard ordersjabloon')
  const field = view.getByLabelText('Standaard ordersjabloon')
  await vi.waitFor(() => expect(document.activeElement).toBe(field))
  view.press(/^Snelstart Web/, 'radio')
  expect(field.isConnected).toBe(false)
})

test('a save that fails because the session ended only asks to sign in', async ({ expect }) => {
  const path = '/api/snelstart/company/{identifier}'
  await sandbox.injectFault({ method: 'POST', path, fault: { kind: 'status', status: 401 } })
  const view = await renderWizard('import_and_sync', { place: liquorLocation })
  view.press('Producten synchroniseren', 'switch')
  view.press(/^Samenvatting/, 'tab')
  await view.settle()
  const tokenInsteadOf = () => Promise.reject(new SessionEndedError('over'))
  Object.assign(view.portal.session, { tokenInsteadOf })
  view.press('Voltooien')
  await view.settle()
  expect(describe(view.getByRole('region', { name: /^Voortgang/ }))).toMatchSnapshot()
})
