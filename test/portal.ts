import { atom } from 'nanostores'
import type { PublicConfiguration } from '../src/lib/configuration/variables.ts'
import type { FlagName, Flags, FlagsState } from '../src/stores/shell/flags.ts'
import { createIdentityClient } from '../src/lib/identity/identity.ts'
import type { Environment } from '../src/lib/environment.ts'
import type { Person } from '../src/lib/identity/user.ts'
import { createDialogs, type Dialog } from '../src/stores/shell/dialogs.ts'
import type { Id } from '../src/lib/api/endpoint.ts'
import type { PlaceIds } from '../src/lib/domain/place.ts'
import type { Owner } from '../src/lib/remembered.ts'
import { getBoardingWriteName, getKeyWriteName } from '../src/stores/coupling/writes.ts'
import type { WriteLog } from '../src/stores/gateway/write-log.ts'
import type { Portal, SignedIn } from '../src/stores/shell/portal.ts'
import type { SessionState } from '../src/stores/session/session.ts'
import { createSandboxConfiguration } from './configuration.ts'
import { createTestEnvironment, type TestEnvironment } from './environment.ts'
import { sandbox } from './test.ts'

interface PortalOptions {
  environment?: TestEnvironment
  person?: Person
  flags?: readonly FlagName[]
  token?: () => Promise<string>
  locale?: Portal['locale']
}

export const testUser = 'user-1'

export const examplePerson: Person = {
  id: testUser,
  name: 'Tester',
  email: null,
  version: null,
  realmRoles: [],
}

export const createOwner = (environment: Environment, id = testUser): Owner => ({
  environment,
  person: { id },
})

/** Records a created customer with the body of its registration request. */
export function recordBoardedCustomer(
  written: WriteLog,
  place: PlaceIds,
  body = {},
  key: Id = 'sleutel',
) {
  const { administration, location } = place
  written.record(
    getBoardingWriteName('registration'),
    { body },
    { administration_id: administration },
  )
  written.record(getBoardingWriteName('location'), {}, { id: location, name: 'Winkel Noord' })
  const ids = { administration_id: administration, location_id: location }
  written.record(getKeyWriteName(place), { body: ids }, { id: key })
}

export function createTestFlags(enabled: readonly FlagName[] = []) {
  return {
    $flags: atom<FlagsState>({ status: 'ready', enabled }),
    isEnabled: (name) => enabled.includes(name),
    start: () => Promise.resolve(),
  } satisfies Flags
}

/** Creates a signed-in portal, by default with a fake token. */
export function createTestPortal({
  configuration,
  environment = createTestEnvironment(),
  person = examplePerson,
  flags = [],
  token = () => Promise.resolve('no-token'),
  locale = 'nl',
}: PortalOptions & { configuration: PublicConfiguration }): SignedIn & {
  environment: TestEnvironment
} {
  return {
    environment,
    person,
    configuration,
    locale,
    identity: createIdentityClient(environment, configuration, locale),
    session: {
      $session: atom<SessionState>({ status: 'signed-in', person }),
      token,
      tokenInsteadOf: token,
      start: () => Promise.resolve(true),
      watch: () => Promise.resolve(),
      signIn: () => Promise.resolve(),
      signOut: () => Promise.resolve(),
    },
    flags: createTestFlags(flags),
    dialogs: createDialogs(),
  }
}

export interface SandboxPortalOptions extends PortalOptions {
  /** Name of the idempotency header. Empty to send none. */
  header?: string
  account?: string
}

/** Creates an administrator's portal that uses the test file's sandbox. */
export function createSandboxPortal({
  header = 'Idempotency-Key',
  account = 'admin@koppelpunt.test',
  ...options
}: SandboxPortalOptions = {}) {
  return createTestPortal({
    configuration: createSandboxConfiguration(sandbox.url, { PORTAL_IDEMPOTENCY_HEADER: header }),
    token: () => sandbox.token(account),
    ...options,
  })
}

export function waitForDialog({ dialogs: { $dialog } }: Portal): Promise<Dialog> {
  return new Promise((resolve) => {
    const stop = $dialog.subscribe((dialog) => {
      if (dialog === null) return
      queueMicrotask(() => stop())
      resolve(dialog)
    })
  })
}

/** Answers the next dialog, then waits for the action to finish. */
export async function answerNextDialog(
  portal: Portal,
  pressed: Promise<unknown>,
  agrees = true,
): Promise<Dialog> {
  const dialog = await waitForDialog(portal)
  dialog.answer(agrees)
  await pressed
  return dialog
}

/** Answers all dialogs and collects their message keys. */
export function answerDialogs(
  { dialogs: { $dialog } }: Portal,
  agrees: (key: string, dialog: Dialog) => boolean | Promise<boolean> = () => true,
): string[] {
  const shown: string[] = []
  $dialog.listen((dialog) => {
    if (dialog === null) return
    shown.push(dialog.message.key)
    queueMicrotask(() => {
      void Promise.resolve(agrees(dialog.message.key, dialog)).then(dialog.answer)
    })
  })
  return shown
}
