import { useState } from 'react'
import { translate } from '../../../lib/i18n/page.ts'
import { headingId, positionId, stepListId } from './step-ids.ts'
import { StepList, type StepListProps } from './StepList.tsx'

/**
 * The position among the steps, and their list: a column beside the content on a wide screen, else a bar
 * that unfolds. It has the step as its key, so that each step begins with the bar folded.
 */
export function StepAside<Name extends string>(props: StepListProps<Name>) {
  const { steps, labelOf, onChoose } = props
  const [isUnfolded, setUnfolded] = useState(false)
  const index = steps.findIndex(({ isActive }) => isActive)
  const active = steps[index]
  const position = index + 1
  const total = steps.length

  function choose(name: Name): void {
    if (name !== active?.name) {
      onChoose(name)
      return
    }
    setUnfolded(false)
    document.getElementById(headingId(name))?.focus()
  }

  return (
    <div className="steps-aside">
      <div className="step-place">
        <p className="step-position">
          <span id={positionId}>
            {translate('form:position', { position: String(position), total: String(total) })}
          </span>
          <span className="step-now" aria-hidden="true">
            <span className="step-dash"> – </span>
            <strong>{active && labelOf(active.name)}</strong>
          </span>
        </p>
        <button
          className="step-toggle"
          type="button"
          aria-label={translate('form:allSteps')}
          aria-expanded={isUnfolded}
          aria-controls={stepListId}
          onClick={() => setUnfolded(!isUnfolded)}
        />
        <progress className="step-bar" max={total} value={position} aria-hidden="true" />
      </div>
      <StepList {...props} isUnfolded={isUnfolded} onChoose={choose} />
    </div>
  )
}
