import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { administrationLabel } from '../../lib/domain/administration.ts'
import { translate, pageLocale } from '../../lib/i18n/page.ts'
import { createWizard, type Place, type Wizard } from '../../stores/wizard.ts'
import { signedInPortal } from '../person.ts'
import { Retry } from '../ui/Retry.tsx'
import { Say } from '../ui/Say.tsx'

function createScreen(): Wizard {
  const { portal, person } = signedInPortal()
  return createWizard(portal, person.id)
}

/** The setup wizard (§2) as far as the confirmed coupling. */
export function Screen() {
  const [wizard] = useState(createScreen)
  const [round, setRound] = useState(0)
  const state = useStore(wizard.$wizard)
  const again = () => setRound((rounds) => rounds + 1)

  useEffect(() => {
    const controller = new AbortController()
    void wizard.start(controller.signal)
    return () => controller.abort()
  }, [wizard, round])

  switch (state.status) {
    case 'loading':
      return <p role="status">{translate('wizard:loading')}</p>
    case 'unusable':
      return (
        <div className="notice" data-kind="failure" role="alert">
          {state.messages.map((message) => (
            <p key={message.key}>
              <Say message={message} />
            </p>
          ))}
          <p>{translate('wizard:startAtConnect')}</p>
          <ConnectLink text={translate('wizard:toConnect')} />
        </div>
      )
    case 'failed':
      return <Retry message={{ key: 'wizard:failed' }} detail={state.detail} onRetry={again} />
    case 'waiting':
      return (
        <>
          <Facts place={state.place} />
          <div className="notice" role="status">
            <h2>{translate('wizard:waiting')}</h2>
            <p>{translate('wizard:waitingHelp')}</p>
            <span className="loader" aria-hidden="true" />
          </div>
        </>
      )
    case 'unconfirmed':
      return (
        <>
          <Facts place={state.place} />
          <div className="notice" data-kind="failure" role="alert">
            <p>{translate('wizard:unconfirmed')}</p>
            <p>{translate('wizard:unconfirmedHelp')}</p>
            <p className="buttons">
              <button className="button" type="button" onClick={again}>
                {translate('wizard:askAgain')}
              </button>
              <ConnectLink text={translate('wizard:restart')} />
            </p>
          </div>
        </>
      )
    case 'connected':
      return (
        <>
          <Facts place={state.place} />
          <div className="notice" data-kind="success" role="status">
            <p>{translate('wizard:connected')}</p>
            <p>{translate('wizard:notYet')}</p>
          </div>
        </>
      )
  }
}

function ConnectLink({ text }: { text: string }) {
  return (
    <a
      className="button"
      data-kind="secondary"
      href={pageLocale() === 'en' ? '/en/connect' : '/connect'}
    >
      {text}
    </a>
  )
}

function Facts({ place: { administration, location } }: { place: Place }) {
  return (
    <dl className="facts">
      <div>
        <dt>{translate('wizard:administration')}</dt>
        <dd>{administrationLabel(administration)}</dd>
      </div>
      <div>
        <dt>{translate('wizard:location')}</dt>
        <dd>{location.name}</dd>
      </div>
    </dl>
  )
}
