import type { MessageKey } from '../i18n/messages.ts'
import type { PlaceIds } from './place.ts'
import { readId, type QueryValue } from './query.ts'

/** The place that an address names; else a message for each thing wrong with it (§2). */
export function askedPlace({ searchParams }: URL): PlaceIds | readonly MessageKey[] {
  const administration = readId(searchParams, 'administration')
  const location = readId(searchParams, 'location')
  if (administration.status === 'given' && location.status === 'given') {
    return { administration: administration.value, location: location.value }
  }
  return [
    ...problemOf(administration, 'wizard:missingAdministration', 'wizard:malformedAdministration'),
    ...problemOf(location, 'wizard:missingLocation', 'wizard:malformedLocation'),
  ]
}

/** What is wrong with a part of an address. */
function problemOf({ status }: QueryValue, absent: MessageKey, malformed: MessageKey) {
  if (status === 'given') return []
  return [status === 'absent' ? absent : malformed]
}
