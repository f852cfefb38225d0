import type { ReactNode } from 'react'
import type { ShownValue } from '../../lib/accounting/snelstart/summary.ts'
import { forEverybody, saidFor } from '../../lib/failure.ts'
import {
  isolated,
  foreignLanguage,
  type Message,
  type MessageKey,
} from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'

/** A message for everybody, in the page's language, marked where its words are of another one. */
export function Text({ message }: { message: Message }) {
  const { key, parameters } = forEverybody(message)
  return <span lang={foreignLanguage(key)}>{translate(key, parameters)}</span>
}

export function Paragraphs({ of }: { of: readonly Message[] }) {
  return of.flatMap(saidFor).map((message) => (
    <p key={message.key}>
      <Text message={message} />
    </p>
  ))
}

/*
 * A text that changes, or that stands beside what does, has an element of its own. A browser's
 * translation takes texts out of the page: what is left of one among others can neither be changed nor
 * removed.
 */

/** A text, with what it is about for who does not see where it stands. */
export function TextAbout({ about, children }: { about: string; children: ReactNode }) {
  return (
    <>
      <span>{children}</span>
      <span className="visually-hidden">{`: ${about}`}</span>
    </>
  )
}

/** Sentences that come and go. */
export function Sentences({ of }: { of: readonly (string | false)[] }) {
  return of.map((text) => text && <span key={text}>{`${text} `}</span>)
}

/** A text about one thing, or about several; both languages have one plural. */
export function countText(
  count: number,
  one: MessageKey,
  several: MessageKey,
  parameters?: Message['parameters'],
): string {
  return translate(count === 1 ? one : several, { ...parameters, count: String(count) })
}

export function shownText(value: ShownValue): string {
  if (value === null) return translate('wizard:none')
  if (typeof value === 'string') return isolated(value)
  if (typeof value === 'boolean') return translate(value ? 'wizard:yes' : 'wizard:no')
  return translate(value.key)
}

export type Fact = readonly [name: MessageKey, value: string]

export function Facts({ facts }: { facts: readonly Fact[] }) {
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
