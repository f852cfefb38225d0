import { useStore } from '@nanostores/react'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { StepProgress } from '../../stores/boarding/memory.ts'
import { sagaOrder, sagaSteps } from '../../stores/boarding/saga.ts'
import type { BoardingScreen } from '../../stores/boarding/boarding.ts'
import { ProgressList } from '../ui/ProgressList.tsx'

const states: Readonly<Record<StepProgress, MessageKey>> = {
  busy: 'boarding:stepBusy',
  done: 'boarding:stepDone',
  failed: 'boarding:stepFailed',
}

/** How far the submit is, step by step. */
export function Progress({ boarding }: { boarding: BoardingScreen }) {
  const progress = useStore(boarding.$progress)
  const lines = sagaOrder.flatMap((key) => {
    const state = progress[key]
    return state
      ? [{ key, name: translate(sagaSteps[key]), state, text: translate(states[state]) }]
      : []
  })

  return <ProgressList label={translate('boarding:progress')} lines={lines} />
}
