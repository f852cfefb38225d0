import { useStore } from '@nanostores/react'
import { useEffect, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { stepAnimation } from '../../../lib/limits.ts'
import type { StepView, Steps as StepsStore } from '../../../stores/form/steps.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { countText, problemText, Text } from '../../ui/Text.tsx'
import { Revealed } from '../fields.tsx'
import { headingId, panelId, positionId, useStepMoves } from './step-moves.ts'
import { StepAside } from './StepAside.tsx'

interface Props<Name extends string> {
  steps: StepsStore<Name>
  panelOf: (step: Name) => ReactNode
  submit: MessageKey
  /** In a step that another one led to, the way back there is the way on. */
  wayBack?: { label: MessageKey; step: Name } | undefined
  /** The step itself leads on: it has the primary button, or all there are. */
  ownButtons?: 'primary' | 'all' | undefined
  isBusy?: boolean
  /** The form is being sent: nothing can be changed, but the last step can be sent again. */
  isSending?: boolean
  /** Called when the user sends the form, and every step is valid or being sent already. */
  onSubmit: () => void
  /** With progress a step that opens has the focus on its first field, where it has one, and not on its heading. */
  tabStyle?: 'tab' | 'progress'
}

const animation = { '--step-animation': `${stepAnimation}ms` } as CSSProperties

/** The second click of a double click would press what the next step has at the same spot. */
function ignoreRepeated(event: MouseEvent): void {
  if (event.detail <= 1) return
  event.preventDefault()
  event.stopPropagation()
}

/** A form in steps (§2, §9): Enter and the next button go on, the last step sends. */
export function Steps<Name extends string>(props: Props<Name>) {
  const { steps, panelOf, submit } = props
  const { wayBack, ownButtons, isBusy = false, isSending = false, onSubmit } = props
  const { tabStyle = 'tab' } = props
  const all = useStore(steps.$steps)
  const active = useStore(steps.$active)
  const found = useStore(steps.$problems)
  const blockedMove = useStore(steps.$blockedMove)
  const unfinished = useStore(steps.$unfinished)
  const isMoving = useStore(steps.$isMoving)
  const moves = useStepMoves(steps, tabStyle === 'progress')

  const isDisabled = isBusy || isMoving || isSending
  const index = all.findIndex(({ isActive }) => isActive)
  const current = all[index]
  const isLast = index === all.length - 1
  const sendsAgain = isSending && isLast
  const isHeld = isDisabled && !sendsAgain
  const onwards = isLast ? submit : (wayBack?.label ?? 'form:next')
  const goTo = (name: Name) => go(() => steps.goTo(name))
  const inTheWay = (blockedMove && found?.[blockedMove.step]) ?? []
  const problems = inTheWay.map((each) => ({ field: each.field, text: problemText(each) }))

  async function send(): Promise<void> {
    if (await steps.complete()) onSubmit()
  }

  function go(task: () => Promise<unknown>): void {
    if (!isDisabled) void moves.attempt(task)
  }

  return (
    <form
      className="steps"
      noValidate
      aria-busy={isDisabled}
      style={animation}
      onSubmit={(event) => {
        event.preventDefault()
        if (sendsAgain) onSubmit()
        else if (isLast) go(send)
        else if (wayBack) goTo(wayBack.step)
        else go(steps.next)
      }}
      onInput={moves.onInput}
    >
      {current && <StepTitle label={translate(current.label)} />}
      <StepAside
        key={active}
        steps={all}
        tabStyle={tabStyle}
        isDisabled={isDisabled}
        onChoose={goTo}
      />
      <div className="steps-main">
        <UnfinishedSteps steps={unfinished} onReturn={goTo} />
        {blockedMove !== null && problems.length > 0 && (
          <ErrorSummary
            key={active}
            heading="form:incomplete"
            problems={problems}
            attempt={blockedMove.attempt}
          />
        )}
        <fieldset className="step-panels" disabled={isDisabled}>
          {all.map(({ name, label, isActive, isRevealed }) => (
            // It stays there while another one is active, unseen and out of reach.
            <div
              key={name}
              className="step-panel"
              id={panelId(name)}
              role={tabStyle === 'tab' ? 'tabpanel' : 'group'}
              aria-labelledby={headingId(name)}
              hidden={!isActive}
              inert={!isActive}
              onKeyDown={moves.onPanelKeyDown}
            >
              <h2 id={headingId(name)} tabIndex={-1} aria-describedby={positionId}>
                {translate(label)}
              </h2>
              <Revealed value={isRevealed}>{panelOf(name)}</Revealed>
            </div>
          ))}
        </fieldset>
        <div
          className="buttons step-actions"
          hidden={ownButtons === 'all'}
          onClickCapture={ignoreRepeated}
        >
          {index > 0 && (
            <Button text="form:back" aria-disabled={isDisabled} onClick={() => go(steps.back)} />
          )}
          <Button
            kind={ownButtons ? 'secondary' : 'main'}
            type="submit"
            ref={moves.nextButton}
            aria-disabled={isHeld}
            aria-busy={isBusy && isLast}
            onKeyDown={isLast || isDisabled || wayBack ? undefined : moves.onNextKeyDown}
          >
            <Text message={{ key: isHeld ? 'form:loading' : onwards }} />
          </Button>
        </div>
      </div>
    </form>
  )
}

interface UnfinishedProps<Name extends string> {
  steps: readonly StepView<Name>[]
  onReturn: (name: Name) => void
}

/**
 * The steps that were left incomplete, which is allowed (§2), each with the way back. A live region, there
 * before it has content, announces their names without the counts, which change with every answer.
 */
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
                  <span>{countText(Number(sign), 'form:lackingOne', 'form:lacking', named)}</span>{' '}
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

/** The page's own title: what is shown first puts its name in front, and what follows takes its place. */
let pageTitle: string | undefined

/** Gives each step a page title of its own. Stands before an error summary, which puts "Fout" in front. */
export function StepTitle({ label }: { label: string }) {
  useEffect(() => {
    const own = (pageTitle ??= document.title)
    document.title = `${label} – ${own}`
    return () => {
      document.title = own
    }
  }, [label])
  return null
}
