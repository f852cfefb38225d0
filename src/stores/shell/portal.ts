import type { PublicConfiguration } from '../../lib/configuration/variables.ts'
import type { Environment } from '../../lib/environment.ts'
import { createIdentity, type Identity } from '../../lib/identity/identity.ts'
import type { Locale } from '../../lib/i18n/messages.ts'
import { createDialogs, type Dialogs } from './dialogs.ts'
import { createFlags, type Flags } from './flags.ts'
import { createSession, type Session } from './session.ts'

/** What every screen shares. */
export interface Portal {
  environment: Environment
  configuration: PublicConfiguration
  locale: Locale
  identity: Identity
  session: Session
  flags: Flags
  dialogs: Dialogs
}

export function createPortal(
  environment: Environment,
  configuration: PublicConfiguration,
  locale: Locale,
): Portal {
  const identity = createIdentity(environment, configuration, locale)
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

let current: Portal | null = null

/** Makes the portal known to the page's islands, which hydrate only after that. */
export function providePortal(portal: Portal): void {
  current = portal
}

/** @throws {Error} before the shell has started: a programming error */
export function currentPortal(): Portal {
  if (current === null) throw new Error('The shell has not started the portal yet')
  return current
}
