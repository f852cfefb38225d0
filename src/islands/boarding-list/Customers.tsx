import { useStore } from '@nanostores/react'
import { translate } from '../../lib/i18n/page.ts'
import type { CustomerList } from '../../stores/boarding/list/list.ts'
import { itemsOf } from '../../stores/form/list.ts'
import { countText } from '../form/count-text.ts'
import { LoadedList } from '../form/LoadedList.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Retry } from '../ui/Retry.tsx'
import { Sentences } from '../ui/Text.tsx'
import { CustomerTable } from './CustomerTable.tsx'
import { PlanSelect } from './PlanSelect.tsx'
import { Run } from './Run.tsx'

/** What was read of the list, what is to be looked at, and the customers. */
export function Customers({ list }: { list: CustomerList }) {
  const source = useStore(list.$source)
  const look = useStore(list.$look)
  const isRunning = useStore(list.run.$isRunning)

  if (source.status !== 'read') return null
  const { ignored, long } = source
  return (
    <>
      <div className="list-top">
        <section className="panel" aria-labelledby="read">
          <Counts list={list} isLooking={look.status === 'looking'} />
          <PlanOfAll list={list} />
          <p className="buttons">
            <Button kind="quiet" disabled={isRunning} onClick={() => void list.discard()}>
              {translate('customers:another')}
            </Button>
          </p>
        </section>
        <Run list={list} />
      </div>
      {look.status === 'failed' && (
        <Retry
          message={{ key: 'customers:lookFailed' }}
          detail={look.detail}
          onRetry={() => void list.look()}
        />
      )}
      {(ignored.length > 0 || long.length > 0) && (
        <Notice kind="warning">
          {ignored.length > 0 && (
            <p>{translate('customers:ignored', { headings: ignored.join(', ') })}</p>
          )}
          {long.length > 0 && (
            <p>{translate('customers:long', { numbers: long.slice(0, 20).join(', ') })}</p>
          )}
        </Notice>
      )}
      <CustomerTable list={list} />
    </>
  )
}

function Counts({ list, isLooking }: { list: CustomerList; isLooking: boolean }) {
  const { length } = useStore(list.$rows)
  const isLooked = useStore(list.$isLooked)
  const { left, wrong, planless, leftOut } = useStore(list.run.$progress)
  return (
    <>
      <h2 id="read" tabIndex={-1}>
        {countText(length, 'customers:readOne', 'customers:read')}
      </h2>
      <p role="status">
        <Sentences
          of={[
            isLooked && left > 0 && countText(left, 'customers:readyOne', 'customers:ready'),
            wrong > 0 && countText(wrong, 'customers:wrongOne', 'customers:wrong'),
            planless > 0 && countText(planless, 'customers:planlessOne', 'customers:planless'),
            leftOut > 0 && countText(leftOut, 'customers:leftOutOne', 'customers:leftOut'),
            isLooking && translate('customers:looking'),
          ]}
        />
      </p>
    </>
  )
}

/** One subscription for all that name none; where there is one only, it is that. */
function PlanOfAll({ list }: { list: CustomerList }) {
  const plans = itemsOf(useStore(list.subscriptions.$list))
  const plan = useStore(list.$planOfAll)
  const { isFixed } = useStore(list.run.$progress)
  return (
    <LoadedList list={list.subscriptions} failed="boarding:subscriptionsFailed">
      {() =>
        plans.length > 1 && (
          <div className="field">
            <label htmlFor="plan-of-all">{translate('customers:planOfAll')}</label>
            <PlanSelect
              id="plan-of-all"
              disabled={isFixed}
              plans={plans}
              plan={plan}
              onChoose={list.choosePlanOfAll}
            />
          </div>
        )
      }
    </LoadedList>
  )
}
