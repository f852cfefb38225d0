import { useStore } from '@nanostores/react'
import { Field, useSelector } from '@tanstack/react-form'
import { useEffect } from 'react'
import type { Subscription } from '../../lib/api/registrations.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { BoardingScreen } from '../../stores/boarding/boarding.ts'
import { RadioCards } from '../form/RadioCards.tsx'
import { Chip } from '../ui/Chip.tsx'
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
  const proposed = useStore(boarding.$proposed)

  useEffect(() => {
    if (proposed && selected === null) form.setFieldValue('subscription.selected', proposed.plan)
  }, [form, proposed, selected])

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
                card={(plan: Subscription) => (
                  <Plan plan={plan} proposed={proposed?.plan === plan ? proposed : null} />
                )}
              />
            )}
          </Field>
        </>
      )
  }
}

interface PlanProps {
  plan: Subscription
  /** Why it was chosen before anybody did; null where it was not. */
  proposed: { isOnly: boolean } | null
}

function Plan({ plan, proposed }: PlanProps) {
  return (
    <span className="plan">
      <Fact term="boarding:planName" value={plan.name} />
      <Fact term="boarding:planDuration" value={plan.duration} />
      <Fact term="boarding:planInterval" value={plan.interval} />
      <Fact term="boarding:planTrial" value={plan.grace_period} />
      {proposed && (
        <Chip kind="neutral">
          {translate(proposed.isOnly ? 'boarding:onlyPlan' : 'boarding:lastPlan')}
        </Chip>
      )}
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
