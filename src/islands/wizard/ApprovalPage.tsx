import activate from '../../layouts/drawings/approval-activate.svg?raw'
import choose from '../../layouts/drawings/approval-choose.svg?raw'
import signIn from '../../layouts/drawings/approval-sign-in.svg?raw'
import type { WizardVariant } from '../../lib/accounting/snelstart/choices.ts'
import { localizePath } from '../../lib/i18n/messages.ts'
import { getPageLocale, translate } from '../../lib/i18n/page.ts'
import { getSignedInPortal } from '../../stores/shell/portal.ts'
import type { Approval } from '../../stores/wizard/coupling.ts'
import type { WizardLoader, WizardLoadState, LateCoupling } from '../../stores/wizard/screen.ts'
import { StepTitle } from '../form/steps/Steps.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { createLinkMail } from '../ui/customer-links.ts'
import { Illustration } from '../ui/Icon.tsx'
import { Notice, Panel } from '../ui/Notice.tsx'
import { FailureText, FailureReference, useCopying } from '../ui/Reason.tsx'
import { Requirements } from '../ui/Approval.tsx'
import { SentenceSpans } from '../ui/Text.tsx'
import { WizardHeader, CheckLink } from './About.tsx'

export interface ApprovalPageProps {
  state: Extract<WizardLoadState, { status: 'waiting' | 'unconfirmed' }>
  opening: WizardLoader
  variant: WizardVariant
}

const approvalSteps = [
  [signIn, 'wizard:approvalSignIn', 'wizard:approvalSignInHelp'],
  [choose, 'wizard:approvalChoose', 'wizard:approvalChooseHelp'],
  [activate, 'wizard:approvalActivate', 'wizard:approvalActivateHelp'],
] as const

/** Page that waits for the confirmation of a coupling. */
export function ApprovalPage({ state, opening, variant }: ApprovalPageProps) {
  const { place, approval } = state
  const administration = place.administration.name
  const about = <WizardHeader place={place} opening={opening} />
  const stateNotice =
    state.status === 'unconfirmed' ? (
      <UnconfirmedNotice state={state} opening={opening} />
    ) : (
      <Notice kind="information" role="status">
        <h2>{translate('wizard:waiting')}</h2>
        <p>{translate('wizard:waitingHelp')}</p>
        {!approval?.isHandedOver && <span className="loader" aria-hidden="true" />}
      </Notice>
    )
  // The specification names no requirements for a polaris approval.
  const requirements = variant !== 'polaris' && (
    <Requirements administration={administration} heading="h2" isOpen={!approval?.isHandedOver} />
  )
  if (!approval?.isHandedOver) {
    return (
      <>
        {about}
        {stateNotice}
        {requirements}
        {approval && <ApprovalLink approval={approval} />}
      </>
    )
  }
  const title = translate('wizard:handedOver')
  return (
    <>
      <StepTitle label={title} />
      <h1 className="handed-over">{title}</h1>
      <p className="lead">{translate('wizard:handedOverHelp')}</p>
      {about}
      <div className="hand-over">
        <ApprovalLink approval={approval} isMain />
        <div>
          <Panel id="approval-steps" className="approval" title="wizard:approvalSteps">
            <ol className="approval-steps">
              {approvalSteps.map(([drawing, name, help]) => (
                <li key={name}>
                  <Illustration drawing={drawing} />
                  <div>
                    <strong>{translate(name)}</strong>
                    {translate(help, { administration })}
                  </div>
                </li>
              ))}
            </ol>
          </Panel>
          {requirements}
        </div>
        <div>
          {stateNotice}
          <Panel id="meanwhile" className="approval" title="wizard:meanwhile">
            <p>{linkStorageText(approval)}</p>
            <ButtonLink
              text="shell:toHome"
              kind="quiet"
              href={localizePath(getPageLocale(), '/')}
            />
          </Panel>
        </div>
      </div>
    </>
  )
}

/** Notice after two minutes without confirmation of a coupling. */
function UnconfirmedNotice({ state, opening }: { state: LateCoupling; opening: WizardLoader }) {
  const { place, flow, approval, failure } = state
  const isChecking = approval !== null
  return (
    <Notice
      kind={isChecking ? 'information' : 'failure'}
      role={isChecking ? undefined : 'alert'}
      aria-atomic={false}
    >
      <h2>{translate('wizard:unconfirmed')}</h2>
      {isChecking && <LastCheck {...state} />}
      {failure && (
        <>
          <p>{translate('wizard:lastLookFailed')}</p>
          <FailureText message={failure} />
        </>
      )}
      {!isChecking && <p>{translate('wizard:unconfirmedHelp')}</p>}
      <p className="buttons">
        <Button
          text="wizard:askAgain"
          {...(isChecking
            ? { kind: 'secondary', onClick: opening.look }
            : { kind: 'main', focuses: 'content', onClick: opening.start })}
        />
        <ButtonLink
          text="wizard:restart"
          kind={isChecking ? 'quiet' : 'secondary'}
          href={localizePath(getPageLocale(), `/${flow}`)}
          onClick={() => opening.restart(place, flow)}
        />
        {!isChecking && <CheckLink />}
      </p>
      <FailureReference what={{ key: 'wizard:unconfirmed' }} message={failure} />
    </Notice>
  )
}

/** Time of the last check, with its result for screen readers. */
function LastCheck({ lookedAt, isLookRequested, failure }: LateCoupling) {
  const clock = new Intl.DateTimeFormat(getPageLocale(), { hour: '2-digit', minute: '2-digit' })
  const looking = translate('wizard:lookingNow')
  return (
    <>
      <p className="visually-hidden" role="status">
        {isLookRequested
          ? looking
          : translate(failure ? 'wizard:lastLookFailed' : 'wizard:notApproved')}
      </p>
      <p>
        <SentenceSpans
          texts={[
            isLookRequested
              ? looking
              : translate('wizard:lookedAt', { time: clock.format(lookedAt) }),
            translate('wizard:looksOn'),
          ]}
        />
      </p>
    </>
  )
}

const linkStorageText = ({ isKept }: Approval) =>
  translate(isKept ? 'wizard:activationKept' : 'wizard:activationUnkept')

interface HandOverProps {
  approval: Approval
  /** Forgets the approval link of a replacement key. */
  onForget?: () => void
  /** True if the link is the main content of the page. */
  isMain?: boolean
}

/** Shows a customer's approval link, to copy, mail or open. */
export function ApprovalLink({ approval, onForget, isMain }: HandOverProps) {
  const { href } = approval.link
  const { copy, copyStatus } = useCopying(href)
  const title = isMain ? 'wizard:activationSend' : 'wizard:activationTitle'
  return (
    <Panel id="hand-over" className="approval" title={title}>
      {onForget && <p>{translate('wizard:activationNewKey')}</p>}
      {!isMain && (
        <>
          <p>{translate('wizard:activationHelp')}</p>
          <p>{linkStorageText(approval)}</p>
        </>
      )}
      <div className="field">
        <input
          aria-label={translate('wizard:activationLink')}
          readOnly
          value={href}
          onFocus={({ target }) => target.select()}
        />
      </div>
      <p className="buttons">
        <Button text="links:copy" kind={isMain ? 'main' : undefined} onClick={copy} />
        <ButtonLink text="links:mail" href={createLinkMail(approval, getSignedInPortal().person)} />
        <ButtonLink text="wizard:approveYourself" kind="quiet" href={href} />
        {onForget && (
          <Button text="wizard:forgetNewKey" kind="quiet" focuses="content" onClick={onForget} />
        )}
      </p>
      {copyStatus}
    </Panel>
  )
}
