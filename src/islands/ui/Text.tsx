import type { ReactNode } from 'react'
import type { ShownValue } from '../../lib/accounting/snelstart/summary.ts'
import { hideOperatorText, addDutchMessage } from '../../lib/failure.ts'
import {
  isolateDirection,
  getMessageLanguage,
  type Message,
  type MessageKey,
} from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { StepProblem } from '../../stores/form/steps.ts'

/** Message with a `lang` attribute if the page language differs. */
export function MessageText({ message }: { message: Message }) {
  const { key, parameters } = hideOperatorText(message)
  return <span lang={getMessageLanguage(key)}>{translate(key, parameters)}</span>
}

export function Paragraphs({ messages }: { messages: readonly Message[] }) {
  return messages.flatMap(addDutchMessage).map((message) => (
    <p key={message.key}>
      <MessageText message={message} />
    </p>
  ))
}

/* Changing texts and their siblings need elements, as browser translation replaces text nodes. */

/** Text with a subject that only screen readers announce. */
export function TextAndSubject({ about, children }: { about: string; children: ReactNode }) {
  return (
    <>
      <span>{children}</span>
      <span className="visually-hidden">{`: ${about}`}</span>
    </>
  )
}

export function SentenceSpans({ texts }: { texts: readonly (string | false)[] }) {
  return texts.map((text) => text && <span key={text}>{`${text} `}</span>)
}

/** Returns the singular or plural text for a count. */
export function formatCount(
  count: number,
  one: MessageKey,
  several: MessageKey,
  parameters?: Message['parameters'],
): string {
  return translate(count === 1 ? one : several, { ...parameters, count: String(count) })
}

export function formatValue(value: ShownValue): string {
  if (value === null) return translate('wizard:none')
  if (typeof value === 'string') return isolateDirection(value)
  if (typeof value === 'boolean') return translate(value ? 'wizard:yes' : 'wizard:no')
  return translate(value.key)
}

export function formatFieldProblem(label: string, { key, parameters }: Message): string {
  return translate(key, { field: label, inSentence: lowerFirst(label), ...parameters })
}

export const formatProblem = ({ label, message }: StepProblem) =>
  formatFieldProblem(translate(label), message)

/** Lower-cases a label's first letter, except in names and abbreviations. */
export const lowerFirst = (label: string) =>
  label.replace(/^(?!Koppelpunt|SnelStart)\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase())

export type LabelledValue = readonly [name: MessageKey, value: string]

export function LabelledValues({ facts }: { facts: readonly LabelledValue[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{translate(name)}</dt>
          <dd translate="no">{value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
