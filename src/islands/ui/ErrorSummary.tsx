import { useEffect, useRef } from 'react'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { Icon } from './Icon.tsx'
import { kindIcons } from './Notice.tsx'

interface Props {
  heading: MessageKey
  /** Each names a field by its element's id. */
  problems: readonly { field: string; text: string }[]
  /** Changes with each failed attempt, which moves the focus here. */
  attempt: number
}

/** What keeps a form from being sent, above it; each entry leads to its field. */
export function ErrorSummary({ heading, problems, attempt }: Props) {
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

/** Focuses a field, and scrolls so that its label is in view as well. */
function show(field: string): void {
  // Without its field, such as a list that could not be loaded, the content gets the focus.
  const target = document.getElementById(field) ?? document.getElementById('content')
  target?.focus({ preventScroll: true })
  // The label of a radio card is only that card's; the question stands above all of them.
  ;(target?.closest('.radio-cards, .field') ?? target)?.scrollIntoView()
}
