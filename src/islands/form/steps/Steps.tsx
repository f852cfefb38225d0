import { useStore } from '@nanostores/react'
import { useEffect, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { stepAnimation } from '../../../lib/limits.ts'
import type { FormStepState, Steps as StepsStore } from '../../../stores/form/steps.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { formatCount, formatProblem, MessageText } from '../../ui/Text.tsx'
import { ErrorsRevealedContext } from '../fields.tsx'
import { stepHeadingId, stepPanelId, stepPositionId, useStepMoves } from './step-moves.ts'
import { StepNavigation } from './StepAside.tsx'

interface StepsProps<Name extends string> {
  steps: StepsStore<Name>
  panelOf: (step: Name) => ReactNode
  submit: MessageKey
  /** Step to return to after the user changes an answer. */
  wayBack?: { label: MessageKey; step: Name } | undefined
  /** Buttons that the step renders itself. */
  ownButtons?: 'primary' | 'all' | undefined
  isBusy?: boolean
  /** True during a submit, which disables the fields but not the submit button. */
  isSending?: boolean
  /** Called on a submit if all steps are valid or `isSending` is set. */
  onSubmit: () => unknown
  /** `progress` also focuses the first field of a new step. */
  tabStyle?: 'tab' | 'progress'
}

const animation = { '--step-animation': `${stepAnimation}ms` } as CSSProperties

/** Prevents a double click from pressing the next step's button. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail <= 1) return
  event.preventDefault()
  event.stopPropagation()
}

/** Multi-step form (§2, §9) that submits at the last step. */
export function Steps<Name extends string>(props: StepsProps<Name>) {
  const { steps, panelOf, submit, wayBack, ownButtons, onSubmit } = props
  const { isBusy = false, isSending = false, tabStyle = 'tab' } = props
  const all = useStore(steps.$steps)
  const active = useStore(steps.$active)
  const problems = useStore(steps.$problems)
  const blockedMove = useStore(steps.$blockedMove)
  const unfinished = useStore(steps.$unfinished)
  const isMoving = useStore(steps.$isMoving)
  const moves = useStepMoves(steps, tabStyle === 'progress')

  const isDisabled = isBusy || isMoving || isSending
  const index = all.findIndex(({ isActive }) => isActive)
  const current = all[index]
  const isLast = index === all.length - 1
  const canResend = isSending && isLast
  const isHeld = isDisabled && !canResend
  const nextLabel = isLast ? submit : (wayBack?.label ?? 'form:next')
  const goTo = (name: Name) => go(() => steps.goTo(name))
  const blocking = (blockedMove && problems?.[blockedMove.step]) ?? []

  async function complete(): Promise<void> {
    if (await steps.complete()) await onSubmit()
  }

  function go(task: () => Promise<unknown>): void {
    if (!isDisabled) void moves.attempt(task)
  }

  return (
    <form
      className="steps"
      noValidate
      aria-busy={isBusy || isMoving}
      style={animation}
      onSubmit={(event) => {
        event.preventDefault()
        if (canResend) onSubmit()
        else if (isLast) go(complete)
        else if (wayBack) goTo(wayBack.step)
        else go(steps.next)
      }}
      onInput={moves.onInput}
      onKeyDown={isLast || isDisabled || wayBack ? undefined : moves.onKeyDown}
    >
      {current && <StepTitle label={translate(current.label)} />}
      <StepNavigation
        key={active}
        steps={all}
        tabStyle={tabStyle}
        isDisabled={isDisabled}
        onChoose={goTo}
      />
      <div className="steps-main">
        <UnfinishedSteps steps={unfinished} onReturn={goTo} />
        {blockedMove && blocking.length > 0 && (
          <ErrorSummary
            key={active}
            heading="form:incomplete"
            problems={blocking.map((each) => ({ field: each.field, text: formatProblem(each) }))}
            attempt={blockedMove.attempt}
          />
        )}
        <fieldset className="step-panels" disabled={isDisabled}>
          {all.map(({ name, label, isActive, isRevealed }) => (
            // Inactive steps stay mounted, hidden and inert.
            <div
              key={name}
              className="step-panel"
              id={stepPanelId(name)}
              role={tabStyle === 'tab' ? 'tabpanel' : 'group'}
              aria-labelledby={stepHeadingId(name)}
              hidden={!isActive}
              inert={!isActive}
              onKeyDown={moves.onPanelKeyDown}
            >
              <h2 id={stepHeadingId(name)} tabIndex={-1} aria-describedby={stepPositionId}>
                {translate(label)}
              </h2>
              <ErrorsRevealedContext value={isRevealed}>{panelOf(name)}</ErrorsRevealedContext>
            </div>
          ))}
        </fieldset>
        <div
          className="buttons step-actions"
          hidden={ownButtons === 'all'}
          onClickCapture={ignoreSecondClick}
        >
          {index > 0 && (
            <Button text="form:back" aria-disabled={isDisabled} onClick={() => go(steps.back)} />
          )}
          <Button
            kind={ownButtons ? 'secondary' : 'main'}
            type="submit"
            aria-disabled={isHeld}
            aria-busy={isBusy && isLast}
          >
            <MessageText message={{ key: isHeld ? 'form:loading' : nextLabel }} />
          </Button>
        </div>
      </div>
    </form>
  )
}

interface UnfinishedProps<Name extends string> {
  steps: readonly FormStepState<Name>[]
  onReturn: (name: Name) => void
}

/** Links to incomplete steps (§2), announced to screen readers without the counts. */
function UnfinishedSteps<Name extends string>({ steps, onReturn }: UnfinishedProps<Name>) {
  const names = steps.map(({ label }) => translate(label)).join(', ')
  return (
    <>
      <p className="visually-hidden" role="status">
        {names !== '' && translate('form:unfinished', { steps: names })}
      </p>
      {steps.length > 0 && (
        <Notice kind="warning">
          <ul className="unfinished-steps">
            {steps.map(({ name, label, sign }) => {
              const named = { step: translate(label) }
              return (
                <li key={name}>
                  <span>{formatCount(Number(sign), 'form:lackingOne', 'form:lacking', named)}</span>{' '}
                  <button className="link" type="button" onClick={() => onReturn(name)}>
                    {translate('form:backTo', named)}
                  </button>
                </li>
              )
            })}
          </ul>
        </Notice>
      )}
    </>
  )
}

let titleWithoutStep: string | undefined

/** Adds the step to the title, and must render before `ErrorSummary`. */
export function StepTitle({ label }: { label: string }) {
  useEffect(() => {
    const title = (titleWithoutStep ??= document.title)
    document.title = `${label} – ${title}`
    return () => {
      document.title = title
    }
  }, [label])
  return null
}
