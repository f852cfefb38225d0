import type { ReactNode } from 'react'
import { forEverybody } from '../../lib/failure.ts'
import { foreignLanguage, type Message } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'

/** A message for everybody, in the page's language, marked where its words are of another one. */
export function Text({ message }: { message: Message }) {
  const { key, parameters } = forEverybody(message)
  return <span lang={foreignLanguage(key)}>{translate(key, parameters)}</span>
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
