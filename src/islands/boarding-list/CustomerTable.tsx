import { useStore } from '@nanostores/react'
import {
  memo,
  useMemo,
  useState,
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
} from 'react'
import type { Subscription } from '../../lib/api/registrations.ts'
import {
  customerFields,
  findWarning,
  getText,
  listCustomerFields,
  type FieldName,
} from '../../lib/domain/customer.ts'
import { createUniqueLabel } from '../../lib/domain/options.ts'
import { translate } from '../../lib/i18n/page.ts'
import { listPageRows } from '../../lib/limits.ts'
import type { CustomerList } from '../../stores/boarding/list/screen.ts'
import { isRowSent, isRowWrong, type BoardingRow } from '../../stores/boarding/list/rows.ts'
import { getListItems } from '../../stores/form/list.ts'
import { Button } from '../ui/Button.tsx'
import { ignoredByPasswordManagers, Select } from '../ui/FieldTexts.tsx'
import { formatFieldProblem } from '../ui/Text.tsx'
import { listHeadingId, RowOutcome, StateChips, tableId } from './RowState.tsx'

/** Field in the first column, which stays visible during horizontal scrolling. */
const nameField = 'serial_info.serial.name' as const
const planField = 'subscription.selected' as const

const tabNames = {
  linked: 'customers:links',
  mend: 'customers:mend',
  doubt: 'customers:doubt',
  ready: 'customers:ready',
  skipped: 'customers:skipped',
  all: 'customers:all',
} as const
/** Tabs that stay visible when they are empty. */
const fixedTabs = ['mend', 'ready', 'all']

export function CustomerTable({ list }: { list: CustomerList }) {
  const { tab, counts, rows, first } = useStore(list.tabs.$tabs)
  const isRunning = useStore(list.run.$isRunning)
  const plans = getListItems(useStore(list.subscriptions.$list))
  const columns = useColumns(list)
  const isEmpty = rows.length === 0
  const shown = rows.slice(first, first + listPageRows)
  const hasPages = rows.length > listPageRows
  const title = hasPages ? 'customers:range' : tabNames[tab]
  const pages = [
    ['customers:previous', first - listPageRows],
    ['customers:next', first + listPageRows],
  ] as const

  return (
    <>
      <div className="tabs" role="group" aria-labelledby={listHeadingId}>
        {counts.map(
          ([each, count]) =>
            (count > 0 || each === tab || fixedTabs.includes(each)) && (
              <button
                type="button"
                key={each}
                aria-pressed={each === tab}
                onClick={() => list.tabs.goTo(each)}
              >
                <span>{translate(tabNames[each])}</span>{' '}
                <span className="help" translate="no">
                  {count}
                </span>
              </button>
            ),
        )}
      </div>
      <h2
        id={tableId}
        className={hasPages || isEmpty ? undefined : 'visually-hidden'}
        tabIndex={-1}
        aria-live="polite"
      >
        {translate(isEmpty ? 'customers:nobody' : title, {
          first: String(first + 1),
          last: String(first + shown.length),
          count: String(rows.length),
        })}
      </h2>
      <div className="list-rows">
        <table className="list-table" aria-labelledby={tableId}>
          <thead>
            <tr>
              <th scope="col">{translate('customers:number')}</th>
              {columns.map(({ field, look }) => (
                <th
                  scope="col"
                  key={field}
                  className={look}
                  style={{ '--size': customerFields[field].size } as CSSProperties}
                >
                  {translate(customerFields[field].label)}
                </th>
              ))}
              <th scope="col">
                <span>{translate('customers:state')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <CustomerRow
                key={row.id}
                {...{ list, row, plans, columns }}
                isLocked={isRowSent(row.state) || (isRunning && row.state?.status === 'waiting')}
              />
            ))}
          </tbody>
        </table>
      </div>
      {hasPages && (
        <p className="buttons">
          {pages.map(
            ([text, at]) =>
              rows[at] && (
                <Button
                  key={text}
                  text={text}
                  focuses={tableId}
                  onClick={() => list.tabs.turnTo(at)}
                />
              ),
          )}
        </p>
      )}
    </>
  )
}

interface Column {
  field: FieldName
  /** CSS class of the cells (`aside` is hidden in wide tables). */
  look: 'cell' | 'field' | 'aside'
}

