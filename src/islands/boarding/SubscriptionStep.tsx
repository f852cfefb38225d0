import { useStore } from '@nanostores/react'
import { Field, useSelector } from '@tanstack/react-form'
import { useEffect } from 'react'
import type { Subscription } from '../../lib/api/registrations.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { BoardingScreen } from '../../stores/boarding/boarding.ts'
import { LoadedList } from '../form/LoadedList.tsx'
import { RadioCards } from '../form/RadioCards.tsx'
import { Chip } from '../ui/Chip.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { BoardingForm } from './fields.tsx'
import './subscription.css'

interface Props {
  form: BoardingForm
  boarding: BoardingScreen
}

/** What a card says of a plan (§2). */
const facts = [
  ['name', 'boarding:planName'],
  ['duration', 'boarding:planDuration'],
  ['interval', 'boarding:planInterval'],
  ['grace_period', 'boarding:planTrial'],
] as const

/** The subscription to choose (§2): the form holds the whole of it. */
export function SubscriptionStep({ form, boarding }: Props) {
  const selected = useSelector(form.store, ({ values }) => values.subscription.selected)
  const proposed = useStore(boarding.$proposed)

  useEffect(() => {
    if (proposed && selected === null) form.setFieldValue('subscription.selected', proposed.plan)
  }, [form, proposed, selected])

  function cards(plans: readonly Subscription[]) {
    return (
      <>
        {selected && !plans.some(({ id }) => id === selected.id) && (
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
              options={plans}
              optionId={({ id }: Subscription) => id}
              card={card}
            />
          )}
        </Field>
      </>
    )
  }

  function card(plan: Subscription) {
    return (
      <span className="plan">
        {facts.map(([fact, term]) => {
          // §3 does not show of what type they are.
          const value: unknown = plan[fact]
          const isShown = typeof value === 'string' || typeof value === 'number'
          return (
            <span key={fact}>
              <span className="plan-term">{translate(term)}</span>{' '}
              <strong>{isShown ? value : '–'}</strong>
            </span>
          )
        })}
        {proposed?.plan === plan && (
          <Chip kind="neutral">
            {translate(proposed.isOnly ? 'boarding:onlyPlan' : 'boarding:lastPlan')}
          </Chip>
        )}
      </span>
    )
  }

  return (
    <LoadedList list={boarding.subscriptions} failed="boarding:subscriptionsFailed">
      {(plans, isLoading) => {
        if (plans.length > 0) return cards(plans)
        return isLoading ? (
          <p className="loading" role="status">
            {translate('boarding:loadingSubscriptions')}
          </p>
        ) : (
          <Notice kind="warning">
            <p>{translate('boarding:noSubscriptions')}</p>
          </Notice>
        )
      }}
    </LoadedList>
  )
}
