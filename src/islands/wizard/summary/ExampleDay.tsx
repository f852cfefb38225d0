import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { WizardStep } from '../../../lib/accounting/snelstart/steps.ts'
import type { Message } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { DayRow } from '../../../stores/wizard/example-day.ts'
import { ledgerField } from '../../../stores/wizard/problems.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { failureText } from '../../form/failure-text.ts'
import { TextField } from '../../form/TextField.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { sideText, verdictKinds } from '../ledgers/ledger-texts.ts'
import { onEnter } from '../on-enter.ts'
import { unruledField, useStoreField } from '../store-field.ts'
import { DayFlow } from './DayFlow.tsx'
import { amountText, doubtText, landingText, ordersText, totalText } from './shown.ts'
import { ChangeButton } from './SummaryStep.tsx'

interface Props {
  setup: Setup
  /** Goes to a field of a step to change it, and comes back. */
  onChange: (step: WizardStep, field: string) => void
}

const headingId = 'example-day'
const columns = ['wizard:dayWhat', 'wizard:dayLanding', 'wizard:daySide'] as const

/** What a day of sales becomes with these choices (§2); folded, so that the summary stays short. */
export function ExampleDay({ setup: { exampleDay }, onChange }: Props) {
  const { rows, orders } = useStore(exampleDay.$day)
  const amounts = useStore(exampleDay.$amounts)
  /** The row that was changed last, once its field is left: told once, not at each key. */
  const [told, setTold] = useState(0)

  function outcome(): string {
    const [row, problem] = [rows[told], amounts[told - 1]?.problem]
    if (typeof row?.cents !== 'number') return ''
    const label = translate(row.label)
    if (problem) return `${label}: ${failureText(label, problem)}`
    const landing = [landingText(row), doubtText(row), totalText(row)].filter(Boolean).join(', ')
    return `${label} ${amountText(row.cents)}: ${landing}`
  }

  return (
    <section aria-labelledby={headingId}>
      <details className="fold summary-day">
        <summary>
          <h3 id={headingId}>{translate('wizard:exampleDay')}</h3>{' '}
          <span className="help">{translate('wizard:dayOpen')}</span>
        </summary>
        <p className="help">{translate('wizard:dayHelp')}</p>
        {orders && <p>{ordersText(orders)}</p>}
        <DayFlow rows={rows} orders={orders} />
        <table className="summary-rows" aria-labelledby={headingId}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th scope="col" key={column}>
                  {translate(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.label}>
                <th scope="row">
                  {row.cents === null ? (
                    `${translate(row.label)}, ${translate('wizard:dayWhole')}`
                  ) : (
                    <Amount
                      row={row}
                      {...amounts[index - 1]}
                      onType={(text) => {
                        setTold(0)
                        exampleDay.input(index - 1, text)
                      }}
                      onLeave={() => setTold(index)}
                    />
                  )}
                </th>
                <td>
                  {landingText(row)} <span className="help">{totalText(row)}</span>{' '}
                  {doubtText(row) && (
                    <>
                      <Chip kind={verdictKinds[row.verdict]}>{doubtText(row)}</Chip>{' '}
                      <ChangeButton
                        of={translate(row.label)}
                        onClick={() => onChange('journals', ledgerField(row.purpose))}
                      />
                    </>
                  )}
                </td>
                <td>{sideText(row.code)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="visually-hidden" role="status">
          {outcome()}
        </p>
        <p className="help">{translate('wizard:dayUnknown')}</p>
      </details>
    </section>
  )
}

interface AmountProps {
  row: DayRow
  text?: string
  problem?: Message | null
  onType: (text: string) => void
  onLeave: () => void
}

/** An example amount, named by what it is for. */
function Amount({ row: { label }, text = '', problem, onType, onLeave }: AmountProps) {
  const id = `${headingId}.${label}`
  const further = problem ? { field: id, label, message: problem } : null
  const field = useStoreField(unruledField(id, text, onType, further))
  const leave = () => {
    field.handleBlur()
    onLeave()
  }
  return (
    <div onKeyDown={onEnter(leave)}>
      <TextField
        field={{ ...field, handleBlur: leave }}
        label={translate(label)}
        inputMode="decimal"
        autoComplete="off"
      />
    </div>
  )
}