/** Hides columns without errors in the tab of invalid rows. */
function useColumns({ tabs, isPolaris }: CustomerList): readonly Column[] {
  const { tab, rows } = useStore(tabs.$tabs)
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set())
  const wrongNow = rows.flatMap(({ problems }) => Object.keys(problems))
  if (wrongNow.some((field) => !wrong.has(field))) setWrong(new Set([...wrong, ...wrongNow]))
  const wasSent = rows.some(({ state }) => state?.status === 'failed' || state?.status === 'asking')
  const showsAll = tab !== 'mend' || wasSent
  return useMemo(() => {
    const otherFields = listCustomerFields(isPolaris).filter((field) => field !== nameField)
    return [nameField, ...otherFields].map((field): Column => {
      if (showsAll) return { field, look: 'cell' }
      if (wrong.has(field) || field === planField) return { field, look: 'field' }
      return { field, look: field === nameField ? 'cell' : 'aside' }
    })
  }, [isPolaris, showsAll, wrong])
}

interface RowProps {
  list: CustomerList
  row: BoardingRow
  /** True if the row was sent or will be sent next. */
  isLocked: boolean
  plans: readonly Subscription[]
  columns: readonly Column[]
}

/** Memoised, so that typing renders only one row. */
const CustomerRow = memo(function CustomerRow(props: RowProps) {
  const { list, row, columns, isLocked } = props
  const [isOpen, setOpen] = useState(false)
  const { name } = row.values.serial_info.serial
  const number = String(row.id + 1)
  const isWrong = isRowWrong(row)
  const visible = columns.filter(({ look }) => look !== 'aside')
  return (
    <>
      <tr data-left-out={row.isLeftOut} data-open={isOpen}>
        <th scope="row">
          <label className="pick">
            {!isRowSent(row.state) && (row.isLeftOut || !isWrong) && (
              <input
                type="checkbox"
                aria-label={translate('customers:tickRow', { number })}
                checked={!row.isLeftOut}
                disabled={isLocked}
                onChange={(event) => list.leaveOut(row, !event.target.checked)}
              />
            )}
            <span translate="no">{number}</span>
          </label>
        </th>
        {columns.map((column) => (
          <Cell key={column.field} {...props} {...column}>
            {column.field === nameField && (
              <button
                type="button"
                className="list-open"
                translate="no"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                {name || number}
              </button>
            )}
          </Cell>
        ))}
        <td className="list-state">
          <StateChips row={row} />
          {isWrong && !row.isLeftOut && (
            <Button
              text="customers:skip"
              kind="quiet"
              about={translate('customers:ofCustomer', { number, name })}
              focuses={tableId}
              onClick={() => list.leaveOut(row, true)}
            />
          )}
        </td>
      </tr>
      <RowOutcome list={list} row={row} columns={visible.length + 2} />
    </>
  )
})

interface CellProps extends RowProps, Column {
  children: ReactNode
}

function Cell({ list, row, field, look, plans, isLocked, children }: CellProps) {
  const label = translate(customerFields[field].label)
  const id = `cell-${row.id}-${field}`
  const problem = row.problems[field]
  const text = field === planField ? '' : getText(row.values, field)
  const warning = findWarning(row.values, field)
  const note = problem ? formatFieldProblem(label, problem) : warning && translate(warning)
  const attributes = {
    'aria-label': translate('customers:ofRow', { field: label, number: String(row.id + 1) }),
    'aria-invalid': problem !== undefined,
    'aria-describedby': note ? id : undefined,
  }
  return (
    <td data-label={label} data-wrong={problem !== undefined} className={look}>
      {children}
      {field === planField ? (
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
          {...(customerFields[field].type === 'email' && ignoredByPasswordManagers)}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          readOnly={isLocked}
          value={text}
          onChange={(event) => list.edit(row, field, event.target.value)}
          onBlur={() => list.leave(row, field)}
        />
      )}
      {note && (
        <p className={problem ? 'field-error' : 'help'} id={id}>
          {note}
        </p>
      )}
    </td>
  )
}

type PlanProps = Omit<ComponentProps<typeof Select>, 'options' | 'placeholder'> &
  Pick<RowProps, 'plans'>

export function PlanSelect({ plans, ...props }: PlanProps) {
  const labelOf = createUniqueLabel(
    plans,
    ({ name }) => name,
    ({ id }) => id,
  )
  const options = plans.map((plan) => ({ id: plan.id, text: labelOf(plan) }))
  return <Select {...props} options={options} placeholder={translate('customers:choosePlan')} />
}
