import { useStore } from '@nanostores/react'
import { useEffect, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import type { FormStep } from '../../../lib/domain/steps.ts'
import type { Message } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { stepAnimation } from '../../../lib/limits.ts'
import type { Steps as StepsStore } from '../../../stores/form/steps.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Text } from '../../ui/Text.tsx'
import { Way, type When } from '../../ui/Way.tsx'
import { Revealed } from '../field-error.ts'
import type { Problem } from '../problems.ts'
import { headingId, panelId, positionId, tabId } from './step-ids.ts'
import { tellHook, useStepMoves } from './step-moves.ts'
import { StepAside } from './StepAside.tsx'
import { StepTitle } from './StepTitle.tsx'
import { UnfinishedSteps } from './UnfinishedSteps.tsx'
import './steps.css'

interface Props<Name extends string> {
  steps: StepsStore<Name>
  descriptions: readonly FormStep<Name>[]
  /** What each step consists of. */
  panels: Readonly<Record<Name, ReactNode>>
  problemsOf: (step: Name) => readonly Problem[]
  /** The last step's button. */
  submit: Message
  /** When that is the right one of two. */
  submitWhen?: When
  /** In a step that another one led to, the way back there is the way on. */
  wayBack?: { label: Message; step: Name } | undefined
  /** The step itself leads on: it has the primary button, or all there are. */
  ownButtons?: 'primary' | 'all' | undefined
  /** Another way to send, beside that button. */
  otherSubmit?: { label: Message; when: When; onSubmit: () => void }
  isBusy?: boolean
  /** The form is being sent: nothing can be changed, but the last step can be sent again. */
  isSending?: boolean
  /** Called when the user sends the form, and every step is valid or being sent already. */
  onSubmit: () => void
  tabStyle?: 'tab' | 'progress'
  /** A step that opens has the focus on its first field, where it has one, and not on its heading. */
  beginsAtField?: boolean
}

const next: Message = { key: 'form:next' }
const busy: Message = { key: 'form:loading' }
const animation = { '--step-animation': `${stepAnimation}ms` } as CSSProperties

/** The second click of a double click would press what the next step has at the same spot. */
function ignoreRepeated(event: MouseEvent): void {
  if (event.detail <= 1) return
  event.preventDefault()
  event.stopPropagation()
}

/** A form in steps (§2, §9): Enter and the next button go on, the last step sends. */
export function Steps<Name extends string>(props: Props<Name>) {
  const { steps, descriptions, panels, problemsOf, submit, otherSubmit, onSubmit } = props
  const { isBusy = false, isSending = false } = props
  const { tabStyle = 'tab', submitWhen, beginsAtField = false } = props
  const { wayBack, ownButtons } = props
  const all = useStore(steps.$steps)
  const active = useStore(steps.$active)
  const blockedMove = useStore(steps.$blockedMove)
  const unfinished = useStore(steps.$unfinished)
  const isMoving = useStore(steps.$isMoving)
  const { nextButton, attempt, onInput, onNextKeyDown, onPanelKeyDown } = useStepMoves(
    steps,
    beginsAtField,
  )
  useEffect(() => steps.followAddress(tellHook), [steps])

  const isDisabled = isBusy || isMoving || isSending
  const index = all.findIndex(({ isActive }) => isActive)
  const isLast = index === all.length - 1
  const sendsAgain = isSending && isLast
  const isHeld = isDisabled && !sendsAgain
  const labels = new Map(descriptions.map(({ name, label }) => [name, translate(label)]))
  const labelOf = (name: Name) => labels.get(name) ?? ''
  const problems = blockedMove === null ? [] : problemsInTheWay(blockedMove.step)

  function problemsInTheWay(step: Name): readonly Problem[] {
    if (step === active) return problemsOf(step)
    // Its fields are out of sight: the entry leads to the step.
    return [{ field: tabId(step), text: translate('form:stepInvalid', { step: labelOf(step) }) }]
  }

  async function send(whenComplete = onSubmit): Promise<void> {
    if (await steps.complete()) whenComplete()
  }

  function go(task: () => Promise<unknown>): void {
    if (!isDisabled) void attempt(task)
  }

  const isChoice = isLast && otherSubmit !== undefined
  const back = index > 0 && (
    <Button aria-disabled={isDisabled} onClick={() => go(steps.back)}>
      {translate('form:back')}
    </Button>
  )

  return (
    <form
      className="steps"
      noValidate
      aria-busy={isDisabled}
      style={animation}
      onSubmit={(event) => {
        event.preventDefault()
        if (sendsAgain) onSubmit()
        else if (isLast) go(() => send())
        else go(wayBack ? () => steps.goTo(wayBack.step) : steps.next)
      }}
      onInput={onInput}
    >
      <StepTitle label={labelOf(active)} />
      <StepAside
        key={active}
        steps={all}
        labelOf={labelOf}
        tabStyle={tabStyle}
        isDisabled={isDisabled}
        onChoose={(name) => go(() => steps.goTo(name))}
      />
      <div className="steps-main">
        <UnfinishedSteps
          steps={unfinished}
          labelOf={labelOf}
          onReturn={(name) => go(() => steps.goTo(name))}
        />
        {blockedMove !== null && problems.length > 0 && (
          <ErrorSummary
            key={active}
            message={{ key: 'form:incomplete' }}
            problems={problems}
            attempt={blockedMove.attempt}
          />
        )}
        <fieldset className="step-panels" disabled={isDisabled}>
          {all.map(({ name, isActive, isRevealed }) => (
            // It stays there while another one is active, unseen and out of reach.
            <div
              key={name}
              className="step-panel"
              id={panelId(name)}
              role={tabStyle === 'tab' ? 'tabpanel' : 'group'}
              aria-labelledby={headingId(name)}
              hidden={!isActive}
              inert={!isActive}
              onKeyDown={onPanelKeyDown}
            >
              <h2 id={headingId(name)} tabIndex={-1} aria-describedby={positionId}>
                {labelOf(name)}
              </h2>
              <Revealed value={isRevealed}>{panels[name]}</Revealed>
            </div>
          ))}
        </fieldset>
        <div
          className="buttons step-actions"
          hidden={ownButtons === 'all'}
          onClickCapture={ignoreRepeated}
        >
          {!isChoice && back}
          <Way
            data-kind={ownButtons && 'secondary'}
            type="submit"
            ref={nextButton}
            when={isLast ? submitWhen : undefined}
            aria-disabled={isHeld}
            onKeyDown={isLast || isDisabled || wayBack ? undefined : onNextKeyDown}
          >
            <Text message={isHeld ? busy : isLast ? submit : (wayBack?.label ?? next)} />
          </Way>
          {isLast && otherSubmit && (
            <Way
              data-kind="secondary"
              when={otherSubmit.when}
              aria-disabled={isDisabled}
              onClick={() => go(() => send(otherSubmit.onSubmit))}
            >
              <Text message={otherSubmit.label} />
            </Way>
          )}
          {isChoice && back}
        </div>
      </div>
    </form>
  )
}
