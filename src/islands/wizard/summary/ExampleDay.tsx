import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { verdictTexts } from '../../../lib/accounting/snelstart/suitability.ts'
import type { Report } from '../../../lib/accounting/snelstart/summary.ts'
import { isolateDirection } from '../../../lib/i18n/messages.ts'
import { getPageLocale, translate } from '../../../lib/i18n/page.ts'
import type { ExampleBookings, ExampleBooking } from '../../../stores/wizard/example-day.ts'
import { getLedgerFieldId } from '../../../stores/wizard/wizard.ts'
import { SwitchField, TextField } from '../../form/fields.tsx'
import { Chip } from '../../ui/Notice.tsx'
import { formatFieldProblem, formatValue, lowerFirst } from '../../ui/Text.tsx'
import { handleEnter, useStoreField } from '../form.ts'
import { formatVerdict } from '../ledgers/ledger-texts.ts'
import { ChangeButton, type SummaryProps } from './SummaryGroups.tsx'

const headingId = 'example-day'

/** Shows the bookings of an example day of sales (§2). */
export function ExampleDayBookings({ setup: { exampleDay }, onChange }: SummaryProps) {
  const day = useStore(exampleDay.$day)
  const { rows, total, leftOut } = day
  const [isTable, setTable] = useState(false)
  const tableSwitch = useStoreField(`${headingId}.table`, isTable, setTable)
  /** Result of the last change, which screen readers announce on blur. */
  const [announcement, announce] = useState('')
  const change = ({ purpose }: ExampleBooking) => onChange('journals', getLedgerFieldId(purpose))

  return (
    <section aria-labelledby={headingId}>
      <details className="fold summary-day">
        <summary>
          <h3 id={headingId}>{translate('wizard:exampleDay')}</h3>{' '}
          <span className="help">{translate('wizard:dayOpen')}</span>
        </summary>
        <p className="help">{formatExampleDayNote(day)}</p>
        <SwitchField field={tableSwitch} label={translate('wizard:dayTable')} />
        {isTable ? (
          <table aria-labelledby={headingId}>
            <thead>
              <tr>
                <th scope="col">{translate('wizard:dayWhat')}</th>
                <th scope="col">{translate('wizard:dayLanding')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <AmountRow
                  key={row.label}
                  row={row}
                  onType={(text) => {
                    announce('')
                    exampleDay.input(index - 1, text)
                  }}
                  onLeave={announce}
                  onChange={change}
                />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{totalLabel(leftOut)}</th>
                <td translate="no">{formatAmount(total)}</td>
              </tr>
            </tfoot>
          </table>
        ) : (
          <DayFlow rows={rows} onChange={change} />
        )}
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
      </details>
    </section>
  )
}

interface LandingProps {
  row: ExampleBooking
  onChange: (row: ExampleBooking) => void
}

interface AmountRowProps extends LandingProps {
  onType: (text: string) => void
  onLeave: (outcome: string) => void
}

function AmountRow({ row, row: { typed }, onType, onLeave, onChange }: AmountRowProps) {
  const name = translate(row.label)
  const { text = '', problem = null } = typed ?? {}
  const id = `${headingId}.${row.label}`
  const field = useStoreField(id, text, onType, problem, true)
  function leave(): void {
    field.handleBlur()
    const outcome = problem
      ? formatFieldProblem(name, problem)
      : [formatAmount(row.cents), landingText(row), doubtText(row)].filter(Boolean).join(', ')
    onLeave(`${name}: ${outcome}`)
  }
  return (
    <tr>
      <th scope="row" onKeyDown={handleEnter(leave)}>
        {typed ? (
          <TextField
            field={{ ...field, handleBlur: leave }}
            label={name}
            inputMode="decimal"
            autoComplete="off"
          />
        ) : (
          name
        )}
      </th>
      <td>
        <Landing row={row} onChange={onChange} />
      </td>
    </tr>
  )
}

function DayFlow({
  rows,
  onChange,
}: Pick<ExampleBookings, 'rows'> & Pick<LandingProps, 'onChange'>) {
  const ledgers = rows.filter(
    (row, at) => rows.findIndex(({ ledger }) => ledger === row.ledger) === at,
  )
  return (
    <ul className="day-flow">
      {ledgers.map((row) => (
        <li key={row.ledger} data-doubt={doubtText(row) !== ''}>
          {rows
            .filter(({ ledger }) => ledger === row.ledger)
            .map(({ label, cents }) => (
              <div key={label}>
                <span>{translate(label)}</span>
                <strong translate="no">{formatAmount(cents)}</strong>
              </div>
            ))}
          <Landing row={row} onChange={onChange} />
        </li>
      ))}
    </ul>
  )
}

function Landing({ row, onChange }: LandingProps) {
  const doubt = doubtText(row)
  return (
    <>
      <strong translate="no">{landingText(row)}</strong>{' '}
      {doubt && (
        <>
          <Chip kind={row.lack ? 'warning' : verdictTexts[row.verdict].kind}>{doubt}</Chip>{' '}
          <ChangeButton subject={translate(row.label)} onClick={() => onChange(row)} />
        </>
      )}
    </>
  )
}

const landingText = ({ number, description }: ExampleBooking) =>
  number && `${number} ${isolateDirection(description)}`.trim()

function doubtText({ lack, verdict }: ExampleBooking): string {
  if (lack) return translate(lack.key)
  return verdict === 'fits' ? '' : formatVerdict(verdict)
}

function totalLabel(leftOut: ExampleBookings['leftOut']): string {
  if (leftOut.length === 0) return translate('wizard:dayTotal')
  const names = leftOut.map((label) => lowerFirst(translate(label))).join(', ')
  return translate('wizard:dayTotalWithout', { names })
}

/** Formats cents as euros, or returns '' for the register's own ledger. */
export function formatAmount(cents: ExampleBooking['cents']): string {
  if (cents === null) return ''
  if (cents === 'invalid') return translate('wizard:dayInvalid')
  const format = new Intl.NumberFormat(getPageLocale(), { style: 'currency', currency: 'EUR' })
  return format.format(cents / 100)
}

export function formatExampleDayNote({
  isExample,
  orders,
}: Omit<NonNullable<Report['day']>, 'rows'>) {
  const templates = orders && {
    register: formatValue(orders.register),
    account: formatValue(orders.account),
  }
  return [
    isExample && translate('wizard:dayExamples'),
    templates && translate('wizard:dayOrders', templates),
    translate('wizard:dayUnknown'),
  ]
    .filter(Boolean)
    .join(' ')
}
