import { useEffect, useRef } from 'react'
import type { Message } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import './error-summary.css'

interface Props {
  message: Message
  /** Each names a field by its element's id. */
  problems: readonly { field: string; text: string }[]
  /** Changes with each failed attempt, which moves the focus here. */
  attempt: number
}

/** What keeps a form from being sent, above it; each entry leads to its field. */
export function ErrorSummary({ message, problems, attempt }: Props) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => summary.current?.focus(), [attempt])
  useEffect(() => {
    const { title } = document
    document.title = translate('shell:error', { title })
    return () => {
      document.title = title
    }
  }, [])

  return (
    <div
      className="error-summary"
      ref={summary}
      tabIndex={-1}
      role="group"
      aria-labelledby="error-summary"
    >
      <h2 id="error-summary">{translate(message.key, message.parameters)}</h2>
      <ul>
        {problems.map(({ field, text }) => (
          <li key={`${field} ${text}`}>
            <a
              href={`#${field}`}
              onClick={(event) => {
                event.preventDefault()
                show(field)
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Takes the focus to a field, and into view what it is called: without that it says little. */
function show(field: string): void {
  // A field that is not there, such as a list that could not be loaded, is in the content.
  const target = document.getElementById(field) ?? document.getElementById('content')
  target?.focus({ preventScroll: true })
  // A card of several is labelled by itself; what they are about stands above them.
  ;(target?.closest('.radio-cards, .field') ?? target)?.scrollIntoView()
}
