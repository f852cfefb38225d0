import type { Call, CallOptions } from '../../lib/api/caller.ts'
import { getCompanySettings } from '../../lib/accounting/snelstart/stored-settings.ts'
import { publicOrigin, wizardAddress } from '../../lib/domain/coupling.ts'
import { ofIds, type PlaceIds } from '../../lib/domain/place.ts'
import type { Variant } from '../../lib/accounting/snelstart/choices.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import { createUnconnectedKey } from '../../lib/api/keys.ts'
import type { PublicConfiguration } from '../../lib/configuration/variables.ts'
import type { Text } from '../gateway/write.ts'
import type { Portal } from '../shell/portal.ts'
import { boardingName, keyName, type Flow } from './writes.ts'

export function wizardOf(
  { environment, configuration, locale }: Portal,
  place: PlaceIds,
  variant: Variant,
): URL {
  const origin = publicOrigin(configuration, environment.location())
  return wizardAddress(origin, locale, place, variant)
}

export async function isConnected(
  call: Call,
  place: PlaceIds,
  options?: CallOptions,
): Promise<boolean> {
  return (await call(getCompanySettings, ofIds(place), options)) !== null
}

/** What is said of a key that may have been made before, and of one that was made again. */
const keyTexts = {
  boarding: {
    perhapsDone: 'boarding:perhapsDone',
    perhapsKeyMade: 'boarding:perhapsKeyMade',
    again: 'boarding:keyAgain',
    againHelp: 'boarding:keyAgainHelp',
  },
  connect: {
    perhapsDone: 'connect:perhapsDone',
    perhapsKeyMade: 'connect:perhapsKeyMade',
    again: 'connect:keyAgain',
    againHelp: 'connect:keyAgainHelp',
  },
} as const

/**
 * The key of a place. No call can find one whose answer was lost: whoever has it made again is told
 * which one is used, so that any other can be removed.
 */
export function keyWrite(
  { provider }: Pick<PublicConfiguration, 'provider'>,
  flow: Flow,
  place: PlaceIds,
) {
  const { administration, location } = place
  const texts = keyTexts[flow]
  const parameters = {
    administration: String(administration),
    location: String(location),
    provider: provider.name,
  }
  return {
    name: flow === 'boarding' ? boardingName('key') : keyName(place),
    endpoint: createUnconnectedKey,
    request: { body: { administration_id: administration, location_id: location } },
    question: {
      message: { key: texts.perhapsDone },
      detail: { key: texts.perhapsKeyMade, parameters },
    } satisfies Text,
    again: ({ id }: { id: Id }): Text => ({
      message: { key: texts.again },
      detail: { key: texts.againHelp, parameters: { ...parameters, used: String(id) } },
    }),
  }
}
