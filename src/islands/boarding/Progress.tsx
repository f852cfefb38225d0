import { useStore } from '@nanostores/react'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { sagaSteps, type SagaStep, type StepProgress } from '../../stores/boarding-saga.ts'
import type { BoardingScreen } from '../../stores/boarding.ts'
import './progress.css'

const names: Readonly<Record<SagaStep, MessageKey>> = {
  merchant: 'boarding:stepMerchant',
  user: 'boarding:stepUser',
  registration: 'boarding:stepRegistration',
  location: 'boarding:stepLocation',
  key: 'boarding:stepKey',
  access: 'boarding:stepAccess',
}

const states: Readonly<Record<StepProgress, MessageKey>> = {
  busy: 'boarding:stepBusy',
  done: 'boarding:stepDone',
  failed: 'boarding:stepFailed',
}

/** How far the submit is, step by step. */
export function Progress({ boarding }: { boarding: BoardingScreen }) {
  const progress = useStore(boarding.$progress)
  const taken = sagaSteps.filter((step) => progress[step] !== undefined)

  return (
    <section className="saga" aria-label={translate('boarding:progress')} aria-live="polite">
      {taken.length > 0 && (
        <ol>
          {taken.map((step) => {
            const state = progress[step] ?? 'busy'
            return (
              <li key={step} data-state={state}>
                {translate(names[step])}: <strong>{translate(states[state])}</strong>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}
