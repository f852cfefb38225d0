import type { Variant } from '../../lib/accounting/snelstart/choices.ts'
import { localizedPath } from '../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { Opening, OpeningState, Unconfirmed } from '../../stores/wizard/opening.ts'
import { StepTitle } from '../form/steps/StepTitle.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Reason, Reference } from '../ui/Reason.tsx'
import { Requirements } from '../ui/Requirements.tsx'
import { About, CheckLink } from './About.tsx'
import './awaited.css'
import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import activate from '../../layouts/drawings/approval-activate.svg?raw'
import choose from '../../layouts/drawings/approval-choose.svg?raw'
import signIn from '../../layouts/drawings/approval-sign-in.svg?raw'
import { idsOf, type Place } from '../../lib/domain/place.ts'
import { mailAddress } from '../../lib/mail-address.ts'
import { createApproval, type Approval } from '../../stores/wizard/approval.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'
import { Drawing } from '../ui/Icon.tsx'

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

interface Props {
  place: Place
  variant: Variant
  /** What the page is about; or beside something else, a key that takes the place of one among that. */
  as: 'page' | 'panel' | 'newKey'
  /** What the page says of the looks at the coupling. */
  children?: ReactNode
  /** What it says of what has to be right before that can be approved. */
  requirements?: ReactNode
}

/** What the customer will meet at the accounting package: no more of it than is known. */
const approvalSteps = [
  [signIn, 'wizard:approvalSignIn', 'wizard:approvalSignInHelp'],
  [choose, 'wizard:approvalChoose', 'wizard:approvalChooseHelp'],
  [activate, 'wizard:approvalActivate', 'wizard:approvalActivateHelp'],
] as const

/** Hands the approval of a coupling to whoever may sign in to the accounting package. */
export function HandOver({ place, variant, as, children, requirements }: Props) {
  const [approval, setApproval] = useState<Approval | null>(null)

  useEffect(() => {
    const { portal, person } = signedInPortal()
    const options = { portal, user: person.id, place: idsOf(place) }
    // Never fails: what cannot be handed over is not offered.
    void createApproval({ ...options, isPolaris: variant === 'polaris' }).then(setApproval)
  }, [place, variant])

  if (approval === null) return children
  const kept = (
    <p>{translate(approval.isKept ? 'wizard:activationKept' : 'wizard:activationUnkept')}</p>
  )
  const link = <Link approval={approval} place={place} isMain={as === 'page'} />
  if (as === 'page') {
    return (
      <div className="hand-over">
        <div>
          <section className="panel approval" aria-labelledby="hand-over">
            <h2 id="hand-over">{translate('wizard:activationSend')}</h2>
            {link}
          </section>
          <section className="panel approval" aria-labelledby="approval-steps">
            <h2 id="approval-steps">{translate('wizard:approvalSteps')}</h2>
            <ol className="approval-steps">
              {approvalSteps.map(([drawing, name, help]) => (
                <li key={name}>
                  <Drawing drawing={drawing} />
                  <div>
                    <strong>{translate(name)}</strong>
                    {translate(help, { administration: place.administration.name })}
                  </div>
                </li>
              ))}
            </ol>
          </section>
          {requirements}
        </div>
        <div>
          {children}
          <section className="panel approval" aria-labelledby="meanwhile">
            <h2 id="meanwhile">{translate('wizard:meanwhile')}</h2>
            <p>{translate('wizard:noEnd')}</p>
            {kept}
            <a className="button" data-kind="secondary" href={localizedPath(pageLocale(), '/')}>
              {translate('shell:toHome')}
            </a>
          </section>
        </div>
      </div>
    )
  }
  return (
    <section className="panel approval" aria-labelledby="hand-over">
      <h2 id="hand-over">{translate('wizard:activationTitle')}</h2>
      {as === 'newKey' && <p>{translate('wizard:activationNewKey')}</p>}
      <p>{translate('wizard:activationHelp')}</p>
      {kept}
      {link}
    </section>
  )
}

/** @param isMain whether the page is about it, so that its button is the main one */
function Link(props: { approval: Approval; place: Place; isMain: boolean }) {
  const { approval, place, isMain } = props
  const copying = useStore(approval.$copying)
  const isRefused = copying === 'refused'
  const link = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (isRefused) link.current?.focus()
  }, [isRefused])

  return (
    <>
      <div className="field">
        <label htmlFor="activation-link">{translate('wizard:activationLink')}</label>
        <input
          id="activation-link"
          ref={link}
          readOnly
          value={approval.address.href}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <p className="buttons">
        <Button kind={isMain ? 'main' : 'secondary'} onClick={() => void approval.copy()}>
          {translate('wizard:activationCopy')}
        </Button>
        <a className="button" data-kind="secondary" href={mailTo(approval, place)}>
          {translate('wizard:activationMail')}
        </a>
      </p>
      <p role="status">
        {copying === 'copied'
          ? `✓ ${translate('wizard:activationCopied')}`
          : isRefused && translate('wizard:activationRefused')}
      </p>
    </>
  )
}

/** A message with the link in it: who asks, for what, and what is to be done. */
function mailTo({ address, customer }: Approval, { administration, location }: Place): string {
  const names = {
    person: signedInPortal().person.name,
    administration: administration.name,
    location: location.name,
  }
  return mailAddress({
    to: customer ?? '',
    subject: translate('wizard:activationSubject', names),
    body: translate('wizard:activationBody', { ...names, link: address.href }),
  })
}
