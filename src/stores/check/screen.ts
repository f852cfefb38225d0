import type { Change, Line } from '../../lib/accounting/snelstart/coupling-check.ts'
import { askedPlace } from '../../lib/domain/asked-place.ts'
import { checkAddress, variantOf } from '../../lib/domain/coupling.ts'
import { readId } from '../../lib/domain/query.ts'
import { withStep } from '../../lib/domain/step-address.ts'
import { localizedPath, type MessageKey } from '../../lib/i18n/messages.ts'
import type { Person } from '../../lib/identity/person.ts'
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

/** Whether there is nothing in the place of what was saved. */
export const isGone = ({ is }: Change) =>
  is !== null && typeof is === 'object' && is.key === 'check:gone'

export type CheckScreen = ReturnType<typeof createCheckScreen>

/**
 * The check of the coupling that the address names, or of all locations of the administration that it
 * names (product §2, "Checking a coupling").
 */
export function createCheckScreen(portal: Portal, person: Pick<Person, 'id' | 'version'>) {
  const { environment, configuration, locale } = portal
  const variant = variantOf(person)
  const flow = usualFlow(variant === 'polaris')
  const asked = environment.location()
  const place = askedPlace(asked)
  const administration = readId(asked.searchParams, 'administration')
  const hasLocation = readId(asked.searchParams, 'location').status !== 'absent'
  if (administration.status === 'given' && !hasLocation) {
    return {
      status: 'locations',
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

  /** Null where it is not for the wizard to mend, or nothing is wrong. */
  function mendingOf({ name, step, verdict, changes = [] }: Line): Mending | null {
    if (verdict !== 'wrong' && verdict !== 'attention') return null
    const text = changes.some((each) => !isGone(each)) ? 'check:adopt' : 'check:mend'
    if (step) return { text, address: withStep(wizard, step) }
    if (name !== 'coupling') return null
    if (verdict === 'attention') return { text: 'check:toWizard', address: wizard }
    const start = flow === 'connect' ? 'wizard:toConnect' : 'wizard:toBoarding'
    return { text: start, address: new URL(localizedPath(locale, `/${flow}`), wizard) }
  }

  return {
    status: 'checking',
    place,
    ...createCheck(portal, person.id, place),
    mendingOf,
    customerPortal: new URL(configuration.customerPortalUrl),
    environment,
  } as const
}

/** The store of the page that checks a coupling. */
export const checkScreen = createScreenStore(createCheckScreen)
