import type { Environment } from '../src/lib/environment.ts'
import { withApplication, type Application, type Variant } from '../src/lib/domain/wizard.ts'
import { ledgerPurposes, requiredPurposes } from '../src/lib/domain/ledgers.ts'
import type { FlagName } from '../src/lib/flags/client.ts'
import { itemsOf } from '../src/stores/list.ts'
import { createOpening } from '../src/stores/wizard/opening.ts'
import type { Setup } from '../src/stores/wizard/setup.ts'
import { answerDialogs } from './boarding.ts'
import { configurationFor } from './configuration.ts'
import { createTestEnvironment, type TestEnvironment } from './environment.ts'
import { createTestPortal, testUser } from './portal.ts'
import type { SandboxControl } from './sandbox.ts'

interface Options {
  sandbox: SandboxControl
  administration: number
  location: number
  variant?: Variant
  flags?: readonly FlagName[]
  /** Name of the idempotency header; empty: not sent. */
  header?: string
  /** A browser tab of an earlier wizard: what it remembers is still there. */
  environment?: TestEnvironment
  changes?: Partial<Environment>
  /** Which dialogs are agreed to, by their message key; all unless given. */
  agrees?: (key: string) => boolean
}

/** Opens the wizard of a connected administration and location, as somebody who is signed in does. */
export async function openWizard(options: Options) {
  const { sandbox, administration, location, variant = 'wizard', flags = [], agrees } = options
  const { header = 'Idempotency-Key' } = options
  const address = `http://localhost:4321/${variant}?administration=${administration}&location=${location}`
  const environment = options.environment ?? createTestEnvironment(address, options.changes)
  const token = await sandbox.token('admin@koppelpunt.test')
  const portal = createTestPortal({
    configuration: configurationFor(sandbox.url, { PORTAL_IDEMPOTENCY_HEADER: header }),
    environment,
    flags,
    token: () => Promise.resolve(token),
  })
  const dialogs = answerDialogs(portal, agrees)
  const linkTo = () => ({ address: new URL('blob:report') })
  const opening = createOpening({ portal, user: testUser, variant, linkTo })
  await opening.start(new AbortController().signal)
  const state = opening.$opening.get()
  if (state.status !== 'connected') throw new Error(`The wizard is ${state.status}`)
  await lookedUp(state.setup)
  return { setup: state.setup, portal, environment, dialogs, opening }
}

/** Until nothing is being looked up any more. */
export async function lookedUp({ ledgers, relation }: Setup): Promise<void> {
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

/** Accepts the ledgers that exist and makes those that lack, and the relation where it lacks. */
export async function settleLedgers({ ledgers, relation }: Setup): Promise<void> {
  for (const purpose of requiredPurposes) {
    const { $state, accept, create } = ledgers[purpose]
    if ($state.get().status === 'missing') await create()
    accept()
  }
  if (relation.$state.get().status === 'missing') await relation.create()
}

interface Choices {
  application?: Application
  usesStock?: boolean
}

/** Chooses an application; for desktop the first order template, and two for stock. */
export function chooseApplication(
  setup: Setup,
  { application = 'web', usesStock = false }: Choices = {},
): void {
  const values = withApplication(setup.initial, application)
  const [standard, register, account] = itemsOf(setup.templates.$list.get())
  if (application === 'web') {
    setup.keep(values)
    return
  }
  setup.keep({
    ...values,
    snelstart: { application, default_order_template: standard?.id ?? null },
    inhandel: {
      use_stock: usesStock,
      register_order_template: usesStock ? (register?.id ?? null) : null,
      account_order_template: usesStock ? (account?.id ?? null) : null,
    },
  })
}
