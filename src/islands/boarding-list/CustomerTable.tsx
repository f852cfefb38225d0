import { useStore } from '@nanostores/react'
import { memo, useState, type ComponentProps, type ReactNode } from 'react'
import type { Subscription } from '../../lib/api/registrations.ts'
import { customerFields, fieldsOf, textOf, type FieldName } from '../../lib/domain/customer.ts'
import { translate } from '../../lib/i18n/page.ts'
import { listPageRows } from '../../lib/limits.ts'
import type { CustomerList } from '../../stores/boarding/list/list.ts'
import { isSent, isWrong, stateOf, type Row } from '../../stores/boarding/list/rows.ts'
import { itemsOf } from '../../stores/form/list.ts'
import { failureText } from '../form/failure-text.ts'
import { Button } from '../ui/Button.tsx'
import { Select } from '../ui/FieldTexts.tsx'
import { Chip } from '../ui/Notice.tsx'
import { Outcome } from './Run.tsx'

const tableId = 'customers-table'
const lockedId = 'customers-locked'

/** By which a customer is known: what became of it stands there as well. */
const nameField = 'serial_info.serial.name'

/** The customers, so many at a time, each cell to be mended in its place. */
export function CustomerTable({ list }: { list: CustomerList }) {
  const rows = useStore(list.$rows)
  const isRunning = useStore(list.run.$isRunning)
  const plans = itemsOf(useStore(list.subscriptions.$list))
  const [first, setFirst] = useState(0)
  /** Those that were wrong when that was asked for: what is mended does not go meanwhile. */
  const [wrong, setWrong] = useState<ReadonlySet<number> | null>(null)
  const all = wrong ? rows.filter((row) => wrong.has(row.id) || isToMend(row)) : rows
  const shown = all.slice(first, first + listPageRows)
  const others = fieldsOf(list.isPolaris).filter((field) => field !== nameField)
  const fields = [nameField, ...others] as const

  function isToMend(row: Row): boolean {
    return isWrong(row) || ['failed', 'asking', 'skipped'].includes(row.state?.status ?? '')
  }

  /** Whether what a row holds was sent, or is about to be. */
  function isLocked({ state }: Row): boolean {
    return isSent(state) || (isRunning && state?.status === 'waiting')
  }

  function filter(isOn: boolean): void {
    setWrong(isOn ? new Set(rows.filter(isToMend).map(({ id }) => id)) : null)
    setFirst(0)
  }

  return (
    <>
      <div className="list-head">
        <h2 id={tableId} tabIndex={-1} aria-live="polite">
          {all.length === 0
            ? translate('customers:noneWrong')
            : translate('customers:range', {
                first: String(first + 1),
                last: String(first + shown.length),
                count: String(all.length),
              })}
        </h2>
        <label>
          <input
            type="checkbox"
            checked={wrong !== null}
            onChange={(event) => filter(event.target.checked)}
          />
          {translate('customers:onlyWrong')}
        </label>
      </div>
      {shown.some(isLocked) && (
        <p className="help" id={lockedId}>
          {translate('customers:locked')}
        </p>
      )}
      <div className="list-scroll">
        <table className="list-table" aria-labelledby={tableId}>
          <thead>
            <tr>
              <th scope="col">{translate('customers:number')}</th>
              {fields.map((field) => (
                <th scope="col" key={field}>
                  {translate(customerFields[field].label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <CustomerRow
                key={row.id}
                list={list}
                row={row}
                isLocked={isLocked(row)}
                fields={fields.join()}
                plans={plans}
              />
            ))}
          </tbody>
        </table>
      </div>
      {all.length > listPageRows && (
        <p className="buttons">
          {first > 0 && (
            <Button focuses={tableId} onClick={() => setFirst(first - listPageRows)}>
              {translate('customers:previous')}
            </Button>
          )}
          {first + listPageRows < all.length && (
            <Button focuses={tableId} onClick={() => setFirst(first + listPageRows)}>
              {translate('customers:next')}
            </Button>
          )}
        </p>
      )}
    </>
  )
}

interface RowProps {
  list: CustomerList
  row: Row
  isLocked: boolean
  /** The fields by their paths, with commas between: one text is the same at each rendering. */
  fields: string
  plans: readonly Subscription[]
}

/** A customer. A key in a cell renders its row alone. */
const CustomerRow = memo(function CustomerRow({ fields, ...props }: RowProps) {
  const { list, row, isLocked } = props
  const state = stateOf(row)
  const number = String(row.id + 1)
  return (
    <tr data-left-out={row.isLeftOut}>
      <th scope="row">
        <label>
          <input
            type="checkbox"
            aria-label={translate('customers:tickRow', { number })}
            checked={!row.isLeftOut}
            disabled={isLocked}
            onChange={(event) => list.leaveOut(row, !event.target.checked)}
          />
          {number}
        </label>
      </th>
      {(fields.split(',') as FieldName[]).map((field) => (
        <Cell key={field} {...props} field={field}>
          {field === nameField && (
            <>
              {state && <Outcome state={state} row={row} />}
              {!isSent(state) &&
                doubtsOf(row).map((doubt) => (
                  <Chip key={doubt} kind="warning">
                    {doubt}
                  </Chip>
                ))}
            </>
          )}
        </Cell>
      ))}
    </tr>
  )
})

interface CellProps extends Omit<RowProps, 'fields'> {
  field: FieldName
  children: ReactNode
}

function Cell({ list, row, field, plans, isLocked, children }: CellProps) {
  const { size, ...of } = customerFields[field]
  const label = translate(of.label)
  // Nothing personal stands in an id.
  const id = `cell-${row.id}-${field}`
  const problem = row.problems[field]
  const { country_code: country } = row.values.serial_info.serial
  const text = field === 'subscription.selected' ? '' : textOf(row.values, field)
  const doubt = of.doubt?.(text, country)
  const said = problem ? failureText(label, problem) : doubt && translate(doubt)
  const attributes = {
    'aria-label': translate('customers:ofRow', { field: label, number: String(row.id + 1) }),
    'aria-invalid': problem !== undefined,
    'aria-describedby': said ? id : isLocked ? lockedId : undefined,
  }
  return (
    <td data-label={label}>
      {field === 'subscription.selected' ? (
        <PlanSelect
          {...attributes}
          disabled={isLocked}
          plans={plans}
          chosen={row.values.subscription.selected?.id}
          onChoose={(plan) => list.choosePlan(row, plan)}
        />
      ) : (
        <input
          {...attributes}
          size={size}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          readOnly={isLocked}
          value={text}
          onChange={(event) => list.edit(row, field, event.target.value)}
          onBlur={() => list.leave(row, field)}
        />
      )}
      {said && (
        <p className={problem ? 'field-error' : 'help'} id={id}>
          {said}
        </p>
      )}
      {children}
    </td>
  )
}

/** What is to be looked at before a row is sent. */
function doubtsOf({ twin, namesakes, hasAccount }: Row): string[] {
  return [
    ...(twin === null ? [] : [translate('customers:twin', { number: String(twin + 1) })]),
    ...namesakes.map(({ administration, isCertain, hasLocations, isKeyless }) => {
      const parameters = { id: String(administration) }
      if (!hasLocations) return translate('customers:unfinished', parameters)
      if (isKeyless) return translate('customers:keyless', parameters)
      return translate(isCertain ? 'customers:exists' : 'customers:existsPerhaps', parameters)
    }),
    ...(hasAccount ? [translate('customers:account')] : []),
  ]
}

interface PlanProps extends Omit<ComponentProps<typeof Select>, 'options' | 'placeholder'> {
  plans: readonly Subscription[]
}

/** The choice of a subscription. */
export function PlanSelect({ plans, ...props }: PlanProps) {
  const options = plans.map(({ id, name }) => ({ id, text: name }))
  return <Select {...props} options={options} placeholder={translate('customers:choosePlan')} />
}
