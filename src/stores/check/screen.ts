import type { Line } from '../../lib/accounting/snelstart/coupling-check.ts'
import { askedPlace, readId } from '../../lib/domain/query.ts'
import { checkAddress, variantOf } from '../../lib/domain/coupling.ts'
import { withStep } from '../../lib/domain/steps.ts'
import { localizedPath, type MessageKey } from '../../lib/i18n/messages.ts'
import type { Person } from '../../lib/identity/user.ts'
import { usualFlow } from '../coupling/flow.ts'
import { wizardOf } from '../coupling/place.ts'
import type { Portal } from '../shell/portal.ts'
import { createScreenStore } from '../shell/screen-store.ts'
import { createChain, type Row } from './chain.ts'
import { createCheck } from './check.ts'

/** Where what a line says can be mended. */
export interface Mending {
  text: MessageKey
  address: URL
}

export type CheckScreen = ReturnType<typeof createCheckScreen>

/**
 * The check of the coupling that the address names, or of all locations of the administration that it
 * names (product §2, "Checking a coupling").
 */
export function createCheckScreen(portal: Portal, person: Pick<Person, 'id' | 'version'>) {
  const { locale } = portal
  const variant = variantOf(person)
  const flow = usualFlow(variant === 'polaris')
  const asked = portal.environment.location()
  const place = askedPlace(asked)
  const administration = readId(asked.searchParams, 'administration')
  const hasLocation = readId(asked.searchParams, 'location').status !== 'absent'
  if (administration.status === 'given' && !hasLocation) {
    return {
      status: 'locations',
      administration: administration.value,
      ...createChain(portal, person.id, administration.value),
      addressOf: ({ location }: Row) =>
        checkAddress(
          wizardOf(
            portal,
            { administration: administration.value, location: location.id },
            variant,
          ),
        ),
    } as const
  }
  if (!('administration' in place)) {
    const messages = place.map((key) => ({ key }))
    return { status: 'unusable', messages, flow, start: () => undefined } as const
  }
  const wizard = wizardOf(portal, place, variant)

  /** Null where there is nothing to mend, or it is not for the wizard or the flow to do. */
  function mendingOf({ step, verdict, mend }: Line): Mending | null {
    const isToMend = verdict === 'wrong' || verdict === 'attention'
    if (!mend && !(step && isToMend)) return null
    if (step) return { text: mend ?? 'check:mend', address: withStep(wizard, step) }
    const text = flow === 'connect' ? 'wizard:toConnect' : 'wizard:toBoarding'
    return { text, address: new URL(localizedPath(locale, `/${flow}`), wizard) }
  }

  return {
    status: 'checking',
    place,
    ...createCheck(portal, person.id, place),
    mendingOf,
  } as const
}

/** The store of the page that checks a coupling. */
export const checkScreen = createScreenStore(createCheckScreen)
