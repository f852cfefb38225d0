import type { ComponentProps } from 'react'
import {
  summaryGroups,
  type SummaryGroup,
  type WizardStep,
} from '../../../lib/accounting/snelstart/choices.ts'
import {
  ledgerLabels,
  purposeTexts,
  requiredPurposes,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import {
  isMissingValue,
  isRowPending,
  type ShownValue,
  type Summary,
  type SummaryRow,
} from '../../../lib/accounting/snelstart/summary.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { formatValue, TextAndSubject } from '../../ui/Text.tsx'
import type { StepProps } from '../form.ts'

/** Opens a step or field, with a link back. */
export type StepOpener = (step: WizardStep, field?: string) => void

export interface SummaryProps extends Pick<StepProps, 'setup'> {
  onChange: StepOpener
}

const shortNames: Readonly<Partial<Record<MessageKey, MessageKey>>> = Object.fromEntries(
  requiredPurposes.map((purpose) => [ledgerLabels[purpose], purposeTexts[purpose].name]),
)

/** Consequences of a changed answer, unless its label already states them. */
const effects: Readonly<Partial<Record<MessageKey, readonly [no: MessageKey, yes: MessageKey]>>> = {
  'wizard:useStock': ['wizard:useStockOff', 'wizard:useStockHelp'],
  'wizard:syncProducts': ['wizard:syncOff', 'wizard:syncHelp'],
  'wizard:syncRelations': ['wizard:syncOff', 'wizard:syncHelp'],
  'wizard:openInvoiceProduct': ['wizard:openInvoiceOff', 'wizard:openInvoiceHelp'],
}

type Groups = readonly { name: SummaryGroup; label: MessageKey; rows: readonly SummaryRow[] }[]

export function groupSummary(summary: Summary): Groups {
  return summaryGroups
    .map((part) => ({ ...part, rows: summary.filter(({ group }) => group === part.name) }))
    .filter(({ rows }) => rows.length > 0)
}

interface GroupListProps {
  groups: Groups
  /** Enclosing section, to distinguish groups with the same name. */
  within?: { id: string; text: string }
  isFolded?: boolean
  /** Callback for changes, omitted if the rows are read-only. */
  onChange?: StepOpener
}

/** Groups of the summary, shown as cards by default. */
export function GroupList({ groups, within, isFolded = false, onChange }: GroupListProps) {
  const Heading = within ? 'h4' : 'h3'
  return groups.map(({ name, label, rows }) => {
    const id = `${within?.id ?? 'summary'}-${name}`
    const change = name === 'prices' ? undefined : onChange && (() => onChange(name))
    const subject = within ? `${translate(label)}, ${within.text}` : translate(label)
    const heading = <Heading id={id}>{translate(label)}</Heading>
    const content = <SummaryRows rows={rows} onChange={change} />
    return (
      <section
        key={name}
        className={within || isFolded ? 'summary-group' : 'summary-group panel'}
        aria-labelledby={within ? `${id} ${within.id}` : id}
      >
        {isFolded ? (
          <details className="fold">
            <summary>{heading}</summary>
            {content}
          </details>
        ) : (
          heading
        )}
        {change && <ChangeButton subject={subject} onClick={change} />}
        {!isFolded && content}
      </section>
    )
  })
}

interface SummaryRowsProps {
  rows: readonly SummaryRow[]
  onChange: (() => void) | undefined
}

/** Collapses unchanged rows if another row has changed. */
function SummaryRows({ rows, onChange }: SummaryRowsProps) {
  const hasChanges = rows.some(({ now }) => now?.isChanged)
  const unchanged = hasChanges ? rows.filter((row) => !isRowPending(row)) : []
  return (
    <>
      <SummaryFacts rows={hasChanges ? rows.filter(isRowPending) : rows} onChange={onChange} />
      {unchanged.length > 0 && (
        <details className="fold">
          <summary>{translate('wizard:summaryRest', { count: String(unchanged.length) })}</summary>
          <SummaryFacts rows={unchanged} onChange={onChange} />
        </details>
      )}
      {rows.some(({ label }) => label === ledgerLabels.cash_differences) && (
        <p className="help">{translate('wizard:cashDifferencesNote')}</p>
      )}
    </>
  )
}

const SummaryFacts = ({ rows, onChange }: SummaryRowsProps) => (
  <dl className="facts">
    {rows.map(({ label, now, value }) => (
      <div key={label}>
        <dt>{translate(shortNames[label] ?? label)}</dt>
        <dd>
          {now?.isChanged && (
            <del>
              <span className="visually-hidden">{`${translate('wizard:reportBefore')}: `}</span>
              <SummaryValue value={now.value} />
            </del>
          )}{' '}
          {isMissingValue(value) && onChange ? (
            <button className="summary-change" type="button" onClick={onChange}>
              <TextAndSubject about={translate(label)}>{formatValue(value)}</TextAndSubject>
            </button>
          ) : (
            <SummaryValue value={value} />
          )}
        </dd>
        {now?.isChanged && effects[label] && (
          <dd>{translate(effects[label][value === true ? 1 : 0])}</dd>
        )}
      </div>
    ))}
  </dl>
)

function SummaryValue({ value }: { value: ShownValue }) {
  return <span translate={typeof value === 'string' ? 'no' : undefined}>{formatValue(value)}</span>
}

export function ChangeButton({
  subject,
  ...button
}: ComponentProps<'button'> & { subject: string }) {
  return (
    <button className="summary-change" type="button" {...button}>
      {translate('wizard:change')}
      <span className="visually-hidden">{` ${subject}`}</span>
    </button>
  )
}
