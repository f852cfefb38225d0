import { useStore } from '@nanostores/react'
import { useDeferredValue, useEffect, useState } from 'react'
import { administrationLabel } from '../../lib/domain/administration.ts'
import type { Place } from '../../lib/domain/place.ts'
import type { Variant } from '../../lib/accounting/snelstart/values.ts'
import { localizedPath, type MessageKey } from '../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { Flow } from '../../stores/coupling/flow.ts'
import type { Opening } from '../../stores/wizard/opening/opening.ts'
import { wizardScreens } from '../../stores/wizard/screen.ts'
import { Facts } from '../ui/Facts.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Reason } from '../ui/Reason.tsx'
import { Retry } from '../ui/Retry.tsx'
import { Text } from '../ui/Text.tsx'
import { SetupForm } from './SetupForm.tsx'
import { usePanels } from './use-panels.ts'

/** The setup wizard (§2), from the address to the customer portal. */
export function Screen({ variant }: { variant: Variant }) {
  const [opening] = useState(wizardScreens[variant].take)
  const current = useStore(opening.$opening)
  const rendered = useDeferredValue(current)
  // The form is large: it is rendered in slices, which leave the browser its frames.
  const state = current.status === 'connected' ? rendered : current

  useEffect(() => opening.stop, [opening])

  switch (state.status) {
    case 'loading':
      return (
        <p className="loading" role="status">
          {translate('wizard:loading')}
        </p>
      )
    case 'unusable':
      return (
        <Notice kind="failure" role="alert">
          {state.messages.map((message) => (
            <p key={message.key}>
              <Text message={message} />
            </p>
          ))}
          <p>{translate(starts[state.flow].help)}</p>
          <FlowLink flow={state.flow} text={starts[state.flow].link} />
        </Notice>
      )
    case 'failed':
      return (
        <Retry
          message={{ key: 'wizard:failed' }}
          detail={state.detail}
          onRetry={() => void opening.start()}
        />
      )
    case 'waiting':
      return (
        <>
          <About place={state.place} opening={opening} />
          <Notice kind="information" role="status">
            <h2>{translate('wizard:waiting')}</h2>
            <p>{translate('wizard:waitingHelp')}</p>
            <span className="loader" aria-hidden="true" />
          </Notice>
          <LoadedHandOver place={state.place} variant={variant} />
        </>
      )
    case 'unconfirmed':
      return (
        <>
          <About place={state.place} opening={opening} />
          <Notice kind="failure" role="alert">
            <p>{translate('wizard:unconfirmed')}</p>
            {state.failure && (
              <>
                <p>{translate('wizard:lastLookFailed')}</p>
                <Reason message={state.failure} />
              </>
            )}
            <p>{translate('wizard:unconfirmedHelp')}</p>
            <p className="buttons">
              <button className="button" type="button" onClick={() => void opening.start()}>
                {translate('wizard:askAgain')}
              </button>
              <FlowLink
                flow={state.flow}
                text="wizard:restart"
                onFollow={() => opening.restart(state.place, state.flow)}
              />
            </p>
          </Notice>
          <LoadedHandOver place={state.place} variant={variant} />
        </>
      )
    case 'connected':
      return (
        <>
          <About place={state.setup.place} opening={opening} />
          <p className="connected" role="status">
            <span className="tick" />
            {translate('wizard:connected')}
          </p>
          {state.awaitsNewKey && (
            <LoadedHandOver place={state.setup.place} variant={variant} isNewKey />
          )}
          <SetupForm choices={state.setup} />
        </>
      )
  }
}

interface LoadedHandOverProps {
  place: Place
  variant: Variant
  isNewKey?: boolean
}

/** Handing over the approval, which is fetched together with the steps that follow it. */
function LoadedHandOver({ place, variant, isNewKey = false }: LoadedHandOverProps) {
  const loading = usePanels(({ HandOver }) => HandOver)
  if (loading.status !== 'loaded') return null
  return <loading.made place={place} variant={variant} isNewKey={isNewKey} />
}

const starts = {
  connect: { help: 'wizard:startAtConnect', link: 'wizard:toConnect' },
  boarding: { help: 'wizard:startAtBoarding', link: 'wizard:toBoarding' },
} as const

interface FlowLinkProps {
  flow: Flow
  text: MessageKey
  onFollow?: () => void
}

function FlowLink({ flow, text, onFollow }: FlowLinkProps) {
  return (
    <a
      className="button"
      data-kind="secondary"
      href={localizedPath(pageLocale(), `/${flow}`)}
      onClick={onFollow}
    >
      {translate(text)}
    </a>
  )
}

/** What is set up: the administration, the location, and the company that was registered for it. */
function About({ place, opening }: { place: Place; opening: Opening }) {
  const coc = useStore(opening.$registration)?.coc
  return (
    <Facts
      facts={[
        ['wizard:administration', administrationLabel(place.administration)],
        ['wizard:location', place.location.name],
        ...(coc ? [['wizard:coc', coc] as const] : []),
      ]}
    />
  )
}
