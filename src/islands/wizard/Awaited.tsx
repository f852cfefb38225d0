import type { Variant } from '../../lib/accounting/snelstart/choices.ts'
import { localizedPath } from '../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { Opening, OpeningState, Unconfirmed } from '../../stores/wizard/opening/opening.ts'
import { StepTitle } from '../form/steps/StepTitle.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Reason, Reference } from '../ui/Reason.tsx'
import { Requirements } from '../ui/Requirements.tsx'
import { About } from './About.tsx'
import { HandOver } from './HandOver.tsx'
import { CheckLink } from './CheckLink.tsx'
import './awaited.css'

export interface AwaitedProps {
  state: Extract<OpeningState, { status: 'waiting' | 'unconfirmed' }>
  opening: Opening
  variant: Variant
}

/** A coupling that is not confirmed yet. Whoever handed its approval over is on the page about that. */
export function Awaited({ state, opening, variant }: AwaitedProps) {
  const { place, approver } = state
  const isCustomers = approver === 'customer'
  // What polaris asks for is not known. Until it takes long, the link is still to be sent.
  const requirements = variant !== 'polaris' && (
    <Requirements
      administration={place.administration.name}
      heading="h2"
      isOpen={!isCustomers || state.status === 'unconfirmed'}
    />
  )
  if (!isCustomers) {
    return (
      <>
        <About place={place} opening={opening} />
        <Looks state={state} opening={opening} />
        {requirements}
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
      <HandOver place={place} variant={variant} as="page" requirements={requirements}>
        <Looks state={state} opening={opening} />
      </HandOver>
    </>
  )
}

/** How far the looks at the coupling are. */
function Looks({ state, opening }: Omit<AwaitedProps, 'variant'>) {
  if (state.status === 'unconfirmed') return <NotYet state={state} opening={opening} />
  return (
    <Notice kind="information" role="status">
      <h2>{translate('wizard:waiting')}</h2>
      <p>{translate(state.approver ? 'wizard:waitingLong' : 'wizard:waitingHelp')}</p>
      {/* What a customer does may take days. */}
      {state.approver !== 'customer' && <span className="loader" aria-hidden="true" />}
    </Notice>
  )
}

/** Two minutes have passed. It has failed where nobody looks any more; else it is looked at now and then. */
function NotYet({ state, opening }: { state: Unconfirmed; opening: Opening }) {
  const { place, flow, approver, failure } = state
  const goesOn = approver !== null
  return (
    <Notice
      kind={goesOn ? 'information' : 'failure'}
      role={goesOn ? undefined : 'alert'}
      aria-atomic={false}
    >
      <h2>{translate('wizard:unconfirmed')}</h2>
      {goesOn && <LastLook {...state} />}
      {failure && (
        <>
          <p>{translate('wizard:lastLookFailed')}</p>
          <Reason message={failure} />
        </>
      )}
      <p>{translate(goesOn ? 'wizard:looksOn' : 'wizard:unconfirmedHelp')}</p>
      <p className="buttons">
        <Button
          kind={goesOn ? 'secondary' : 'main'}
          onClick={goesOn ? opening.look : () => void opening.start()}
        >
          {translate('wizard:askAgain')}
        </Button>
        <a
          className="button"
          data-kind={goesOn ? 'quiet' : 'secondary'}
          href={localizedPath(pageLocale(), `/${flow}`)}
          onClick={() => opening.restart(place, flow)}
        >
          {translate('wizard:restart')}
        </a>
        <CheckLink />
      </p>
      <Reference what={{ key: 'wizard:unconfirmed' }} message={failure} />
    </Notice>
  )
}

/** When that was. Only what came of a look that was asked for is announced. */
function LastLook({ lookedAt, isAsked }: Unconfirmed) {
  const clock = new Intl.DateTimeFormat(pageLocale(), { hour: '2-digit', minute: '2-digit' })
  const looking = translate('wizard:lookingNow')
  return (
    <>
      <p className="visually-hidden" role="status">
        {isAsked ? looking : translate('wizard:notApproved')}
      </p>
      <p>{isAsked ? looking : translate('wizard:lookedAt', { time: clock.format(lookedAt) })}</p>
    </>
  )
}
