import type { MessageKey } from '../i18n/messages.ts'
import type { PlaceIds } from './place.ts'
import { readId } from './query.ts'

/** The place that an address names; else a message for each thing wrong with it (§2). */
export function askedPlace({ searchParams }: URL): PlaceIds | readonly MessageKey[] {
  const [administration, location] = [
    readId(searchParams, 'administration'),
    readId(searchParams, 'location'),
  ]
  if (administration.status === 'given' && location.status === 'given') {
    return { administration: administration.value, location: location.value }
  }
  const wrong = [
    questions.administration[administration.status],
    questions.location[location.status],
  ]
  return wrong.filter((key) => key !== null)
}

/** What is wrong with each part of an address. */
const questions = {
  administration: {
    given: null,
    absent: 'wizard:missingAdministration',
    malformed: 'wizard:malformedAdministration',
  },
  location: {
    given: null,
    absent: 'wizard:missingLocation',
    malformed: 'wizard:malformedLocation',
  },
} as const
