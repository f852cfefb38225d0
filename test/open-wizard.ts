import type { RecordedRequest } from '../sandbox/control/recorder.ts'
import type { Environment } from '../src/lib/environment.ts'
import { type SnelStartApp, type WizardVariant } from '../src/lib/accounting/snelstart/choices.ts'
import { changeApplication, type WizardValues } from '../src/lib/accounting/snelstart/values.ts'
import type { Report } from '../src/lib/accounting/snelstart/summary.ts'
import {
  ledgerPurposes,
  requiredPurposes,
  type LedgerPurpose,
} from '../src/lib/accounting/snelstart/ledgers.ts'
import wizardTexts from '../src/lib/i18n/messages/nl/wizard.json' with { type: 'json' }
import { getListItems } from '../src/stores/form/list.ts'
import { createWizardLoader, type WizardLoader } from '../src/stores/wizard/screen.ts'
import type { Wizard } from '../src/stores/wizard/wizard.ts'
import { createCouplingSetup, type CouplingSetup } from '../src/stores/wizard/setup.ts'
import { answerDialogs, createSandboxPortal, type SandboxPortalOptions } from './portal.ts'
import { createTestEnvironment, type TestEnvironment } from './environment.ts'
import { sandbox } from './test.ts'

interface PageOptions extends SandboxPortalOptions {
  environment: TestEnvironment
  variant?: WizardVariant
  /** Returns true to confirm a dialog, given its message key. */
  agrees?: Parameters<typeof answerDialogs>[1]
}

interface Options extends Partial<PageOptions> {
  administration?: number
  location?: number
  changes?: Partial<Environment>
}

const messageKeys = new Set(Object.keys(wizardTexts).map((name) => `wizard:${name}`))

/** Returns true for the message keys that a report may contain. */
const isMessageKey = (key: string) => messageKeys.has(key)

/** Creates a wizard page without opening it, and records the dialogs. */
export function createOpeningPage({ variant = 'wizard', agrees, ...options }: PageOptions) {
  const portal = createSandboxPortal(options)
  const dialogs = answerDialogs(portal, agrees)
  return { portal, dialogs, opening: createWizardLoader(portal, variant) }
}

/** Returns the wizard after all lookups, or throws without a coupling. */
export async function waitForWizard({ $opening }: WizardLoader): Promise<Wizard> {
  const state = $opening.get()
  if (state.status !== 'connected') throw new Error(`The wizard is ${state.status}`)
  await waitForLookups(state.wizard)
  return state.wizard
}

export function startWizardOpening({ $opening, start }: WizardLoader): Promise<void> {
  return new Promise((resolve, reject) => {
    $opening.listen(({ status }) => {
      if (status === 'unconfirmed') resolve()
    })
    start().then(resolve, reject)
  })
}

/** Opens the wizard, by default of a location that was never set up. */
export async function openWizard(options: Options = {}) {
  const { administration, location, variant = 'wizard' } = { ...cheeseShopLocation, ...options }
  const address = `http://localhost:4321/${variant}?administration=${administration}&location=${location}`
  const environment = options.environment ?? createTestEnvironment(address, options.changes)
  const token = await sandbox.token('admin@koppelpunt.test')
  const page = createOpeningPage({ token: () => Promise.resolve(token), ...options, environment })
  await page.opening.start()
  const linkTo = ({ imports }: Report) =>
    Promise.resolve({ address: new URL(`blob:report?${new URLSearchParams(imports)}`) })
  const changeIn = ({ label }: { label: string }) => ({ label })
  const setup = createCouplingSetup(await waitForWizard(page.opening), {
    linkTo,
    changeIn,
    isMessageKey,
  })
  return { setup, environment, ...page }
}

export async function waitForLookups({ ledgers, relation }: Wizard): Promise<void> {
  const states = [...ledgerPurposes.map((purpose) => ledgers[purpose].$state), relation.$state]
  const isQuiet = () => states.every(($state) => $state.get().status !== 'checking')
  if (isQuiet()) return
  await new Promise<void>((resolve) => {
    const stops = states.map(($state) =>
      $state.listen(() => {
        if (!isQuiet()) return
        for (const stop of stops) stop()
        resolve()
      }),
    )
  })
}

/** Chooses an existing ledger for a purpose and accepts it. */
export async function acceptLedger(
  { ledgers }: Pick<Wizard, 'ledgers'>,
  purpose: LedgerPurpose,
  number: string,
): Promise<void> {
  await ledgers[purpose].choose(number)
  ledgers[purpose].accept()
}

/** Types a relation code and waits for its lookup. */
export async function chooseRelation(wizard: Wizard, code: string): Promise<void> {
  wizard.relation.input(code)
  await waitForLookups(wizard)
}

