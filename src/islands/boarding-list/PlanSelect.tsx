import type { ComponentProps } from 'react'
import type { Subscription } from '../../lib/api/registrations.ts'
import { translate } from '../../lib/i18n/page.ts'

interface Props extends Omit<ComponentProps<'select'>, 'onChange'> {
  plans: readonly Subscription[]
  plan: Subscription | null
  /** Takes an id; empty: none. */
  onChoose: (id: string) => void
}

/** The choice of a subscription. */
export function PlanSelect({ plans, plan, onChoose, ...attributes }: Props) {
  return (
    <select
      {...attributes}
      value={String(plan?.id ?? '')}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">{translate('customers:choosePlan')}</option>
      {plans.map(({ id, name }) => (
        <option key={id} value={String(id)}>
          {name}
        </option>
      ))}
    </select>
  )
}
