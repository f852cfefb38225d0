import { useStore } from '@nanostores/react'
import { purposeTexts } from '../../../lib/accounting/snelstart/ledgers.ts'
import { isCouplingSetUp } from '../../../lib/accounting/snelstart/stored-settings.ts'
import {
  isReadOnlyRow,
  isRowPending,
  removeChangeMarks,
} from '../../../lib/accounting/snelstart/summary.ts'
import { localizePath } from '../../../lib/i18n/messages.ts'
import { getPageLocale, translate } from '../../../lib/i18n/page.ts'
import { getLedgerFieldId } from '../../../stores/wizard/wizard.ts'
import { formatCount } from '../../ui/Text.tsx'
import { AskBookkeeper } from '../bookkeeper/AskBookkeeper.tsx'
import { LedgerBatch, LedgerWarning, NamedLedger } from '../ledgers/LedgerWarning.tsx'
import { ExampleDayBookings } from './ExampleDay.tsx'
import { ChangeButton, GroupList, groupSummary, type SummaryProps } from './SummaryGroups.tsx'

const asidesId = 'summary-others'

/** Summary of all choices beside the stored settings (§2). */
export function SummaryStep({ setup, onChange }: SummaryProps) {
  const { flags } = setup.portal
  const isFirst = !isCouplingSetUp(useStore(setup.$settings))
  const summary = useStore(setup.$summary)
  useStore(flags.$flags)
  const changed = isFirst ? [] : summary.filter(({ now }) => now?.isChanged)
  const asides = summary.filter(isReadOnlyRow)
  const rows = summary.filter((row) => !isReadOnlyRow(row))
  const groups = groupSummary(isFirst ? removeChangeMarks(rows) : rows)
  const isShown = ({ rows }: (typeof groups)[number]) => isFirst || rows.some(isRowPending)
  const collapsed = groups.filter((group) => !isShown(group))
  const unchanged = collapsed.filter(({ name }) => name !== 'prices')
  const prices = collapsed.filter((group) => !unchanged.includes(group))
  const asidesText = translate('wizard:summaryOthers', { count: String(asides.length) })

  return (
    <>
      {!flags.isEnabled('dry_run') && (isFirst || changed.length > 0) && (
        <p className="help">
          {isFirst
            ? translate('wizard:summaryForReal')
            : formatCount(changed.length, 'wizard:summaryChange', 'wizard:summaryChanges')}
        </p>
      )}
      <LedgerBatch plan={setup.plan} />
      <WarnedLedgers setup={setup} onChange={onChange} />
      {collapsed.length === groups.length && (
        <p>
          {translate('wizard:summaryNoChanges')}{' '}
          <a href={localizePath(getPageLocale(), '/')}>{translate('shell:toHome')}</a>
        </p>
      )}
      {!isFirst && collapsed.length < groups.length && (
        <h3>{translate('wizard:summaryChanged')}</h3>
      )}
      <GroupList groups={groups.filter(isShown)} onChange={onChange} />
      {unchanged.length > 0 && (
        <>
          <h3>{translate('wizard:summarySame')}</h3>
          <div className="panel summary-lines">
            <GroupList groups={unchanged} isFolded onChange={onChange} />
          </div>
        </>
      )}
      <h3>{translate('wizard:summaryMore')}</h3>
      <div className="panel summary-lines">
        <ExampleDayBookings setup={setup} onChange={onChange} />
        <GroupList groups={prices} isFolded onChange={onChange} />
        <details className="fold summary-rest">
          <summary>
            <h3 id={asidesId}>{asidesText}</h3>{' '}
            <span className="help">{translate('wizard:summaryAside')}</span>
          </summary>
          <p className="help">{translate('wizard:summaryNotes')}</p>
          <GroupList
            groups={groupSummary(asides)}
            within={{ id: asidesId, text: asidesText }}
            onChange={onChange}
          />
        </details>
        <AskBookkeeper setup={setup} />
      </div>
    </>
  )
}

/** Shows ledgers whose warnings do not block a submit. */
function WarnedLedgers({ setup, onChange }: SummaryProps) {
  const ledgers = useStore(setup.plan.$warned)
  if (ledgers.length === 0) return null
  const isRefused = ledgers.some(({ verdict }) => verdict?.kind === 'refused')
  return (
    <section aria-labelledby="used-anyway">
      <h3 id="used-anyway">{translate('wizard:usedAnyway')}</h3>
      <p className="help">
        {translate(isRefused ? 'wizard:usedAnywayRefused' : 'wizard:usedAnywayHelp')}
      </p>
      <ul className="ledger-warned">
        {ledgers.map((view) => {
          const name = translate(purposeTexts[view.purpose].name)
          return (
            <li key={view.purpose}>
              <div>
                <span>{`${name}: `}</span>
                <NamedLedger view={view} />
                <LedgerWarning view={view} />
              </div>
              <ChangeButton
                subject={name}
                onClick={() => onChange('journals', getLedgerFieldId(view.purpose))}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