/** Accepts existing ledgers, and creates missing ledgers and the relation. */
export async function acceptOrCreateLedgers({ ledgers, relation }: CouplingSetup): Promise<void> {
  for (const purpose of requiredPurposes) {
    const { $state, accept, create } = ledgers[purpose]
    if ($state.get().status === 'missing') await create()
    accept()
  }
  if (relation.$state.get().status === 'missing') await relation.create()
}

interface Ready extends Options {
  application?: SnelStartApp
  usesStock?: boolean
  answers?: Partial<WizardValues>
}

/** Opens a wizard with complete values, and clears recorded requests. */
export async function openReadyWizard({
  application = 'web',
  usesStock = false,
  answers = {},
  ...options
}: Ready = {}) {
  const opened = await openWizard(options)
  const { setup } = opened
  const [standard, register, account] = getListItems(setup.templates.$list.get())
  setup.keep({
    ...changeApplication(setup.initial, application),
    ...(application === 'desktop' && {
      default_order_template: standard?.id ?? null,
      use_stock: usesStock,
      register_order_template: usesStock ? (register?.id ?? null) : null,
      account_order_template: usesStock ? (account?.id ?? null) : null,
    }),
    ...answers,
  })
  await acceptOrCreateLedgers(setup)
  await sandbox.clearRequests()
  return opened
}

export function shownReport({ submitting }: CouplingSetup): Report {
  const state = submitting.$state.get()
  if (!('report' in state)) throw new Error(`The wizard shows no report, but is ${state.status}`)
  return state.report
}

export function changeAnswers(setup: CouplingSetup, changes: Partial<WizardValues>): void {
  setup.keep({ ...setup.$values.get(), ...changes })
}

export function toggleProductSync(setup: CouplingSetup): void {
  changeAnswers(setup, { sync_products: !setup.initial.sync_products })
}

/** Coupled locations in the seed of the sandbox. */
export const cheeseShopLocation = { administration: 1007, location: 2008 }
export const liquorLocation = { administration: 1006, location: 2007 }
export const placeWithoutRelation = { administration: 1005, location: 2006 }
export const webApplicationLocation = { administration: 1001, location: 2001 }

type Place = typeof cheeseShopLocation

export async function coupleLocation({ administration, location }: Place): Promise<void> {
  await sandbox.connectKey({ administration_id: administration, location_id: location })
}

export async function readStoredRecords({ administration, location }: Place = cheeseShopLocation) {
  const ofAdministration = (row: { administration_id: number }) =>
    row.administration_id === administration
  const ofPlace = (row: { administration_id: number; location_id: number }) =>
    ofAdministration(row) && row.location_id === location
  const packages = await sandbox.rows('accounting_administrations')
  return {
    settings: (await sandbox.rows('company_settings')).filter(ofPlace),
    paymentLedgers: (await sandbox.rows('payment_ledgers')).filter(ofPlace),
    keys: (await sandbox.rows('keys')).filter(ofPlace),
    ledgers: (await sandbox.rows('ledgers')).filter(ofAdministration),
    relations: (await sandbox.rows('relations')).filter(ofAdministration),
    products: (await sandbox.rows('products')).filter(ofAdministration),
    imports: (await sandbox.rows('imports'))
      .filter(ofAdministration)
      .map(({ kind }) => kind)
      .toSorted(),
    templates: (await sandbox.rows('order_templates')).filter(ofAdministration),
    identifier: packages.find(ofAdministration)?.identifier,
  }
}

/** Returns the recorded writes, including import requests, although these use GET. */
export async function listWizardWrites() {
  const requests = await sandbox.requests()
  return requests
    .filter(({ method, path }) => method !== 'GET' || path.endsWith('/import'))
    .map(({ method, path, body }) => ({ call: `${method} ${path.replace('/api', '')}`, body }))
}

/** Returns true if all requests were pending at the same time. */
export function didOverlap(requests: readonly RecordedRequest[]): boolean {
  const lastStart = Math.max(...requests.map(({ startedAt }) => startedAt))
  const firstEnd = Math.min(...requests.map(({ finishedAt }) => finishedAt ?? Infinity))
  return requests.length > 1 && lastStart < firstEnd
}

/** Creates a clock that tests advance manually to end pauses. */
export function createManualClock() {
  let now = 0
  const pauses = new Set<{ until: number; end: () => void }>()
  return {
    wait: (milliseconds: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        signal?.throwIfAborted()
        const pause = { until: now + milliseconds, end: resolve }
        pauses.add(pause)
        signal?.addEventListener('abort', () => {
          pauses.delete(pause)
          reject(signal.reason as Error)
        })
      }),
    /** Returns how many pauses end in the next `milliseconds`. */
    dueIn: (milliseconds: number) =>
      [...pauses].filter(({ until }) => until <= now + milliseconds).length,
    advance: (milliseconds: number) => {
      now += milliseconds
      for (const pause of pauses) {
        if (pause.until > now) continue
        pauses.delete(pause)
        pause.end()
      }
    },
  }
}
