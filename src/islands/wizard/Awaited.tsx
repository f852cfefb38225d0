import type { Variant } from '../../lib/accounting/snelstart/values.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { Opening, OpeningState, Unconfirmed } from '../../stores/wizard/opening/opening.ts'
import { StepTitle } from '../form/steps/StepTitle.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Reason } from '../ui/Reason.tsx'
import { About } from './About.tsx'
import { FlowLink } from './FlowLink.tsx'
import { HandOver } from './HandOver.tsx'
import './awaited.css'

export interface AwaitedProps {
  state: Extract<OpeningState, { status: 'waiting' | 'unconfirmed' }>
  opening: Opening
  variant: Variant
}

/** A coupling that is not confirmed yet. Whoever handed its approval over is on the page about that. */
export function Awaited({ state, opening, variant }: AwaitedProps) {
  const { place, approver } = state
  if (approver !== 'customer') {
    return (
      <>
        <About place={place} opening={opening} />
        <Looks state={state} opening={opening} />
        <HandOver place={place} variant={variant} as="panel" />
      </>
    )
  }
  const title = translate('wizard:handedOver')
  return (
    <>
      <StepTitle label={title} />
      <h1 className="handed-over">{title}</h1>
      <p className="lead">{translate('wizard:handedOverHelp')}</p>
      <About place={place} opening={opening} />
      <HandOver place={place} variant={variant} as="page">
        <Looks state={state} opening={opening} />
      </HandOver>
    </>
  )
}

/** How far the looks at the coupling are. */
function Looks({ state, opening }: Omit<AwaitedProps, 'variant'>) {
  if (state.status === 'unconfirmed') {
    const Found = state.approver ? NotYet : InVain
    return <Found state={state} opening={opening} />
  }
  return (
    <Notice kind="information" role="status">
      <h2>{translate('wizard:waiting')}</h2>
      <p>{translate(state.approver ? 'wizard:waitingLong' : 'wizard:waitingHelp')}</p>
      <span className="loader" aria-hidden="true" />
    </Notice>
  )
}

interface FoundProps {
  state: Unconfirmed
  opening: Opening
}

function LastLook({ failure }: Pick<Unconfirmed, 'failure'>) {
  if (failure === null) return null
  return (
    <>
      <p>{translate('wizard:lastLookFailed')}</p>
      <Reason message={failure} />
    </>
  )
}

function Restart({ state, opening, kind }: FoundProps & { kind: 'secondary' | 'quiet' }) {
  return (
    <FlowLink
      flow={state.flow}
      text="wizard:restart"
      kind={kind}
      onFollow={() => opening.restart(state.place, state.flow)}
    />
  )
}

/** Nobody looks any more. */
function InVain({ state, opening }: FoundProps) {
  return (
    <Notice kind="failure" role="alert">
      <p>{translate('wizard:unconfirmed')}</p>
      <LastLook failure={state.failure} />
      <p>{translate('wizard:unconfirmedHelp')}</p>
      <p className="buttons">
        <button className="button" type="button" onClick={() => void opening.start()}>
          {translate('wizard:askAgain')}
        </button>
        <Restart state={state} opening={opening} kind="secondary" />
      </p>
    </Notice>
  )
}

/** It is looked at now and then. Only what came of a look that was asked for is announced. */
function NotYet({ state, opening }: FoundProps) {
  const { failure, lookedAt, isAsked } = state
  const clock = new Intl.DateTimeFormat(pageLocale(), { hour: '2-digit', minute: '2-digit' })
  const looking = translate('wizard:lookingNow')
  return (
    <Notice kind="information">
      <h2>{translate('wizard:unconfirmed')}</h2>
      <p className="visually-hidden" role="status">
        {isAsked ? looking : translate('wizard:notApproved')}
      </p>
      <p>{isAsked ? looking : translate('wizard:lookedAt', { time: clock.format(lookedAt) })}</p>
      <LastLook failure={failure} />
      <p>{translate('wizard:looksOn')}</p>
      <p className="buttons">
        <button
          className="button"
          data-kind="secondary"
          type="button"
          aria-disabled={isAsked}
          onClick={opening.look}
        >
          {translate('wizard:askAgain')}
        </button>
        <Restart state={state} opening={opening} kind="quiet" />
      </p>
    </Notice>
  )
}
