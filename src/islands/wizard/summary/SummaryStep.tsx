import { useStore } from '@nanostores/react'
import { useEffect, useState, type ComponentProps } from 'react'
import { ledgerLabels, requiredPurposes } from '../../../lib/accounting/snelstart/ledgers.ts'
import {
  isNews,
  isOpen,
  isToDo,
  type ShownValue,
  type Summary,
  type SummaryRow,
} from '../../../lib/accounting/snelstart/summary.ts'
import {
  summaryGroups,
  type SummaryGroup,
  type WizardStep,
} from '../../../lib/accounting/snelstart/steps.ts'
import { logError } from '../../../lib/environment.ts'
import { localizedPath, type MessageKey } from '../../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../../lib/i18n/page.ts'
import { ledgerField, templatesField } from '../../../stores/wizard/problems.ts'
import { LoadedList } from '../../form/LoadedList.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { AskBookkeeper } from '../bookkeeper/AskBookkeeper.tsx'
import type { StepProps } from '../form.ts'
import { LedgerBatch } from '../ledgers/LedgerBatch.tsx'
import { WarnedLedgers } from '../ledgers/LedgerWarning.tsx'
import { purposeNames } from '../ledgers/ledger-texts.ts'
import { NotYet } from '../../ui/NotYet.tsx'
import { shownText } from '../../ui/shown-text.ts'
import { LackingTemplates, MissingRelation } from './SummaryTodo.tsx'
import { TextAbout } from '../../ui/Text.tsx'
import '../table.css'
import './summary.css'

export interface SummaryProps extends StepProps {
  /** Goes to a step to change it, and comes back. */
  onChange: (step: WizardStep, field?: string) => void
}

const othersId = 'summary-others'

/** Under their heading ledgers need no more than what they are for. */
const shortNames: Readonly<Partial<Record<MessageKey, MessageKey>>> = Object.fromEntries(
  requiredPurposes.map((purpose) => [ledgerLabels[purpose], purposeNames[purpose]]),
)

type Groups = readonly { name: SummaryGroup; label: MessageKey; rows: readonly SummaryRow[] }[]

/** The parts of the summary that have such rows, with those alone. */
export function groupsOf(summary: Summary, isMeant: (row: SummaryRow) => boolean): Groups {
  return summaryGroups
    .map(({ name, label }) => ({ name, label, rows: summary[name].filter(isMeant) }))
    .filter(({ rows }) => rows.length > 0)
}

/** All choices (§2), beside what the accounting connection holds today: what changes comes first. */
export function SummaryStep({ form, setup, onChange }: SummaryProps) {
  const { flags, environment } = setup.portal
  const summary = useStore(setup.$summary)
  useStore(flags.$flags)
  const isDryRun = flags.isEnabled('dry_run')
  const news = groupsOf(summary, isNews)
  const rest = groupsOf(summary, (row) => !isNews(row))
  const count = rest.reduce((total, { rows }) => total + rows.length, 0)
  const others = translate('wizard:summaryOthers', { count: String(count) })
  const isChanged = news.some(({ rows }) => rows.some(isToDo))
  const [late, setLate] = useState<typeof import('./ExampleDay.tsx') | 'failed' | null>(null)

  // What explains the choices. Without it they can be sent all the same.
  useEffect(() => {
    import('./ExampleDay.tsx').then(setLate, (error: unknown) => {
      logError(environment, 'the example day could not be fetched', error)
      setLate('failed')
    })
  }, [environment])

  return (
    <>
      <p className="help">
        {translate('wizard:summaryHelp')}
        {!isDryRun && ` ${translate('wizard:summaryForReal')}`}
      </p>
      <LackingTemplates form={form} setup={setup} />
      <LedgerBatch
        batch={setup.ledgerBatch}
        onOther={(purpose) => onChange('journals', ledgerField(purpose))}
      />
      <UsedAnyway setup={setup} onChange={onChange} />
      <MissingRelation setup={setup} />
      <NeededTemplates setup={setup} />
      <h3>{translate('wizard:summaryChanges')}</h3>
      {!isChanged && (
        <p>
          {translate('wizard:summaryNoChanges')}{' '}
          <a href={localizedPath(pageLocale(), '/')}>{translate('shell:toHome')}</a>
        </p>
      )}
      <GroupList groups={news} onChange={onChange} />
      <p className="help">{translate('wizard:summaryNotes')}</p>
      {late === null && <NotYet />}
      {late && late !== 'failed' && <late.ExampleDay setup={setup} onChange={onChange} />}
      <details className="fold summary-rest" open={!isChanged}>
        <summary id={othersId}>{others}</summary>
        <GroupList groups={rest} within={{ id: othersId, text: others }} onChange={onChange} />
      </details>
      <AskBookkeeper setup={setup} />
    </>
  )
}

/** Ledgers that are used although something speaks against them; that blocks nothing. */
function UsedAnyway({ setup, onChange }: Pick<SummaryProps, 'setup' | 'onChange'>) {
  const ledgers = useStore(setup.ledgerBatch.$usedAnyway)
  if (ledgers.length === 0) return null
  const isRefused = ledgers.some(({ verdict }) => verdict?.kind === 'refused')
  return (
    <section className="used-anyway" aria-labelledby="used-anyway">
      <h3 id="used-anyway">{translate('wizard:usedAnyway')}</h3>
      <p className="help">
        {translate(isRefused ? 'wizard:usedAnywayRefused' : 'wizard:usedAnywayHelp')}
      </p>
      <WarnedLedgers ledgers={ledgers} id="used-anyway">
        {({ purpose }, name) => (
          <ChangeButton of={name} onClick={() => onChange('journals', ledgerField(purpose))} />
        )}
      </WarnedLedgers>
    </section>
  )
}

interface GroupListProps {
  groups: Groups
  /** The list that they are in, where another has groups of the same names: its element and its text. */
  within?: { id: string; text: string }
  /** Nothing can be changed unless given. */
  onChange?: SummaryProps['onChange']
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

/** Order templates that are needed and not there: the choices cannot be checked without them. */
function NeededTemplates({ setup: { $problems, templates } }: Pick<SummaryProps, 'setup'>) {
  const isNeeded = useStore($problems).summary?.some(({ field }) => field === templatesField)
  if (!isNeeded) return null
  return (
    <div id={templatesField} tabIndex={-1}>
      <LoadedList list={templates} failed="wizard:templatesFailed">
        {() => <p role="status">{translate('wizard:loadingTemplates')}</p>}
      </LoadedList>
    </div>
  )
}
