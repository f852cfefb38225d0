import type { Change, Line } from '../../lib/accounting/snelstart/coupling-check.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import { referenceOf, type Failure } from '../../lib/failure.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { isGone } from '../../stores/check/screen.ts'
import { releaseText } from '../ui/helpdesk.ts'
import { shownText } from '../ui/shown-text.ts'

/** Each verdict in a word. */
export const verdictTexts = {
  good: 'check:good',
  attention: 'check:attention',
  wrong: 'check:wrong',
  unknown: 'check:unknown',
  asking: 'check:asking',
} as const satisfies Record<Line['verdict'], MessageKey>

/** What was saved, and how it is now. */
export function changeText(change: Change): string {
  const { label, was, is } = change
  const parameters = { was: shownText(was), is: shownText(is) }
  return `${translate(label)}: ${translate(isGone(change) ? 'check:wasGone' : 'check:was', parameters)}`
}

/** What these lines found names a customer, a shop or a relation. */
const named: readonly string[] = ['access', 'administration', 'relation']

/**
 * All that was found, as a helpdesk gets it in the page's language: nothing personal, so ids in place of
 * names, and no words of a service, which may repeat some.
 *
 * @param at when, in milliseconds since 1970
 */
export function checkText(place: PlaceIds, lines: readonly Line[], at: number): string {
  const head = translate('check:head', {
    administration: String(place.administration),
    location: String(place.location),
    time: new Date(at).toISOString(),
    version: releaseText(),
  })
  return [head, ...lines.map(lineText)].join('\n')
}

function lineText({ name, label, verdict, told = [], facts = [], changes = [], failure }: Line) {
  const found = named.includes(name) ? [] : facts
  return [
    `${translate(label)}: ${translate(verdictTexts[verdict])}`,
    ...told.map(say),
    ...found.map((fact) => `${translate(fact.label)}: ${shownText(fact.value)}`),
    ...changes.map(changeText),
    ...(failure ? [failureText(failure)] : []),
  ].join('\n  ')
}

const say = ({ key, parameters }: Message) => translate(key, parameters)

function failureText(failure: Failure): string {
  const { call = '', result = '' } = failure.trace
  const reason = failure.key === 'failure:messages' ? '' : say(failure)
  const reference = translate('failure:reference', referenceOf(failure))
  return [reason, `${call} ${result}`.trim(), reference].filter(Boolean).join(' ')
}
