import { resolveObjectURL } from 'node:buffer'
import { fireEvent } from '@testing-library/dom'
import { expect, onTestFinished, vi } from 'vitest'
import {
  runTaskAndRender,
  describeElement,
  maskPortsAndTimes,
  render,
} from '../../../test/component.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../test/environment.ts'
import {
  cheeseShopLocation,
  coupleLocation,
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
import { buildElement } from '../ui/dom.ts'
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
  /** Returns true to confirm a dialog, given its message key. */
  agrees?: (key: string) => boolean
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
  const dialogs = answerDialogs(portal, options.agrees)
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
  const pressAndSettle = async (...named: Parameters<typeof view.press>) => {
    view.press(...named)
    await view.settle()
  }
  const openStep = async (...names: (string | RegExp)[]) => {
    for (const name of names) await pressAndSettle(name, 'tab')
  }
  const chooseLedger = async (name: string, number: string) => {
    view.press(`Wijzigen: ${name}`)
    view.type(`Grootboekrekening ${name.toLowerCase()}`, number)
    await view.settle()
  }
  const actions = { unfold, panel, pressAndSettle, openStep, chooseLedger }
  return { ...view, environment, portal, dialogs, ...actions }
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
  'presents the step %s of a desktop coupling whose settings are already stored',
  async (step, { expect }) => {
    expect((await renderWizard(step, { place: liquorLocation })).lines()).toMatchSnapshot()
  },
)

test('a found ledger has one button to accept it, and no button after that', async ({ expect }) => {
  const view = await renderWizard('journals')
  view.press('Wijzigen: Kasverschillen')
  const row = view.getByRole('group', { name: 'Kasverschillen' })
  expect(describeElement(row)).toMatchSnapshot('unaccepted')
  view.press('Accepteren : Kasverschillen')
  expect(describeElement(row)).toMatchSnapshot('accepted')
  expect(document.activeElement).toBe(row.querySelector('[role=status]'))
  view.press('Wijzigen: Pin')
  expect(describeElement(view.getByRole('group', { name: 'Pin' }))).toMatchSnapshot('new')
})

test('moves the focus to the number of a ledger when its lookup is retried', async ({ expect }) => {
  const fault = { kind: 'status', status: 400, body: [] } as const
  await sandbox.strikeNext('GET', '/api/snelstart/journals/grootboeken/{number}', fault)
  const view = await renderWizard('journals')
  await view.pressAndSettle('Opnieuw proberen')
  const field = view.getByLabelText('Grootboekrekening contant')
  expect(document.activeElement).toBe(field)
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false)
})

