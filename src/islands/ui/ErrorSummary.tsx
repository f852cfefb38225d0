import { useEffect, useRef } from 'react'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { Icon } from './Icon.tsx'
import { kindIcons } from './Notice.tsx'

interface ErrorSummaryProps {
  heading: MessageKey
  /** Error messages, each with the element id of its field. */
  problems: readonly { field: string; text: string }[]
  /** A new attempt number moves the focus to the summary. */
  attempt: number
}

export function ErrorSummary({ heading, problems, attempt }: ErrorSummaryProps) {
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
      <Icon drawing={kindIcons.failure} />
      <h2 id="error-summary">{translate(heading)}</h2>
      <ul>
        {problems.map(({ field, text }) => (
          <li key={`${field} ${text}`}>
            <a
              href={`#${field}`}
              onClick={(event) => {
                event.preventDefault()
                showField(field)
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

/** Focuses a field and scrolls its label into view. */
function showField(field: string): void {
  const target = document.getElementById(field) ?? document.getElementById('content')
  target?.focus({ preventScroll: true })
  ;(target?.closest('.radio-cards, .field') ?? target)?.scrollIntoView()
}
