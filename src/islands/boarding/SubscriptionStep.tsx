import { useStore } from '@nanostores/react'
import { Field, useSelector } from '@tanstack/react-form'
import { useEffect } from 'react'
import type { Subscription } from '../../lib/api/registrations.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { BoardingScreen } from '../../stores/boarding/boarding.ts'
import { itemsOf } from '../../stores/form/list.ts'
import { RadioCards } from '../form/RadioCards.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Retry } from '../ui/Retry.tsx'
import type { BoardingForm } from './form.ts'
import './subscription.css'

interface Props {
  form: BoardingForm
  boarding: BoardingScreen
}

/** The subscription to choose (§2): the form holds the whole of it. */
export function SubscriptionStep({ form, boarding }: Props) {
  const subscriptions = useStore(boarding.subscriptions.$list)

  const selected = useSelector(form.store, ({ values }) => values.subscription.selected)
  const [first, second] = itemsOf(subscriptions)

  useEffect(() => {
    // Where there is nothing to choose between, it is chosen.
    const isOnlyOne = first !== undefined && second === undefined
    if (isOnlyOne && selected === null) form.setFieldValue('subscription.selected', first)
  }, [form, first, second, selected])

  switch (subscriptions.status) {
    case 'idle':
    case 'loading':
      return (
        <p className="loading" role="status">
          {translate('boarding:loadingSubscriptions')}
        </p>
      )
    case 'failed':
      return (
        <Retry
          message={{ key: 'boarding:subscriptionsFailed' }}
          detail={subscriptions.detail}
          onRetry={() => void boarding.subscriptions.reload()}
        />
      )
    case 'loaded':
      if (subscriptions.items.length === 0) {
        return (
          <Notice kind="warning">
            <p>{translate('boarding:noSubscriptions')}</p>
          </Notice>
        )
      }
      return (
        <>
          {selected && !subscriptions.items.some(({ id }) => id === selected.id) && (
            <Notice kind="warning" role="status">
              {translate('boarding:withdrawn')}
            </Notice>
          )}
          <Field form={form} name="subscription.selected">
            {(field) => (
              <RadioCards
                field={field}
                label={translate('boarding:subscription')}
                name={translate('boarding:subscriptionStep')}
                hint={translate('boarding:subscriptionHelp')}
                options={subscriptions.items}
                optionId={({ id }: Subscription) => id}
                card={(plan: Subscription) => <Plan plan={plan} />}
              />
            )}
          </Field>
        </>
      )
  }
}

function Plan({ plan }: { plan: Subscription }) {
  return (
    <span className="plan">
      <Fact term="boarding:planName" value={plan.name} />
      <Fact term="boarding:planDuration" value={plan.duration} />
      <Fact term="boarding:planInterval" value={plan.interval} />
      <Fact term="boarding:planTrial" value={plan.grace_period} />
    </span>
  )
}

interface FactProps {
  term:
    'boarding:planName' | 'boarding:planDuration' | 'boarding:planInterval' | 'boarding:planTrial'
  /** §3 does not show of what type it is. */
  value: unknown
}

function Fact({ term, value }: FactProps) {
  return (
    <span>
      <span className="plan-term">{translate(term)}</span>{' '}
      <strong>{typeof value === 'string' || typeof value === 'number' ? value : '–'}</strong>
    </span>
  )
}
