import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { kindIcons } from './Notice.tsx'

interface ProgressListProps {
  label: string
  lines: readonly {
    key: string
    name: string
    state: 'busy' | 'done' | 'failed'
    text: ReactNode
    action?: ReactNode
  }[]
}

const kinds = { busy: 'neutral', done: 'success', failed: 'failure' } as const

export function ProgressList({ label, lines }: ProgressListProps) {
  return (
    <section className="progress-list" aria-label={label} aria-live="polite">
      {lines.length > 0 && (
        <ol>
          {lines.map(({ key, name, state, text, action }) => (
            <li key={key} data-kind={kinds[state]}>
              <Icon drawing={kindIcons[kinds[state]]} />
              <span>{`${name}: `}</span>
              <strong>{text}</strong>
              {action}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
