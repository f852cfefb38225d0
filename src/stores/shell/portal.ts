import type { PageConfiguration } from '../../lib/configuration/load.ts'
import type { Environment } from '../../lib/environment.ts'
import { createIdentityClient } from '../../lib/identity/identity.ts'
import type { Person } from '../../lib/identity/user.ts'
import type { Locale } from '../../lib/i18n/messages.ts'
import { createDialogs } from './dialogs.ts'
import { createFlags } from './flags.ts'
import { createSession } from '../session/session.ts'

export type Portal = ReturnType<typeof createPortal>

export function createPortal(
  environment: Environment,
  configuration: PageConfiguration,
  locale: Locale,
) {
  const identity = createIdentityClient(environment, configuration, locale)
  return {
    environment,
    configuration,
    locale,
    identity,
    session: createSession(environment, identity),
    flags: createFlags(environment, configuration),
    dialogs: createDialogs(),
  }
}

export type SignedIn = Portal & { person: Person }

let current: Portal | null = null

/** Stores the portal for islands that hydrate later. */
export function setCurrentPortal(portal: Portal): void {
  current = portal
}

export function getSignedInPortal(): SignedIn {
  const session = current?.session.$session.get()
  if (!current || !session || !('person' in session)) throw new Error('Nobody is signed in')
  return { ...current, person: session.person }
}

export function getPageEnvironment(): Environment {
  if (!current) throw new Error('The page has no portal')
  return current.environment
}

export function isSignedIn(): boolean {
  return current !== null && 'person' in current.session.$session.get()
}
