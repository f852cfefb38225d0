import type { Call, CallOptions } from '../../lib/api/caller.ts'
import { getCompanySettings } from '../../lib/accounting/snelstart/stored-settings.ts'
import { ofIds, type PlaceIds } from '../../lib/domain/place.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import { createUnconnectedKey } from '../../lib/api/keys.ts'
import type { PublicConfiguration } from '../../lib/configuration/variables.ts'
import type { Text } from '../gateway/write.ts'
import { keyName } from './writes.ts'

export async function isConnected(
  call: Call,
  place: PlaceIds,
  options?: CallOptions,
): Promise<boolean> {
  return (await call(getCompanySettings, ofIds(place), options)) !== null
}

/**
 * The key of a place. No call can find one whose answer was lost: whoever has it made again is told
 * which one is used, so that any other can be removed.
 */
export function keyWrite({ provider }: Pick<PublicConfiguration, 'provider'>, place: PlaceIds) {
  const { administration, location } = place
  const parameters = {
    administration: String(administration),
    location: String(location),
    provider: provider.name,
  }
  return {
    name: keyName(place),
    endpoint: createUnconnectedKey,
    request: { body: { administration_id: administration, location_id: location } },
    question: {
      message: { key: 'form:perhapsKeyMade' },
      detail: { key: 'form:perhapsKeyMadeHelp', parameters },
    } satisfies Text,
    again: ({ id }: { id: Id }): Text => ({
      message: { key: 'form:keyAgain' },
      detail: { key: 'form:keyAgainHelp', parameters: { ...parameters, used: String(id) } },
    }),
  }
}
