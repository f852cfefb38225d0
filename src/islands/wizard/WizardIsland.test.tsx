import { fireEvent } from '@testing-library/dom'
import { expect } from 'vitest'
import { runTaskAndRender, describeElement, render } from '../../../test/component.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../test/environment.ts'
import {
  cheeseShopLocation,
  liquorLocation,
  openReadyWizard,
  shownReport,
  webApplicationLocation,
} from '../../../test/open-wizard.ts'
import { answerDialogs, createOwner, createSandboxPortal } from '../../../test/portal.ts'
import { prepareAnswerChange } from '../../../test/open-check.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { WizardVariant, WizardStep } from '../../lib/accounting/snelstart/choices.ts'
import type { Environment } from '../../lib/environment.ts'
import type { Locale } from '../../lib/i18n/messages.ts'
import { rememberPendingKey } from '../../stores/coupling/remembered-places.ts'
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
  return { ...view, dialogs, unfold }
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
  'presents the step %s to polaris',
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

test('offers a user who closed the approval to open the approval link again', async () => {
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
  'shows below the fields that SnelStart refused a new ledger with %s',
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

test('warns below a new ledger whose function SnelStart refuses, which Enter does not create', async ({
  expect,
}) => {
  const view = await renderWizard('journals')
  view.press('Wijzigen: Pin')
  view.type('Functie (niet verplicht)', 'DagboekBalans')
  const row = view.getByRole('group', { name: 'Pin' })
  const field = view.getByLabelText('Functie (niet verplicht)')
  runTaskAndRender(() => fireEvent.keyDown(field, { key: 'Enter' }))
  expect(describeElement(row).slice(-4)).toMatchSnapshot()
  view.type('Functie (niet verplicht)', '')
  runTaskAndRender(() => fireEvent.keyDown(field, { key: 'Enter' }))
  await view.settle()
  expect(await sandbox.requests('/api/snelstart/journals/grootboeken')).toHaveLength(1)
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

async function renderReport(flags: FlagName[]) {
  const { setup, portal } = await openReadyWizard({ ...cheeseShopLocation, flags })
  await setup.submitting.submit()
  setCurrentPortal(portal)
  return render(<ReportView report={shownReport(setup)} />)
}

test('presents the report of a completed wizard', async ({ expect }) => {
  expect((await renderReport([])).lines()).toMatchSnapshot()
})

test('the report of a dry run states that nothing was sent and names no started import', async () => {
  const report = await renderReport(['dry_run'])
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
