import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Shows } from '../../lib/domain/coupling.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import { texts } from '../../lib/i18n/page.ts'
import { createStored } from '../../stores/check/stored.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'
import { Notice } from '../ui/Notice.tsx'
import { Loading, Retry } from '../ui/Reason.tsx'
import { ReportView } from '../wizard/saving/ReportView.tsx'
import { ChainPanel } from './ChainPanel.tsx'

export interface PartProps {
  place: PlaceIds
  show: Shows
}

/** What a check shows on demand, of what is stored at a location: its report, or what others can get of it. */
export function Part({ place, show }: PartProps) {
  const [stored] = useState(() => {
    const portal = signedInPortal()
    const isMessageKey = (key: string) => Object.hasOwn(texts(), key)
    const store = createStored(portal, place, show, { isMessageKey })
    void store.load()
    return store
  })
  const state = useStore(stored.$stored)

  switch (state.status) {
    case 'loading':
      return <Loading text="form:loading" />
    case 'failed':
      return <Retry what="wizard:storedFailed" detail={state.detail} onRetry={stored.load} />
    case 'none':
      return state.told && <Notice kind="information" role="status" text={state.told} />
    case 'report':
      return <ReportView report={state.document} />
    case 'chain':
      return <ChainPanel chain={state.chain} />
  }
}
