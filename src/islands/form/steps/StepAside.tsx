import { useState, type CSSProperties, type KeyboardEvent } from 'react'
import { translate } from '../../../lib/i18n/page.ts'
import type { FormStepState } from '../../../stores/form/steps.ts'
import { formatCount } from '../../ui/Text.tsx'
import { enterStep, stepPanelId, stepPositionId } from './step-moves.ts'

interface StepAsideProps<Name extends string> {
  steps: readonly FormStepState<Name>[]
  tabStyle: 'tab' | 'progress'
  isDisabled: boolean
  onChoose: (name: Name) => void
}

/** Moves the focus by keyboard without changing the active step. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const index = buttons.findIndex((button) => button === document.activeElement)
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowRight: index + 1,
    ArrowUp: index - 1,
    ArrowLeft: index - 1,
    Home: 0,
    End: -1,
  }
  const target = targets[event.key]
  if (index < 0 || target === undefined || event.ctrlKey || event.altKey || event.metaKey) return
  event.preventDefault()
  buttons.at(target % buttons.length)?.focus()
}

/** List of the steps (§2, §9), collapsible on narrow screens. */
export function StepNavigation<Name extends string>(props: StepAsideProps<Name>) {
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
    enterStep(name, false)
  }

  const items = steps.map(({ name, label, isActive, sign, skippedBecause }) => {
    const skippedText = skippedBecause
      ? translate('form:notApplicable', { why: translate(skippedBecause) })
      : undefined
    return (
      <li
        key={name}
        role={isTabs ? 'presentation' : undefined}
        data-sign={typeof sign === 'number' ? 'errors' : sign}
        data-idle={skippedBecause !== null}
      >
        <button
          type="button"
          id={`step-tab-${name}`}
          title={skippedText}
          aria-current={isActive ? 'step' : undefined}
          aria-disabled={isDisabled}
          {...(isTabs && {
            role: 'tab',
            'aria-selected': isActive,
            'aria-controls': stepPanelId(name),
            tabIndex: isActive ? 0 : -1,
          })}
          onClick={() => choose(name)}
        >
          <span className="step-number" aria-hidden="true" />
          <span className="step-label">{translate(label)}</span>
          {skippedText && <span className="visually-hidden">{` ${skippedText}`}</span>}
          <StepSign sign={sign} />
        </button>
      </li>
    )
  })

  const List = isTabs ? 'ul' : 'ol'
  const listLabel = translate('form:steps')
  const list = (
    <List
      id="step-list"
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
      {items}
    </List>
  )
  return (
    <div className="steps-aside">
      <div className="step-place">
        <p className="step-position">
          <span id={stepPositionId}>
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
          aria-controls="step-list"
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

function StepSign({ sign }: Pick<FormStepState<string>, 'sign'>) {
  if (sign === null) return null
  const isTick = sign === 'valid'
  const text = isTick
    ? translate('form:stepValid')
    : formatCount(sign, 'form:stepProblem', 'form:stepProblems')
  return (
    <span className={isTick ? 'visually-hidden' : 'step-sign'} role="img" aria-label={text}>
      {isTick ? null : sign}
    </span>
  )
}
