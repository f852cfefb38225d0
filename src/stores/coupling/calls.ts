import type { Call, CallOptions } from '../../lib/api/caller.ts'
import { getCompanySettings } from '../../lib/accounting/snelstart/stored-settings.ts'
import { encodePlaceIds, type PlaceIds } from '../../lib/domain/place.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import { createUnconnectedKey } from '../../lib/api/keys.ts'
import type { PublicConfiguration } from '../../lib/configuration/variables.ts'
import type { DetailedMessage } from '../gateway/write.ts'
import { getKeyWriteName } from './writes.ts'

export async function isPlaceConnected(
  call: Call,
  place: PlaceIds,
  options?: CallOptions,
): Promise<boolean> {
  return (await call(getCompanySettings, encodePlaceIds(place), options)) !== null
}

/** Describes the request that creates a key, and the question before retries. */
export function describeKeyWrite(
  { provider }: Pick<PublicConfiguration, 'provider'>,
  place: PlaceIds,
) {
  const { administration, location } = place
  const parameters = {
    administration: String(administration),
    location: String(location),
    provider: provider.name,
  }
  return {
    name: getKeyWriteName(place),
    endpoint: createUnconnectedKey,
    request: { body: { administration_id: administration, location_id: location } },
    question: {
      message: { key: 'form:perhapsKeyMade' },
      detail: { key: 'form:perhapsKeyMadeHelp', parameters },
    } satisfies DetailedMessage,
    repeatNotice: ({ id }: { id: Id }): DetailedMessage => ({
      message: { key: 'form:keyAgain' },
      detail: { key: 'form:keyAgainHelp', parameters: { ...parameters, used: String(id) } },
    }),
  }
}
