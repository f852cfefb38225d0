import { useStore } from '@nanostores/react'
import { memo, useState } from 'react'
import type { Subscription } from '../../lib/api/registrations.ts'
import { cocDoubt } from '../../lib/domain/coc.ts'
import {
  rowFields,
  textOf,
  type Doubt,
  type Row,
  type RowField,
  type TextField,
} from '../../lib/domain/customer-list/row.ts'
import { translate } from '../../lib/i18n/page.ts'
import { listPageRows } from '../../lib/limits.ts'
import type { CustomerList } from '../../stores/boarding/list/list.ts'
import { itemsOf } from '../../stores/form/list.ts'
import { failureText } from '../form/failure-text.ts'
import { Button } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { Outcome } from './Outcome.tsx'

const tableId = 'customers-table'

interface Props {
  list: CustomerList
  rows: readonly Row[]
}

/** The customers, so many at a time, each cell to be mended in its place. */
export function CustomerTable({ list, rows }: Props) {
  const plans = itemsOf(useStore(list.subscriptions.$list))
  const [first, setFirst] = useState(0)
  /** Those that were wrong when that was asked for: what is mended does not go meanwhile. */
  const [wrong, setWrong] = useState<ReadonlySet<number> | null>(null)
  const all = wrong ? rows.filter(({ id }) => wrong.has(id)) : rows
  const shown = all.slice(first, first + listPageRows)
  const fields = (Object.keys(rowFields) as RowField[]).filter(
    (field) => !(list.isPolaris && field.startsWith('merchant_info.')),
  )

  function filter(isOn: boolean): void {
    const found = rows.filter(({ isLeftOut, problems }) => !isLeftOut && hasAny(problems))
    setWrong(isOn ? new Set(found.map(({ id }) => id)) : null)
    setFirst(0)
  }

  return (
    <>
      <label className="list-filter">
        <input
          type="checkbox"
          checked={wrong !== null}
          onChange={(event) => filter(event.target.checked)}
        />
        {translate('customers:onlyWrong')}
      </label>
      <h2 id={tableId} tabIndex={-1} aria-live="polite">
        {all.length === 0
          ? translate('customers:noneWrong')
          : translate('customers:range', {
              first: String(first + 1),
              last: String(first + shown.length),
              count: String(all.length),
            })}
      </h2>
      <div className="list-scroll">
        <table className="list-table" aria-labelledby={tableId}>
          <thead>
            <tr>
              <th scope="col">{translate('customers:tick')}</th>
              <th scope="col">{translate('customers:number')}</th>
              <th scope="col">{translate('customers:notes')}</th>
              {fields.map((field) => (
                <th scope="col" key={field}>
                  {translate(rowFields[field])}
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
              {translate('form:next')}
            </Button>
          )}
        </p>
      )}
    </>
  )
}

const hasAny = (problems: Row['problems']) => Object.keys(problems).length > 0

interface RowProps {
  list: CustomerList
  row: Row
  /** The fields by their paths, with commas between: one text is the same at each rendering. */
  fields: string
  plans: readonly Subscription[]
}

/** A customer. A key in a cell renders its row alone. */
const CustomerRow = memo(function CustomerRow({ list, row, fields, plans }: RowProps) {
  const number = String(row.id + 1)
  return (
    <tr data-left-out={row.isLeftOut}>
      <td>
        <input
          type="checkbox"
          aria-label={translate('customers:tickRow', { number })}
          checked={!row.isLeftOut}
          onChange={(event) => list.leaveOut(row, !event.target.checked)}
        />
      </td>
      <th scope="row">{number}</th>
      <td>
        <Outcome run={list.run} row={row} />
        {row.doubts.map((doubt) => (
          <Chip key={doubtText(doubt)} kind="warning">
            {doubtText(doubt)}
          </Chip>
        ))}
      </td>
      {(fields.split(',') as RowField[]).map((field) => (
        <Cell key={field} list={list} row={row} field={field} plans={plans} />
      ))}
    </tr>
  )
})

interface CellProps extends Omit<RowProps, 'fields'> {
  field: RowField
}

function Cell({ list, row, field, plans }: CellProps) {
  const label = translate(rowFields[field])
  // Nothing personal stands in an id.
  const id = `cell-${row.id}-${field}`
  const problem = row.problems[field]
  const { coc, country_code: country } = row.values.serial_info.serial
  const doubt = field === 'serial_info.serial.coc' ? cocDoubt(coc, country) : undefined
  const said = problem ? failureText(label, problem) : doubt && translate(doubt)
  const attributes = {
    'aria-label': translate('customers:ofRow', { field: label, number: String(row.id + 1) }),
    'aria-invalid': problem !== undefined,
    'aria-describedby': said && id,
  }
  return (
    <td>
      {field === 'subscription.selected' ? (
        <select
          {...attributes}
          value={String(row.values.subscription.selected?.id ?? '')}
          onChange={(event) => list.choosePlan(row, event.target.value)}
        >
          <option value="">{translate('customers:choosePlan')}</option>
          {plans.map((plan) => (
            <option key={plan.id} value={String(plan.id)}>
              {plan.name}
            </option>
          ))}
        </select>
      ) : (
        <TextCell list={list} row={row} field={field} attributes={attributes} />
      )}
      {said && (
        <p className={problem ? 'field-error' : 'help'} id={id}>
          {said}
        </p>
      )}
    </td>
  )
}

interface TextCellProps extends Pick<RowProps, 'list' | 'row'> {
  field: TextField
  attributes: Readonly<Record<string, unknown>>
}

function TextCell({ list, row, field, attributes }: TextCellProps) {
  return (
    <input
      {...attributes}
      autoComplete="off"
      spellCheck={false}
      dir="auto"
      value={textOf(row.values, field)}
      onChange={(event) => list.edit(row, field, event.target.value)}
      onBlur={() => list.leave(row, field)}
    />
  )
}

function doubtText(doubt: Doubt): string {
  if (doubt.kind === 'twin') return translate('customers:twin', { number: String(doubt.of + 1) })
  if (doubt.kind === 'account') return translate('customers:account')
  const parameters = { id: String(doubt.administration) }
  if (!doubt.hasLocations) return translate('customers:unfinished', parameters)
  if (doubt.keyless !== null) return translate('customers:keyless', parameters)
  return translate(doubt.isCertain ? 'customers:exists' : 'customers:existsPerhaps', parameters)
}
