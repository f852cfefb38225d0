import { useState, type CSSProperties, type KeyboardEvent } from 'react'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { StepView } from '../../../stores/form/steps.ts'
import { countText } from '../../ui/Text.tsx'
import { headingId, panelId, positionId, stepListId, tabId } from './step-moves.ts'

interface Props<Name extends string> {
  steps: readonly StepView<Name>[]
  tabStyle: 'tab' | 'progress'
  isDisabled: boolean
  onChoose: (name: Name) => void
}

const ends: Readonly<Record<string, number>> = { Home: 0, End: -1 }
const ways: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
}

/** The arrow keys, Home and End move the focus only, since choosing a step may be refused. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const [way, end] = [ways[event.key], ends[event.key]]
  if ((way ?? end) === undefined || event.ctrlKey || event.altKey || event.metaKey) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const index = buttons.findIndex((button) => button === document.activeElement)
  if (index < 0) return
  event.preventDefault()
  buttons.at(end ?? (index + (way ?? 0)) % buttons.length)?.focus()
}

/**
 * The position among the steps, and their list: as tabs, or as a line of progress with their numbers (§2,
 * §9). A column beside the content on a wide screen, else a bar that unfolds. It has the step as its key,
 * so that each step begins with the bar folded.
 */
export function StepAside<Name extends string>(props: Props<Name>) {
  const { steps, tabStyle, isDisabled, onChoose } = props
  const [isUnfolded, setUnfolded] = useState(false)
  const isTabs = tabStyle === 'tab'
  const position = steps.findIndex(({ isActive }) => isActive) + 1
  const active = steps[position - 1]
  const total = steps.length

  function choose(name: Name): void {
    if (name !== active?.name) {
      onChoose(name)
      return
    }
    setUnfolded(false)
    document.getElementById(headingId(name))?.focus()
  }

  const buttons = steps.map(({ name, label, isActive, sign, skippedBecause }) => (
    <li
      key={name}
      role={isTabs ? 'presentation' : undefined}
      data-sign={typeof sign === 'number' ? 'errors' : sign}
      data-idle={skippedBecause !== null}
    >
      <button
        type="button"
        id={tabId(name)}
        title={skippedText(skippedBecause)}
        aria-current={isActive ? 'step' : undefined}
        aria-disabled={isDisabled}
        {...(isTabs && {
          role: 'tab',
          'aria-selected': isActive,
          'aria-controls': panelId(name),
          tabIndex: isActive ? 0 : -1,
        })}
        onClick={() => choose(name)}
      >
        <span className="step-number" aria-hidden="true" />
        <span className="step-label">{translate(label)}</span>
        {skippedBecause !== null && (
          <span className="visually-hidden">{` ${skippedText(skippedBecause)}`}</span>
        )}
        <StepSign sign={sign} />
      </button>
    </li>
  ))

  const List = isTabs ? 'ul' : 'ol'
  const listLabel = translate('form:steps')
  const list = (
    <List
      id={stepListId}
      className="step-list"
      data-style={tabStyle}
      data-unfolded={isUnfolded}
      onKeyDown={moveFocus}
      {...(isTabs && {
        role: 'tablist',
        'aria-orientation': 'vertical',
        'aria-label': listLabel,
      })}
    >
      {buttons}
    </List>
  )
  return (
    <div className="steps-aside">
      <div className="step-place">
        <p className="step-position">
          <span id={positionId}>
            {translate('form:position', { position: String(position), total: String(total) })}
          </span>
          <span className="step-now" aria-hidden="true">
            {' – '}
            <strong>{active && translate(active.label)}</strong>
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
        <progress
          className="step-bar"
          max={total}
          value={position}
          aria-hidden="true"
          style={{ '--steps': total } as CSSProperties}
        />
      </div>
      {isTabs ? list : <nav aria-label={listLabel}>{list}</nav>}
    </div>
  )
}

const skippedText = (reason: MessageKey | null) =>
  reason === null ? undefined : translate('form:notApplicable', { why: translate(reason) })

function StepSign({ sign }: Pick<StepView<string>, 'sign'>) {
  if (sign === null) return null
  const isTick = sign === 'valid'
  const text = isTick
    ? translate('form:stepValid')
    : countText(sign, 'form:stepProblem', 'form:stepProblems')
  return (
    <span className={isTick ? 'visually-hidden' : 'step-sign'} role="img" aria-label={text}>
      {isTick ? null : sign}
    </span>
  )
}
