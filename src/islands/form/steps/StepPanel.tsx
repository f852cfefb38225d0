import type { KeyboardEvent, ReactNode } from 'react'
import type { Step } from '../../../stores/form/steps.ts'
import { Revealed } from '../field-error.ts'
import { headingId, panelId, positionId } from './step-ids.ts'

interface Props {
  step: Step<string>
  label: string
  isTab: boolean
  onKeyDown: (event: KeyboardEvent) => void
  children: ReactNode
}

/** One step of the form. It stays there while another one is active, unseen and out of reach. */
export function StepPanel({ step, label, isTab, onKeyDown, children }: Props) {
  const { name, isActive, isRevealed } = step
  return (
    <div
      className="step-panel"
      id={panelId(name)}
      role={isTab ? 'tabpanel' : 'group'}
      aria-labelledby={headingId(name)}
      hidden={!isActive}
      inert={!isActive}
      onKeyDown={onKeyDown}
    >
      <h2 id={headingId(name)} tabIndex={-1} aria-describedby={positionId}>
        {label}
      </h2>
      <Revealed value={isRevealed}>{children}</Revealed>
    </div>
  )
}
