import type { ComponentProps } from 'react'
import {
  summaryGroups,
  type SummaryGroup,
  type WizardStep,
} from '../../../lib/accounting/snelstart/choices.ts'
import { ledgerLabels, requiredPurposes } from '../../../lib/accounting/snelstart/ledgers.ts'
import {
  isOpen,
  type ShownValue,
  type Summary,
  type SummaryRow,
} from '../../../lib/accounting/snelstart/summary.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { Chip } from '../../ui/Notice.tsx'
import { shownText, TextAbout } from '../../ui/Text.tsx'
import { purposes } from '../ledgers/ledger-texts.ts'
import '../table.css'
import './summary.css'

/** Goes to a step, or to a field of it, to change it, and comes back. */
export type OnChange = (step: WizardStep, field?: string) => void

/** Under their heading ledgers need no more than what they are for. */
const shortNames: Readonly<Partial<Record<MessageKey, MessageKey>>> = Object.fromEntries(
  requiredPurposes.map((purpose) => [ledgerLabels[purpose], purposes[purpose].name]),
)

type Groups = readonly { name: SummaryGroup; label: MessageKey; rows: readonly SummaryRow[] }[]

/** The parts of the summary that have such rows, with those alone. */
export function groupsOf(summary: Summary, isMeant: (row: SummaryRow) => boolean): Groups {
  return summaryGroups
    .map(({ name, label }) => ({
      name,
      label,
      rows: summary.filter((row) => row.group === name && isMeant(row)),
    }))
    .filter(({ rows }) => rows.length > 0)
}

interface GroupListProps {
  groups: Groups
  /** The list that they are in, where another has groups of the same names: its element and its text. */
  within?: { id: string; text: string }
  /** Nothing can be changed unless given. */
  onChange?: OnChange
}

export function GroupList({ groups, within, onChange }: GroupListProps) {
  return groups.map(({ name, label, rows }) => {
    const id = `${within?.id ?? 'summary'}-${name}`
    // Nobody chooses prices.
    const change = name === 'prices' ? undefined : onChange && (() => onChange(name))
    return (
      <section className="summary-group" key={name}>
        <div className="summary-heading">
          <h4 id={id}>{translate(label)}</h4>
          {change ? (
            <ChangeButton
              of={within ? `${translate(label)}, ${within.text}` : translate(label)}
              onClick={change}
            />
          ) : (
            name === 'prices' && <span className="help">{translate('wizard:takenOver')}</span>
          )}
        </div>
        <table className="summary-rows" aria-labelledby={within ? `${id} ${within.id}` : id}>
          <thead>
            <tr>
              <th scope="col">{translate('wizard:setting')}</th>
              <th scope="col">{translate('wizard:valueNext')}</th>
              <th scope="col">{translate('wizard:valueNow')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={row.label}
                data-changed={row.now?.isChanged}
                data-new={row.now?.isChanged && row.now.value === null}
              >
                <th scope="row">{translate(shortNames[row.label] ?? row.label)}</th>
                <td data-column={translate('wizard:valueNext')}>
                  {isOpen(row) && change ? (
                    <button className="summary-change" type="button" onClick={change}>
                      <TextAbout about={translate(row.label)}>{shownText(row.value)}</TextAbout>
                    </button>
                  ) : (
                    <Shown value={row.value} />
                  )}{' '}
                  {row.now?.isChanged && (
                    <Chip kind="information">{translate('wizard:changes')}</Chip>
                  )}
                  {row.isFixed && <span className="help"> {translate('wizard:isFixed')}</span>}
                </td>
                <td data-column={translate('wizard:valueNow')}>
                  {row.now ? <Shown value={row.now.value} /> : translate('wizard:notASetting')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {rows.some(({ label }) => label === ledgerLabels.cash_differences) && (
          <p className="help">{translate('wizard:cashDifferencesNote')}</p>
        )}
      </section>
    )
  })
}

/** What is of the books stays as it is there. */
function Shown({ value }: { value: ShownValue }) {
  return <span translate={typeof value === 'string' ? 'no' : undefined}>{shownText(value)}</span>
}

/** Leads to where something is chosen, and back from there. */
export function ChangeButton({ of, ...button }: ComponentProps<'button'> & { of: string }) {
  return (
    <button className="summary-change" type="button" {...button}>
      {translate('wizard:change')}
      <span className="visually-hidden">{` ${of}`}</span>
    </button>
  )
}
