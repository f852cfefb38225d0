import type { Line } from '../../lib/accounting/snelstart/coupling-check.ts'
import type { Change } from '../../lib/accounting/snelstart/coupling-rules.ts'
import { referenceOf, type Failure } from '../../lib/failure.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
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
export function changeText({ label, text, was, is }: Change): string {
  const parameters = { label: translate(label), was: shownText(was), is: shownText(is) }
  return translate(text, parameters)
}

/** The names of administration and location, where they could be read. */
export const namesIn = ([access]: readonly Line[]) =>
  access?.facts?.map(({ value }) => shownText(value)) ?? []

/** The earlier line that failed as this one did, and has the reason; null where this one has it. */
export function reasonAt(line: Line, lines: readonly Line[]): Line | null {
  const first = lines.find(({ failure }) => failure && failure === line.failure)
  return first && first !== line ? first : null
}

/** Why nothing is known of a line that fails as an earlier one. */
export const sameReason = ({ label }: Line): Message => ({
  key: 'check:sameReason',
  parameters: { label: translate(label) },
})

/**
 * What was found, what is not good first, as a helpdesk gets it in the page's language: nothing personal, so no names, and no words
 * of a service, which may repeat some.
 */
export function linesText(lines: readonly Line[]): string {
  const found = lines.filter(({ verdict }) => verdict !== 'good')
  const ordered = [...found, ...lines.filter(({ verdict }) => verdict === 'good')]
  return ordered.map((line) => lineText(line, reasonAt(line, lines))).join('\n')
}

function lineText({ label, verdict, told, facts, changes, failure }: Line, at: Line | null) {
  const reason = [...(told ?? []).map(say), ...(failure ? [failureText(failure)] : [])]
  return [
    `${translate(label)}: ${translate(verdictTexts[verdict])}`,
    ...(at ? [say(sameReason(at))] : reason),
    ...(facts ?? []).flatMap(({ label: name, value, isName }) =>
      isName ? [] : [`${translate(name)}: ${shownText(value)}`],
    ),
    ...(changes ?? []).map(changeText),
  ].join('\n  ')
}

const say = ({ key, parameters }: Message) => translate(key, parameters)

function failureText(failure: Failure): string {
  const { call = '', result = '' } = failure.trace
  const reason = failure.key === 'failure:messages' ? '' : say(failure)
  const reference = translate('failure:reference', referenceOf(failure))
  return [reason, `${call} ${result}`.trim(), reference].filter(Boolean).join(' ')
}
