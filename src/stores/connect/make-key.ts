import type { Id } from '../../lib/api/endpoint.ts'
import { createUnconnectedKey } from '../../lib/api/keys.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import type { Gateway } from '../operations/gateway.ts'
import type { Portal } from '../shell/portal.ts'

interface Options {
  portal: Pick<Portal, 'configuration' | 'dialogs'>
  gateway: Gateway
  place: PlaceIds
  /** Name of the operation. */
  name: string
  /** Whether the remembered key has served its purpose. */
  isStale?: () => Promise<boolean>
  /** The question whether to make it again, and what says which one is used then. */
  texts: Readonly<Record<'question' | 'questionHelp' | 'again' | 'againHelp', MessageKey>>
}

/** What asks for the key of a place. */
export function keyRequest({ administration, location }: PlaceIds) {
  return { body: { administration_id: administration, location_id: location } }
}

/**
 * Makes the key of a place, once (decision 007). No call can find one whose answer was lost: whoever
 * has it made again is told which one is used, so that any other can be removed. Null when the user
 * would rather not.
 *
 * @throws {CallError}
 * @throws {SessionError}
 */
export async function makeKey(options: Options): Promise<Id | null> {
  const { portal, gateway, place, name, isStale, texts } = options
  const { dialogs, configuration } = portal
  const parameters = {
    administration: String(place.administration),
    location: String(place.location),
    provider: configuration.provider.name,
  }
  const sent = { again: false }
  const key = await gateway.runOnce({
    name,
    endpoint: createUnconnectedKey,
    request: keyRequest(place),
    ...(isStale && { isStale }),
    sendAgain: async () => {
      const detail = { key: texts.questionHelp, parameters }
      sent.again = await dialogs.confirm({
        isRisky: true,
        message: { key: texts.question },
        detail,
      })
      return sent.again
    },
  })
  if (key && sent.again) {
    const detail = { key: texts.againHelp, parameters: { ...parameters, used: String(key.id) } }
    await dialogs.alert({ message: { key: texts.again }, detail })
  }
  return key?.id ?? null
}
