import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { variantOf, type Shows } from '../../lib/domain/coupling.ts'
import type { Stored } from '../../lib/accounting/snelstart/stored.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import { texts } from '../../lib/i18n/page.ts'
import { createChain } from '../../stores/check/chain.ts'
import { createStored } from '../../stores/check/stored.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'
import { Notice } from '../ui/Notice.tsx'
import { Loading, Retry } from '../ui/Reason.tsx'
import { ReportView } from '../wizard/saving/ReportView.tsx'
import { ChainPanel } from './ChainPanel.tsx'

export interface PartProps {
  place: PlaceIds
  show: Shows
  onClose: () => void
}

/** What a check shows on demand, of what is stored at a location: its report, or what others can get of it. */
export function Part({ place, show, onClose }: PartProps) {
  const [stored] = useState(() => {
    const { portal, person } = signedInPortal()
    const isMessageKey = (key: string) => Object.hasOwn(texts(), key)
    const store = createStored(portal, person.id, place, { isMessageKey })
    void store.load()
    return store
  })
  const state = useStore(stored.$stored)

  switch (state.status) {
    case 'loading':
      return <Loading text="wizard:storedReading" />
    case 'failed':
      return (
        <Retry
          message={{ key: 'wizard:storedFailed' }}
          detail={state.detail}
          onRetry={() => void stored.load()}
        />
      )
    case 'unset':
      return <Notice kind="information" role="status" text="wizard:storedNone" />
    case 'loaded':
      return show === 'report' ? (
        <ReportView report={state.document} isKept />
      ) : (
        <Others stored={state.stored} onClose={onClose} />
      )
  }
}

/** The other locations, from what is stored at this one. */
function Others({ stored, onClose }: { stored: Stored; onClose: () => void }) {
  const [chain] = useState(() => {
    const { portal, person } = signedInPortal()
    const chain = createChain({ portal, user: person.id, variant: variantOf(person), stored })
    void chain.start()
    return chain
  })
  return <ChainPanel chain={chain} onClose={onClose} />
}