test('asks for the product and ledger of open invoices only if open invoices are used', async ({
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
    if (count === 0) continue
    view.press('Wijzigen: Correcties')
    view.type('Grootboekrekening correcties (niet verplicht)', '8040')
    await view.settle()
    await view.openStep(/^Samenvatting/, /^Import/)
    expect(view.getByRole('group', { name: 'Correcties' }).textContent).toContain('8040')
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

const partly = 'Niet alles is gelukt. Klik nog eens op Zo doen om de rest te proberen.'

test.for([
  [4, 400, 'the relation exists', 'Er is nog niets aangemaakt. Probeer het opnieuw.'],
  [4, 500, 'the relation exists', partly],
  [4, 400, 'the relation is created', partly],
  [1, 400, 'the relation exists', partly],
] as const)('says what was created and why %i ledgers fail with %i if %s', async (row) => {
  const [times, status, relation, text] = row
  const place = relation === 'the relation exists' ? cheeseShopLocation : placeWithoutRelation
  await sandbox.injectFault({
    ...{ method: 'POST', path: '/api/snelstart/journals/grootboeken', times },
    fault: { kind: 'status', status },
  })
  const view = await renderWizard('snelstart', { place })
  const byHand = () => view.getByRole<HTMLButtonElement>('button', { name: /^Stap voor stap/ })
  expect(byHand().disabled).toBe(false)
  view.press('Zo doen')
  expect(byHand().disabled).toBe(true)
  expect(view.getByRole('button', { name: /^Wijzig Verkopen/ })).toHaveProperty('disabled', true)
  await view.settle()
  expect(document.activeElement?.textContent).toBe('Aanbevolen instellingen')
  expect(view.getAllByRole('alert')[0]?.textContent).toBe(text)
  const plan = view.getByRole('region', { name: 'Aanbevolen instellingen' })
  expect(plan.querySelector('details[open]')?.textContent).toContain('Fault injected')
  await view.openStep(/^Grootboekrekeningen/, /^SnelStart/)
  expect(view.queryByText(text)).toBeNull()
})

test('calls nothing uncreated whose response was lost', async () => {
  const path = '/api/snelstart/journals/grootboeken'
  await sandbox.injectFault({ method: 'POST', path, fault: { kind: 'lost' } })
  const view = await renderWizard('snelstart')
  await view.pressAndSettle('Zo doen')
  expect(view.getAllByRole('alert')[0]?.textContent).toBe(partly)
  await view.openStep(/^Grootboekrekeningen/)
  expect(view.panel().join('\n')).not.toMatch(/niet aangemaakt|bestaat nog niet/i)
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
  const isListed = view.queryByText('Dit moet in SnelStart kloppen') !== null
  expect(isListed).toBe(variant === 'wizard')
  await coupleLocation(webApplicationLocation)
  Object.assign(view.container, { id: 'content', tabIndex: -1 })
  view.press('Opnieuw controleren')
  expect(document.activeElement).toBe(view.container)
  await view.settle()
  const confirmed = view.getByText('Gekoppeld').closest('[role=status]')
  await vi.waitFor(() => expect(document.activeElement).toBe(confirmed))
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
  view.press('Link kopiëren')
  await view.findByText('✓ Gekopieerd.')
  const field = view.getByRole<HTMLInputElement>('textbox', { name: 'Link om goed te keuren' })
  expect(view.environment.copied).toEqual([field.value])
})

test('the description of the plan button names the lookup that it waits for', async () => {
  await sandbox.delay('GET', '/api/snelstart/relations', 1000)
  const view = await renderWizard('snelstart', { isSettled: false })
  const description = 'Koppelpunt zoekt de grootboekrekeningen en de relatie op.'
  await view.findByRole('button', { name: 'Zo doen', description })
  const loading = () => view.container.querySelectorAll('.step-panel > .loading')
  expect(loading()).toHaveLength(4)
  await view.settle()
  expect(loading()).toHaveLength(0)
  view.getByRole('button', { name: 'Zo doen', description: '' })
})

test('the ledger row and the summary ask for another ledger until a refused ledger is accepted', async () => {
  const view = await renderWizard('journals')
  const row = view.getByRole('group', { name: 'Pin' })
  const request = 'Kies een andere rekening voor pin: SnelStart weigert boekingen op 2010'
  await view.chooseLedger('Pin', '2010')
  await view.chooseLedger('Webshop', '1300')
  view.getByRole('button', {
    name: 'Akkoord met alle 5',
    description: /Zonder Pin 2010, Webshop 1300\. Daarover beslist u zelf\.$/,
  })
  expect(row.textContent).toContain(request)
  await view.openStep('Samenvatting')
  expect(view.getByRole('tabpanel').textContent).toContain(request)
  await view.openStep(/^Grootboekrekeningen/)
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
    await view.pressAndSettle('Aanmaken : Pin')
    const lines = describeElement(view.getByRole('alert'))
    expect(lines.join()).toContain('Grootboekrekening pin 2210')
    expect(lines.slice(0, lines.indexOf('  group'))).toMatchSnapshot()
  },
)

test('shows a warning and ignores Enter if SnelStart refuses the function of a new ledger', async ({
  expect,
}) => {
  const view = await renderWizard('journals')
  view.press('Wijzigen: Pin')
  view.type('Functie (niet verplicht)', '8')
  const row = view.getByRole('group', { name: 'Pin' })
  const field = view.getByLabelText<HTMLInputElement>('Functie (niet verplicht)')
  expect(field.value).toBe('DagboekBalans')
  runTaskAndRender(() => fireEvent.keyDown(field, { key: 'Enter' }))
  expect(describeElement(row).slice(-4)).toMatchSnapshot()
  expect(row.textContent).not.toContain('bestaat nog niet')
  expect(row.textContent.match(/Kies een andere rekening/g)).toHaveLength(1)
  view.type('Code (niet verplicht)', 'WinstEnVerlies')
  view.type('Functie (niet verplicht)', '')
  view.getByRole('combobox', {
    description: 'Dit mag leeg blijven. Koppelpunt weet niet welke functie SnelStart dan kiest.',
  })
  runTaskAndRender(() => fireEvent.keyDown(field, { key: 'Enter' }))
  expect(describe(row).slice(4)).toMatchSnapshot('creating')
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
  const field = view.getByRole('textbox', { name: 'Contant', description: /^Vul een bedrag in/ })
  runTaskAndRender(() => fireEvent.change(field, { target: { value: '12,5x' } }))
  view.getByRole('textbox', { name: 'Contant', description: '' })
  view.type('Contant', '12,50')
  view.getByText(/^Contant: €\s12,50, 2200 Contante betalingen, nog niet aangemaakt$/)
  const corrected = view.getByRole('textbox', { name: 'Contant' })
  runTaskAndRender(() => fireEvent.change(corrected, { target: { value: '13' } }))
  runTaskAndRender(() => fireEvent.keyDown(corrected, { key: 'Enter' }))
  view.getByText(/^Contant: €\s13,00, 2200/)
})

test('shows the bookkeeper every ledger with its verdict', async ({ expect }) => {
  const view = await renderWizard('journals')
  view.unfold('Vraag het uw boekhouder')
  expect(describeElement(view.getByRole('region', { name: /^Kloppen deze/ }))).toMatchSnapshot()
  view.press('Kopiëren')
  await view.findByText('✓ Gekopieerd.')
  expect(view.environment.copied).toEqual([expect.stringContaining('Contant: 2200')])
})

test('the report of a dry run states that nothing was sent and names no started import', async () => {
  const { setup, portal } = await openReadyWizard({ ...placeWithoutRelation, flags: ['dry_run'] })
  await setup.submitting.submit()
  setCurrentPortal(portal)
  const report = render(<ReportView report={shownReport(setup)} />)
  report.getByRole('heading', { name: 'Verslag van het proefdraaien: er is niets verstuurd' })
  expect(report.queryByText(/^Import van/)).toBeNull()
  report.getByText(/^-2 .*Passant.* \(Proefdraaien: niet echt aangemaakt\)$/)
})

test.for([
  [[], 'starts'],
  [[], 'declines'],
  [['dry_run'], 'starts'],
  [['skip_final_redirect'], 'starts'],
] as const)(
  'presents the final screen with the flags %j to a user who %s the import',
  async ([flags, answer], { expect }) => {
    const agrees = () => answer === 'starts'
    const view = await renderWizard('summary', { place: liquorLocation, flags, agrees })
    await view.pressAndSettle('Voltooien')
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

test('if a coupling fails to load, offers a retry and a link to the check', async ({ expect }) => {
  await sandbox.failNext('GET', '/api/snelstart/company')
  const view = await renderWizard('snelstart')
  expect(view.lines()).toMatchSnapshot()
  await view.pressAndSettle('Opnieuw proberen')
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

test('creates a missing relation, and refuses a relation that is no customer', async ({
  expect,
}) => {
  const path = '/api/snelstart/relations'
  const body = [{ errorCode: 'REL-0001', message: 'Relatiecode bestaat al.' }]
  await sandbox.strikeNext('POST', path, { kind: 'status', status: 400, body })
  const view = await renderWizard('unknown_relation', { place: placeWithoutRelation })
  expect(view.lines()).toMatchSnapshot('missing')
  for (const state of ['refused', 'created']) {
    view.press('Aanmaken')
    expect(view.panel().slice(3)).toMatchSnapshot('creating')
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
  view.type('Relatiecode', '')
  await view.settle()
  expect(view.panel().slice(3)).toMatchSnapshot('no code')
})

test('selects, removes and creates a product for deposits', async ({ expect }) => {
  const view = await renderWizard('import_and_sync')
  view.unfold('Alleen voor het verslag')
  await view.settle()
  const group = () => describe(view.getByRole('group', { name: /^Emballage/ }))
  const product = () => view.getByRole<HTMLInputElement>('combobox', { name: /^Emballageproduct/ })
  runTaskAndRender(() => fireEvent.click(product()))
  view.press(/statiegeld krat/, 'option')
  expect(group()).toMatchSnapshot('selected')
  view.press('Geen product kiezen : Emballageproduct')
  expect([document.activeElement, product().value]).toEqual([product(), ''])
  await view.pressAndSettle('Nieuw product aanmaken : Emballageproduct', 'switch')
  await view.pressAndSettle('Aanmaken : Emballageproduct')
  view.type('Productnaam', '')
  expect(group()).toMatchSnapshot('incomplete')
  expect(await sandbox.requests('/api/snelstart/product')).toEqual([])
  await view.openStep(/^Samenvatting/, /^Import/)
  view.getByRole('textbox', { name: 'Productnaam', description: /klik op Aanmaken of zet/ })
  view.type('Productnaam', 'Krat')
  view.type('Artikelcode (SKU)', 'KRAT')
  const name = view.getByLabelText('Productnaam')
  const pressEnter = () => {
    name.focus()
    // Browsers remove the focus from a disabled field.
    document.addEventListener('keydown', () => name.blur(), { once: true })
    runTaskAndRender(() => fireEvent.keyDown(name, { key: 'Enter' }))
  }
  await sandbox.failNext('POST', '/api/snelstart/product', 400)
  pressEnter()
  await view.settle()
  await vi.waitFor(() => expect(document.activeElement).toBe(name))
  pressEnter()
  expect(group().slice(5)).toMatchSnapshot('creating')
  await view.settle()
  expect(group()).toMatchSnapshot('created')
  await vi.waitFor(() => expect(document.activeElement).toBe(product()))
  await view.openStep(/^Samenvatting/, /^Import/)
  expect(product().value).toContain('Krat')
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
  await view.pressAndSettle(/statiegeld krat/, 'option')
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
  await view.openStep(/^Samenvatting/)
  expect(view.panel()).toMatchSnapshot('summary')
  await view.pressAndSettle('Wijzig Import en synchronisatie')
  expect(view.lines().slice(-3)).toMatchSnapshot('step')
  await view.pressAndSettle('Terug naar de samenvatting')
  view.getByRole('tabpanel', { name: 'Samenvatting' })
})

test.for([true, false])(
  'the summary states the consequences of changed answers (stored: %s)',
  async (isStored, { expect }) => {
    const alter = await prepareAnswerChange(sandbox, '/api/snelstart/company', liquorLocation)
    await alter((settings: object) => ({
      ...settings,
      ...{ write_as_order: isStored, sync_product: isStored, sync_relation: isStored },
      open_invoice_product: !isStored,
    }))
    const view = await renderWizard('inhandel', { place: liquorLocation })
    view.press('Voorraadbeheer gebruiken', 'switch')
    await view.openStep(/^Import/)
    view.press('Relaties synchroniseren', 'switch')
    view.press('Product voor openstaande facturen gebruiken', 'switch')
    await view.openStep(/^Samenvatting/)
    expect(view.panel().slice(2, 36)).toMatchSnapshot()
  },
)

test.for([
  ['list of ledgers', 0],
  ['example day', 1],
] as const)('from the %s, opens a ledger and selects the ledger number', async ([, index]) => {
  const view = await renderWizard('journals')
  await view.chooseLedger('Pin', '2010')
  view.press('Wijzigen: Pin')
  await view.openStep('Samenvatting')
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
  await view.openStep(/^Samenvatting/)
  await sandbox.failNext('POST', company)
  await view.pressAndSettle('Voltooien')
  const progress = view.getByRole('region', { name: 'Voortgang van het opslaan' })
  expect(describe(progress)).toMatchSnapshot('save')
  await sandbox.failNext('GET', '/api/snelstart/product/import', 400)
  await sandbox.strikeNext('GET', '/api/snelstart/relations/import', { kind: 'drop' })
  view.press(/^Opnieuw proberen/)
  expect(document.activeElement).toBe(progress.parentElement)
  const report = await view.findByText('Verslag bewaren', { selector: '[href]' })
  const end = report.closest('#finish')
  expect(describe(view.getByRole('alert')).slice(1)).toMatchSnapshot('import')
  expect(view.getByRole('button', { name: 'Voltooien' }).dataset.kind).toBe('secondary')
  const form = view.getByRole('tabpanel').closest('form')
  await vi.waitFor(() => expect(form?.getAttribute('aria-busy')).toBe('false'))
  view.press('Opnieuw proberen')
  expect(document.activeElement).toBe(end)
  await view.settle()
  expect(view.lines().slice(4)).toMatchSnapshot('end')
})

test('opens the customer portal if the user continues after a failed import', async ({
  expect,
}) => {
  const fault = { kind: 'status', status: 400 } as const
  await sandbox.injectFault({ method: 'GET', path: '/api/snelstart/relations/import', fault })
  const view = await renderWizard('summary', { place: liquorLocation })
  view.press('Voltooien')
  await view.findByText('Koppelpunt kijkt eerst na wat er nu is opgeslagen...')
  await view.findByText('Verslag bewaren', { selector: '[href]' })
  expect(view.queryByText(/^Kijk in het klantenportaal/)).toBeNull()
  await view.pressAndSettle('Doorgaan zonder import')
  expect(view.lines().slice(4)).toMatchSnapshot()
  expect(document.activeElement).toBe(view.getByRole('heading'))
  expect(view.environment.visited).toEqual([`${sandbox.url}/customers`])
})

test('hides the button that discards a restored draft while the wizard reads data before a save', async () => {
  const first = await renderWizard('import_and_sync', { place: liquorLocation })
  first.press('Producten synchroniseren', 'switch')
  first.show(null)
  const { tabStorage, sharedStorage } = first.environment
  const changes = { tabStorage, sharedStorage }
  const view = await renderWizard('summary', { place: liquorLocation, changes })
  view.getByRole('button', { name: 'Opnieuw beginnen' })
  await sandbox.delay('GET', '/api/snelstart/company', 1000)
  view.press('Voltooien')
  await view.findByText(/^Koppelpunt kijkt eerst na/)
  expect(view.queryByRole('button', { name: 'Opnieuw beginnen' })).toBeNull()
})

test('discards a restored draft after a confirmation', async ({ expect }) => {
  const first = await renderWizard('import_and_sync')
  first.press('Producten synchroniseren', 'switch')
  first.show(null)
  const { tabStorage, sharedStorage } = first.environment
  const answers = [false, true]
  const view = await renderWizard('import_and_sync', {
    changes: { tabStorage, sharedStorage },
    agrees: () => answers.shift() ?? false,
  })
  await view.pressAndSettle('Opnieuw beginnen')
  view.getByRole('switch', { name: 'Producten synchroniseren', checked: false })
  await view.pressAndSettle('Opnieuw beginnen')
  expect(view.dialogs).toEqual(['form:startAnewQuestion', 'form:startAnewQuestion'])
  expect(view.lines()).toMatchSnapshot()
})

test('applies the choices of the last customer, and the recommended settings again on demand', async ({
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
  const heading = view.getByRole('heading', { name: 'Aanbevolen instellingen' })
  await view.pressAndSettle('Keuzes van de vorige keer: Oefenkaashandel Gekoppeld')
  expect(document.activeElement).toBe(heading)
  expect(plan()).toMatchSnapshot('last')
  view.getByRole('button', { name: 'Aanbevolen instellingen' }).focus()
  await view.pressAndSettle('Aanbevolen instellingen')
  expect(document.activeElement).toBe(heading)
  expect(plan().filter((line) => /h3|synchroniseren|-kind/.test(line))).toMatchSnapshot(
    'recommended',
  )
  await view.pressAndSettle(/^Wijzig Producten en relaties/)
  view.press('Relaties synchroniseren', 'switch')
  await view.pressAndSettle('Terug naar de lijst')
  expect(plan().filter((line) => /h3|synchroniseren|-kind/.test(line))).toMatchSnapshot('own')
  await view.pressAndSettle('Wijzig Import en synchronisatie')
  await view.openStep(/^Samenvatting/, /^Import/)
  view.getByRole('button', { name: 'Volgende' })
})

test('the plan names each task of the user with the reason, and repeats a failed lookup', async ({
  expect,
}) => {
  await sandbox.answer('GET', '/api/snelstart/relations', [
    { id: 'r', relatiecode: -2, naam: 'B', relatiesoort: [] },
  ])
  await sandbox.failNext('GET', '/api/snelstart/journals/grootboeken/2200')
  const view = await renderWizard('journals')
  await view.chooseLedger('Pin', '2010')
  await view.openStep('SnelStart')
  const plan = () => describe(view.getByRole('region', { name: 'Aanbevolen instellingen' }))
  expect(plan().slice(-36)).toMatchSnapshot()
  await view.pressAndSettle('Opnieuw proberen')
  expect(plan().join('\n')).not.toMatch(/Contant: 2200|Opnieuw proberen/)
})

test.for([
  ['Niet-actieve producten importeren', 'Producten en relaties elke 24 uur bijgewerkt'],
  ['Niet-actieve relaties importeren', 'Producten en relaties elke 24 uur bijgewerkt'],
  ['Producten synchroniseren', 'Import en synchronisatie Alleen wat actief is'],
  ['Relaties synchroniseren', 'Import en synchronisatie Alleen wat actief is'],
] as const)('after a change of “%s”, the plan states “%s”', async ([name, text]) => {
  const view = await renderWizard('import_and_sync')
  view.press(name, 'switch')
  await view.openStep('SnelStart')
  expect(view.panel().join('\n')).toContain(`button "${text} Bekijk Verberg"`)
})

test('the last choices also select the application, which the user can then change', async () => {
  const first = await openReadyWizard({ ...cheeseShopLocation, application: 'desktop' })
  await first.setup.submitting.submit()
  const { sharedStorage } = first.environment
  const view = await renderWizard('snelstart', {
    place: placeWithoutRelation,
    changes: { sharedStorage },
  })
  const chosen = () => view.getByRole<HTMLInputElement>('radio', { checked: true }).value
  await view.pressAndSettle(/^Keuzes van de vorige keer/)
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
  await view.pressAndSettle('Zo doen')
  expect(document.activeElement?.textContent).toBe('Samenvatting')
  expect(view.lines().slice(7, 20)).toMatchSnapshot()
})

test('selects a ledger from the search, and states why SnelStart may refuse it', async ({
  expect,
}) => {
  const view = await renderWizard('journals')
  await view.chooseLedger('Webshop', '1300')
  view.press('Wijzigen: Webshop')
  view.press('Wijzigen: Pin')
  view.unfold('Bestaande grootboekrekening zoeken')
  await view.settle()
  const search = view.getByRole('combobox', { name: /^Zoeken/ })
  runTaskAndRender(() => fireEvent.click(search))
  expect(
    describe(view.getByRole('listbox')).filter((line) => line.startsWith('  option')),
  ).toMatchSnapshot('search')
  await view.pressAndSettle(/^1300/, 'option')
  expect(document.activeElement).toBe(view.getByLabelText('Grootboekrekening pin'))
  expect(describe(view.getByRole('group', { name: 'Pin' }))).toMatchSnapshot('row')
})

test('counts one new and one existing ledger in the singular', async ({ expect }) => {
  const view = await renderWizard('journals')
  await view.pressAndSettle('Akkoord met alle 7')
  const notices = []
  for (const [name, number] of Object.entries({ Pin: '2299', Contant: '1201' })) {
    await view.chooseLedger(name, number)
    notices.push(view.panel().filter((line) => line.includes('Akkoord')))
  }
  expect(notices).toMatchSnapshot('ledgers')
  await view.openStep(/^SnelStart/)
  expect(view.panel().filter((line) => line.includes('Bekijk'))).toMatchSnapshot('plan')
})

test('names the ledgers that were not created, and focuses the result', async ({ expect }) => {
  const view = await renderWizard('journals')
  const fault = { kind: 'status', status: 400 } as const
  await sandbox.injectFault({ method: 'POST', path: '/api/snelstart/journals/grootboeken', fault })
  await view.pressAndSettle('Akkoord met alle 7')
  const result = view.getByText(/Bij 4 ging iets mis/)
  await vi.waitFor(() => expect(document.activeElement).toBe(result))
  expect(describe(view.getByRole('group', { name: 'Contant' }))).toMatchSnapshot('ledger')
  await view.openStep('Samenvatting')
  expect(view.panel().slice(0, 20)).toMatchSnapshot('summary')
})

test('keeps a row expanded that has the focus when another lookup fails', async () => {
  const path = '/api/snelstart/journals/grootboeken'
  for (const number of [2210, 2220]) await sandbox.failNext('GET', `${path}/${number}`)
  const late = Promise.withResolvers<undefined>()
  const view = await renderWizard('journals', {
    isSettled: false,
    changes: {
      fetch: async (request, options) => {
        const response = await fetch(request, options)
        if (request instanceof Request && request.url.includes('2220')) await late.promise
        return response
      },
    },
  })
  await view.findByLabelText('Grootboekrekening pin')
  view.unfold('Bestaande grootboekrekening zoeken')
  const search = await view.findByRole('combobox', { name: /^Zoeken/ })
  runTaskAndRender(() => search.focus())
  late.resolve(undefined)
  await view.findByText(/^Meerdere nummers/)
  expect(document.activeElement).toBe(search)
})

test('reports the failure of several lookups once, above the ledger list', async ({ expect }) => {
  for (const number of [2200, 2210])
    await sandbox.failNext('GET', `/api/snelstart/journals/grootboeken/${number}`)
  const view = await renderWizard('journals')
  expect(view.panel().slice(0, 40)).toMatchSnapshot()
  await view.pressAndSettle('Opnieuw proberen')
  view.getByRole('button', { name: 'Akkoord met alle 7' })
})

test('after a submit, lists what is missing and marks the ledger without a number', async ({
  expect,
}) => {
  const view = await renderWizard('journals')
  view.press('Wijzigen: Pin')
  view.type('Grootboekrekening pin', '')
  view.press('Wijzigen: Pin')
  expect(view.panel()).toContain('        [data-kind=neutral] Vul een nummer in')
  await view.openStep('Samenvatting')
  await view.pressAndSettle('Voltooien')
  expect(view.lines().slice(4, 30)).toMatchSnapshot('summary')
  expect(describe(view.getByRole('group', { name: 'Pin' }))).toMatchSnapshot('row')
  view.getByRole('button', { name: 'Terug naar de samenvatting' })
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

test('polaris shows no warning about desktop settings if none are stored', async () => {
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
    const { ledgers, ...shown } = shownReport(setup)
    const others = ['changed', 'gone'] as const
    const report = {
      ...shown,
      ledgers: ledgers.map((ledger, at) => ({
        ...ledger,
        origin: others[at - 4] ?? ledger.origin,
      })),
      lastAt: portal.environment.now() - 24 * 60 * 60_000,
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

test('the file name of a report has the day that the report shows', async ({ expect }) => {
  vi.stubEnv('TZ', 'Europe/Amsterdam')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { setup, portal } = await openReadyWizard(cheeseShopLocation)
  await setup.submitting.submit()
  setCurrentPortal(portal)
  const report = { ...shownReport(setup), at: Date.parse('2027-01-15T00:30+01:00') }
  const view = render(<ReportView report={report} />)
  expect(view.lines().join()).toContain('15 januari 2027')
  const link = await view.findByRole<HTMLAnchorElement>('link')
  expect(link.download).toBe('koppelpunt-1007-2008-2027-01-15.html')
})

test.for([[['Webshop']], [['Webshop', 'Pin']]] as const)(
  'the summary and the final screen name the ledgers to look at again: %j',
  async ([names], { expect }) => {
    const view = await renderWizard('journals', { place: liquorLocation })
    for (const name of names) {
      await view.chooseLedger(name, name === 'Pin' ? '2010' : '1300')
      view.press(name === 'Pin' ? 'Toch 2010 gebruiken : Pin' : 'Accepteren : Webshop')
    }
    await view.openStep(/^Samenvatting/)
    expect(view.panel().slice(0, 22)).toMatchSnapshot('summary')
    await view.pressAndSettle('Voltooien')
    expect(view.lines().slice(4)).toMatchSnapshot('end')
  },
)

const newPlace = {
  administration: { id: 1001, name: 'Nieuwe Zaak', country_code: 'NL' },
  location: { id: 2001, name: 'Hoofdwinkel' },
}
const pending = { key: 'sleutel', approvedBy: 'package' } as const

test('announces a check of the coupling that the user requests, and links to a new coupling of the location', async ({
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
  // Browser translation replaces text nodes.
  const looking = view.getByText(/^Koppelpunt controleert/, { ignore: '[role=status]' })
  looking.firstChild?.replaceWith(buildElement('span', {}, 'Koppelpunt is checking'))
  await view.settle()
  expect(view.queryByText(/Koppelpunt is checking/)).toBeNull()
  await sandbox.clearFaults()
  const fault = { kind: 'status', status: 500 } as const
  await sandbox.injectFault({ method: 'GET', path: '/api/snelstart/company', fault })
  view.press('Opnieuw controleren')
  await view.findByText('De laatste controle is niet gelukt.', { selector: '[role=status]' })
  expect(view.lines().slice(3, 12)).toMatchSnapshot('failed')
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
  view.container.id = 'content'
  view.container.tabIndex = -1
  view.press('Link niet meer tonen')
  expect([link.isConnected, document.activeElement]).toEqual([false, view.container])
})

test('the change button of the plan focuses the order template of the desktop application', async () => {
  const view = await renderWizard('snelstart')
  await view.pressAndSettle(/^Snelstart 12/, 'radio')
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
  await view.openStep(/^Samenvatting/)
  const tokenInsteadOf = () => Promise.reject(new SessionEndedError('over'))
  Object.assign(view.portal.session, { tokenInsteadOf })
  await view.pressAndSettle('Voltooien')
  expect(describe(view.getByRole('region', { name: /^Voortgang/ }))).toMatchSnapshot()
})
