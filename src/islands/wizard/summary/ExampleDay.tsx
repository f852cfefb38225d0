import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ShownValue } from '../../../lib/accounting/snelstart/summary.ts'
import { isolated } from '../../../lib/i18n/isolate.ts'
import { pageLocale, translate } from '../../../lib/i18n/page.ts'
import type { Day, DayRow } from '../../../stores/wizard/example-day.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { ledgerField } from '../../../stores/wizard/wizard.ts'
import { failureText } from '../../form/failure-text.ts'
import { TextField } from '../../form/fields.tsx'
import { elementsOf } from '../../ui/Icon.tsx'
import { Chip, kindIcons } from '../../ui/Notice.tsx'
import { shownText } from '../../ui/Text.tsx'
import { onEnter, unruledField, useStoreField } from '../form.ts'
import { sideText, verdicts } from '../ledgers/ledger-texts.ts'
import { ChangeButton, type OnChange } from './SummaryTable.tsx'
import './day.css'

const headingId = 'example-day'

/** What a day of sales becomes with these choices (§2); folded, so that the summary stays short. */
export function ExampleDay({ setup, onChange }: { setup: Setup; onChange: OnChange }) {
  const { exampleDay } = setup
  const { rows, orders } = useStore(exampleDay.$day)
  /** What became of the amount that was changed last, once its field is left: told once, not at each key. */
  const [told, setTold] = useState('')

  return (
    <section aria-labelledby={headingId}>
      <details className="fold summary-day">
        <summary>
          <h3 id={headingId}>{translate('wizard:exampleDay')}</h3>{' '}
          <span className="help">{translate('wizard:dayOpen')}</span>
        </summary>
        <p className="help">{translate('wizard:dayHelp')}</p>
        {orders && <p>{ordersText(orders)}</p>}
        <div className="day-parts">
          <DayFlow rows={rows} />
          <table className="summary-rows" aria-labelledby={headingId}>
            <thead>
              <tr>
                <th scope="col">{translate('wizard:dayWhat')}</th>
                <th scope="col">{translate('wizard:dayLanding')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <Row
                  key={row.label}
                  row={row}
                  onType={(text) => {
                    setTold('')
                    exampleDay.input(index - 1, text)
                  }}
                  onLeave={setTold}
                  onChange={() => onChange('journals', ledgerField(row.purpose))}
                />
              ))}
            </tbody>
          </table>
        </div>
        <p className="visually-hidden" role="status">
          {told}
        </p>
        <p className="help">
          {translate('wizard:dayExplained')} {translate('wizard:dayUnknown')}
        </p>
      </details>
    </section>
  )
}

interface RowProps {
  row: DayRow
  onType: (text: string) => void
  onLeave: (outcome: string) => void
  onChange: () => void
}

/** An example amount, named by what it is for, and where it lands. */
function Row({ row, row: { typed }, onType, onLeave, onChange }: RowProps) {
  const { name, landing, doubt, kind, about } = dayWords(row)
  const { text = '', problem = null } = typed ?? {}
  const id = `${headingId}.${row.label}`
  const further = problem && { field: id, label: row.label, message: problem }
  const field = useStoreField(unruledField(id, text, onType, further))
  function leave(): void {
    field.handleBlur()
    const outcome = problem ? failureText(name, problem) : joined(', ', landing, doubt, about)
    onLeave(`${name}: ${outcome}`)
  }
  return (
    <tr>
      <th scope="row" onKeyDown={onEnter(leave)}>
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
        <div translate="no">{landing}</div>
        <span className="help">{about}</span>{' '}
        {doubt && (
          <>
            <Chip kind={kind}>{doubt}</Chip> <ChangeButton of={name} onClick={onChange} />
          </>
        )}
      </td>
    </tr>
  )
}

/** In units of the drawing, which is about as wide as it is shown. */
const [width, indent, height, gap] = [300, 22, 48, 8]
/** Letters that a line has room for: the first, and the bold one below it. */
const [room, boldRoom] = [39, 31]
const shortened = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

/** A picture of the day, from the register down to each ledger. The table beside it says the same. */
function DayFlow({ rows }: Pick<Day, 'rows'>) {
  const ledgers = rows.filter(
    (row, at) => rows.findIndex(({ ledger }) => ledger === row.ledger) === at,
  )
  return (
    <svg
      className="day-flow"
      viewBox={`0 0 ${width} ${ledgers.length * (height + gap)}`}
      aria-hidden="true"
    >
      {ledgers.map((row, index) => {
        const { landing, doubt, kind, amount } = dayWords(row)
        const same = rows.filter(({ ledger }) => ledger === row.ledger)
        const name = same.map((each) => dayWords(each).name).join(' + ')
        const left = index === 0 ? 1 : indent
        return (
          <g key={row.ledger} transform={`translate(0 ${index * (height + gap) + 1})`}>
            {index > 0 && <path d={`M11 ${height - index * (height + gap)}V${height / 2}h11`} />}
            <rect
              x={left}
              width={width - left - 1}
              height={height}
              rx="7"
              strokeDasharray={doubt ? '6 4' : undefined}
            />
            {doubt && (
              <g transform={`translate(${left + 8} 25) scale(.65)`}>
                {elementsOf(kindIcons[kind])}
              </g>
            )}
            <text x={left + 10} y="19">
              {shortened(name, room - amount.length)}
            </text>
            <text x={width - 11} y="19" className="day-total">
              {amount}
            </text>
            <text x={left + (doubt ? 28 : 10)} y="38" className="day-ledger">
              {shortened(joined(': ', doubt, landing), doubt ? boldRoom - 3 : boldRoom)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** An amount of the example day, in euros as the page's language writes them. */
export function amountText(cents: number): string {
  const format = new Intl.NumberFormat(pageLocale(), { style: 'currency', currency: 'EUR' })
  return format.format(cents / 100)
}

/** That sales become orders instead, and of which templates; none where they do not. */
export function ordersText(orders: Record<'register' | 'account', ShownValue> | null): string {
  if (orders === null) return ''
  const [register, account] = [shownText(orders.register), shownText(orders.account)]
  return translate('wizard:dayOrders', { register, account })
}

/** What is said of a part of the day: in the picture, in the table, and once its field is left. */
function dayWords({ label, number, description, code, lack, verdict, ...sums }: DayRow) {
  const { cents, total } = sums
  const amount = amountText(total)
  const doubt = verdict === 'fits' ? '' : translate(verdicts[verdict].short)
  const together = cents === total ? 'wizard:dayTogether' : 'wizard:dayShared'
  return {
    name: translate(label),
    /** Number and name of its ledger; nothing where that is missing. */
    landing: number === null ? '' : `${number} ${isolated(description)}`.trim(),
    /** What speaks against that ledger, in a word or two; nothing where it fits. */
    doubt: lack ? translate(lack.key) : doubt,
    kind: lack ? 'warning' : verdicts[verdict].kind,
    amount,
    /** The ledger's side of the books, and what it gets in all. */
    about:
      // The register's daybook has both sides of the books.
      cents === null
        ? translate('wizard:dayRegister', { amount })
        : joined(', ', sideText(code), translate(together, { amount })),
  } as const
}

/** The texts that there are. */
const joined = (separator: string, ...texts: readonly string[]) =>
  texts.filter((text) => text !== '').join(separator)
