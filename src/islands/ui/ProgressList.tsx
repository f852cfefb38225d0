import type { ReactNode } from 'react'
import './progress-list.css'

interface Props {
  label: string
  lines: readonly {
    key: string
    name: string
    state: 'busy' | 'done' | 'failed'
    text: ReactNode
    /** What can be done about it. */
    action?: ReactNode
  }[]
}

/** Things under way, each with how far it is; what changes is announced. */
export function ProgressList({ label, lines }: Props) {
  return (
    <section className="progress-list" aria-label={label} aria-live="polite">
      {lines.length > 0 && (
        <ol>
          {lines.map(({ key, name, state, text, action }) => (
            <li key={key} data-state={state}>
              {name}: <strong>{text}</strong>
              {action}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
