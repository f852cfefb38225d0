import { useStore } from '@nanostores/react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { type WizardVariant } from '../../lib/accounting/snelstart/choices.ts'
import { translate } from '../../lib/i18n/page.ts'
import { wizardScreens } from '../../stores/wizard/screen.ts'
import { ScreenBoundary } from '../shell/ScreenBoundary.tsx'
import { Chip, Notice } from '../ui/Notice.tsx'
import { Loading, Retry } from '../ui/Reason.tsx'
import { UnusableAddress } from '../ui/ScreenNotices.tsx'
import { WizardHeader, CheckLink } from './About.tsx'
import { SetupForm } from './SetupForm.tsx'
import { ApprovalPage, loadLaterSteps } from './later-parts.ts'

// Preloads later steps and ignores errors, which the actual import reports later.
if (!import.meta.env.SSR) loadLaterSteps().catch(() => undefined)

export function WizardIsland({ variant }: { variant: WizardVariant }) {
  return <ScreenBoundary screen={<Screen variant={variant} />} />
}

function Screen({ variant }: { variant: WizardVariant }) {
  const [opening] = useState(wizardScreens[variant].take)
  const current = useStore(opening.$opening)
  const isElsewhere = useStore(opening.$isElsewhere)
  const rendered = useDeferredValue(current)
  // Defers the large form to keep the browser responsive.
  const isFirst = current.status === 'connected' && rendered.status !== 'connected'
  const state = isFirst ? rendered : current

  const hasWaited = useRef(false)
  const confirmation = useRef<HTMLSpanElement>(null)
  const { status } = state

  useEffect(() => opening.stop, [opening])

  useEffect(() => {
    if (status === 'waiting' || status === 'unconfirmed') hasWaited.current = true
    // Tab would restart at the top without a focused element.
    const isFocusLost = hasWaited.current && document.activeElement?.matches('body, #content')
    if (status === 'connected' && isFocusLost) confirmation.current?.focus()
  }, [status])

  switch (state.status) {
    case 'loading':
      return <Loading text="wizard:loading" />
    case 'unusable':
      return <UnusableAddress messages={state.messages} flow={state.flow} />
    case 'failed':
      return (
        <>
          <Retry what="wizard:failed" detail={state.detail} onRetry={opening.start} />
          <CheckLink />
        </>
      )
    case 'waiting':
    case 'unconfirmed':
      return <ApprovalPage state={state} opening={opening} variant={variant} />
    case 'connected':
      return (
        <>
          <WizardHeader place={state.wizard.place} opening={opening}>
            <span role="status" ref={confirmation} tabIndex={-1}>
              <Chip kind="success">{translate('wizard:connected')}</Chip>
            </span>
          </WizardHeader>
          {isElsewhere && <Notice kind="warning" role="status" text="wizard:openElsewhere" />}
          <SetupForm wizard={state.wizard} newKey={state.newKey} />
        </>
      )
  }
}
