import type { Id } from '../../lib/api/endpoint.ts'
import { createUnconnectedKey } from '../../lib/api/keys.ts'
import type { PublicConfiguration } from '../../lib/configuration/variables.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import type { Text } from '../gateway/write.ts'

interface Options {
  configuration: Pick<PublicConfiguration, 'provider'>
  place: PlaceIds
  /** Name of the write. */
  name: string
  /** The question whether to make it again, and what says which one is used then. */
  texts: Readonly<Record<'question' | 'questionHelp' | 'again' | 'againHelp', MessageKey>>
}

/**
 * The key of a place. No call can find one whose answer was lost: whoever has it made again is told
 * which one is used, so that any other can be removed.
 */
export function keyWrite({ configuration, place, name, texts }: Options) {
  const { administration, location } = place
  const parameters = {
    administration: String(administration),
    location: String(location),
    provider: configuration.provider.name,
  }
  return {
    name,
    endpoint: createUnconnectedKey,
    request: { body: { administration_id: administration, location_id: location } },
    question: { message: { key: texts.question }, detail: { key: texts.questionHelp, parameters } },
    again: ({ id }: { id: Id }): Text => ({
      message: { key: texts.again },
      detail: { key: texts.againHelp, parameters: { ...parameters, used: String(id) } },
    }),
  }
}
