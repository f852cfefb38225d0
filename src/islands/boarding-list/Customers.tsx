import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { translate } from '../../lib/i18n/page.ts'
import { isReady } from '../../lib/domain/customer-list/row.ts'
import type { CustomerList } from '../../stores/boarding/list/list.ts'
import { itemsOf } from '../../stores/form/list.ts'
import { countText } from '../form/count-text.ts'
import { LoadedList } from '../form/LoadedList.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Retry } from '../ui/Retry.tsx'
import { CustomerTable } from './CustomerTable.tsx'
import { Run } from './Run.tsx'

/** What was read of the list, what is to be looked at, and the customers. */
export function Customers({ list }: { list: CustomerList }) {
  const source = useStore(list.$source)
  const rows = useStore(list.$rows)
  const look = useStore(list.$look)
  const { isBusy } = useStore(list.run.$progress)
  const isRunning = useStore(list.run.$run).status === 'running' || isBusy

  useEffect(() => {
    // What the list was taken in by is gone.
    document.getElementById('customers-read')?.focus()
  }, [])

  if (source.status !== 'read') return null
  const leftOut = rows.filter((row) => row.isLeftOut).length
  const ready = rows.filter(isReady).length
  const wrong = rows.filter(
    ({ isLeftOut, problems }) => !isLeftOut && Object.keys(problems).length > 0,
  ).length
  const counts = [
    ['customers:ready', ready],
    ['customers:wrong', wrong],
    ['customers:leftOut', leftOut],
  ] as const
  const { ignored, long } = source
  return (
    <>
      <section className="panel" aria-labelledby="customers-read">
        <h2 id="customers-read" tabIndex={-1}>
          {countText(rows.length, 'customers:readOne', 'customers:read')}
        </h2>
        <p role="status">
          {counts.map(
            ([key, count]) =>
              count > 0 && <span key={key}>{translate(key, { count: String(count) })} </span>,
          )}
          {look.status === 'looking' && translate('customers:looking')}
        </p>
        <PlanOfAll list={list} />
        <p className="buttons">
          <Button kind="quiet" disabled={isRunning} onClick={() => void list.discard()}>
            {translate('customers:another')}
          </Button>
        </p>
      </section>
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
      <Run list={list} />
      <CustomerTable list={list} rows={rows} />
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
            <select
              id="plan-of-all"
              value={String(list.planOfAll()?.id ?? '')}
              onChange={(event) => list.choosePlanOfAll(event.target.value)}
            >
              <option value="">{translate('customers:choosePlan')}</option>
              {plans.map(({ id, name }) => (
                <option key={id} value={String(id)}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )
      }
    </LoadedList>
  )
}
