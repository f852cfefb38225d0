import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { translate } from '../../../lib/i18n/page.ts'
import type { DayRow } from '../../../stores/wizard/example-day.ts'
import { ledgerField } from '../../../stores/wizard/problems.ts'
import { failureText } from '../../form/failure-text.ts'
import { TextField } from '../../form/TextField.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { onEnter } from '../on-enter.ts'
import { unruledField, useStoreField } from '../store-field.ts'
import { DayFlow } from './DayFlow.tsx'
import { dayWords, joined, ordersText } from './shown.ts'
import { ChangeButton, type SummaryProps } from './SummaryStep.tsx'
import './day.css'

const headingId = 'example-day'

/** What a day of sales becomes with these choices (§2); folded, so that the summary stays short. */
export function ExampleDay({ setup: { exampleDay }, onChange }: Omit<SummaryProps, 'form'>) {
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
