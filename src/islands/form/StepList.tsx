import type { KeyboardEvent } from 'react'
import { translate } from '../../lib/i18n/page.ts'
import type { Mark, Step } from '../../stores/form/step.ts'
import { panelId, tabId } from './step-ids.ts'

interface Props<Name extends string> {
  steps: readonly Step<Name>[]
  labelOf: (name: Name) => string
  tabStyle: 'tab' | 'progress'
  /** A label that is not shown is still the step's name. */
  hidesLabels: boolean
  isDisabled: boolean
  onChoose: (name: Name) => void
}

const targets: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The arrow keys, Home and End move the focus only: choosing a step may ask and refuse. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const target = targets[event.key]
  if (target === undefined || event.ctrlKey || event.altKey || event.metaKey) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const index = buttons.findIndex((button) => button === document.activeElement)
  if (index < 0) return
  event.preventDefault()
  buttons[target(index, buttons.length)]?.focus()
}

/** The steps as tabs, or as a line of progress (§2, §9). */
export function StepList<Name extends string>(props: Props<Name>) {
  const { steps, labelOf, tabStyle, hidesLabels, isDisabled, onChoose } = props
  const isTabs = tabStyle === 'tab'

  const buttons = steps.map(({ name, isActive, mark }, index) => (
    <li key={name} role={isTabs ? 'presentation' : undefined} data-mark={mark.kind}>
      <button
        type="button"
        id={tabId(name)}
        aria-current={isActive ? 'step' : undefined}
        aria-disabled={isDisabled}
        {...(isTabs && {
          role: 'tab',
          'aria-selected': isActive,
          'aria-controls': panelId(name),
          tabIndex: isActive ? 0 : -1,
        })}
        onClick={() => onChoose(name)}
      >
        {!isTabs && (
          <span className="step-number" aria-hidden="true">
            {index + 1}
          </span>
        )}
        <span className={!isTabs && hidesLabels ? 'visually-hidden' : undefined}>
          {labelOf(name)}
        </span>
        <Sign mark={mark} />
      </button>
    </li>
  ))

  if (isTabs) {
    return (
      <ul
        className="step-list"
        data-style="tab"
        role="tablist"
        aria-label={translate('form:steps')}
        onKeyDown={moveFocus}
      >
        {buttons}
      </ul>
    )
  }
  return (
    <nav aria-label={translate('form:steps')}>
      <ol className="step-list" data-style="progress" onKeyDown={moveFocus}>
        {buttons}
      </ol>
    </nav>
  )
}

function Sign({ mark }: { mark: Mark }) {
  if (mark.kind === 'none') return null
  const isTick = mark.kind === 'valid'
  const text = isTick
    ? translate('form:stepValid')
    : translate('form:stepProblems', { count: String(mark.count) })
  return (
    <span className="step-mark" data-kind={mark.kind}>
      <span aria-hidden="true">{isTick ? '✓' : mark.count}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
