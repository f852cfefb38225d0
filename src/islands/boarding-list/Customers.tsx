import { useStore } from '@nanostores/react'
import { translate } from '../../lib/i18n/page.ts'
import type { CustomerList } from '../../stores/boarding/list/list.ts'
import { itemsOf } from '../../stores/form/list.ts'
import { countText } from '../form/count-text.ts'
import { LoadedList } from '../form/LoadedList.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Retry } from '../ui/Retry.tsx'
import { CustomerTable } from './CustomerTable.tsx'
import { PlanSelect } from './PlanSelect.tsx'
import { Run } from './Run.tsx'

interface Props {
  list: CustomerList
  isRunning: boolean
}

/** What was read of the list, what is to be looked at, and the customers. */
export function Customers({ list, isRunning }: Props) {
  const source = useStore(list.$source)
  const rows = useStore(list.$rows)
  const states = useStore(list.run.$rows)
  const look = useStore(list.$look)
  const { left, wrong, leftOut } = useStore(list.run.$progress)

  if (source.status !== 'read') return null
  const { ignored, long } = source
  return (
    <>
      <div className="list-top">
        <section className="panel" aria-labelledby="read">
          <h2 id="read" tabIndex={-1}>
            {countText(rows.length, 'customers:readOne', 'customers:read')}
          </h2>
          <p role="status">
            {left > 0 && countText(left, 'customers:readyOne', 'customers:ready')}{' '}
            {wrong > 0 && countText(wrong, 'customers:wrongOne', 'customers:wrong')}{' '}
            {leftOut > 0 && countText(leftOut, 'customers:leftOutOne', 'customers:leftOut')}{' '}
            {look.status === 'looking' && translate('customers:looking')}
          </p>
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
      <CustomerTable list={list} rows={rows} states={states} isRunning={isRunning} />
    </>
  )
}

/** One subscription for all that name none; where there is one only, it is that. */
function PlanOfAll({ list }: { list: CustomerList }) {
  const plans = itemsOf(useStore(list.subscriptions.$list))
  return (
    <LoadedList list={list.subscriptions} failed="boarding:subscriptionsFailed">
      {() =>
        plans.length > 1 && (
          <div className="field">
            <label htmlFor="plan-of-all">{translate('customers:planOfAll')}</label>
            <PlanSelect
              id="plan-of-all"
              plans={plans}
              plan={list.planOfAll()}
              onChoose={list.choosePlanOfAll}
            />
          </div>
        )
      }
    </LoadedList>
  )
}
