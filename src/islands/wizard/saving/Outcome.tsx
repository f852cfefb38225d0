import { ledgerLabels } from '../../../lib/accounting/snelstart/ledgers.ts'
import { switches } from '../../../lib/accounting/snelstart/values.ts'
import { isolated } from '../../../lib/i18n/isolate.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { Report } from '../../../stores/wizard/saving/report.ts'
import { countText } from '../../form/count-text.ts'
import { importTexts } from './report-document.ts'

const synchronised: readonly string[] = Object.values(switches.sync_settings).map(
  ({ label }) => label,
)

/** What was done, and what happens now as far as anybody knows it here (§4); of a dry run nothing. */
export function Outcome({ report }: { report: Report }) {
  const { isDryRun, imports, ledgers, settings, others = [] } = report
  if (isDryRun) return null
  const countOf = (meant: string) => ledgers.filter(({ origin }) => origin === meant).length
  const points = ledgers.filter(({ warning }) => warning).length
  const [created, accepted] = [countOf('created'), countOf('accepted')]
  const register = ledgers.find(({ label }) => label === ledgerLabels.ecr)
  const isSynchronised = settings.some(
    ({ label, value }) => synchronised.includes(label) && value === true,
  )
  const [done, left] = [true, false].map((isDone) =>
    others
      .filter(({ outcome }) => (outcome === 'done') === isDone)
      .map(({ location }) => isolated(location))
      .join(', '),
  )
  // Or may have.
  const hasImported = Object.values(imports).some(
    (state) => state !== 'notStarted' && state !== 'notAsked',
  )
  return (
    <>
      <h3>{translate('wizard:outcomeDone')}</h3>
      <ul>
        <li>{translate('wizard:outcomeSaved')}</li>
        {points > 0 && (
          <li>{countText(points, 'wizard:outcomePointOne', 'wizard:outcomePointMany')}</li>
        )}
        {done && <li>{translate('wizard:outcomeOthers', { locations: done })}</li>}
        {left && <li>{translate('wizard:outcomeNotOthers', { locations: left })}</li>}
        {created > 0 && (
          <li>{countText(created, 'wizard:outcomeCreatedOne', 'wizard:outcomeCreatedMany')}</li>
        )}
        {accepted > 0 && (
          <li>{countText(accepted, 'wizard:outcomeAcceptedOne', 'wizard:outcomeAcceptedMany')}</li>
        )}
        <li>
          {`${translate('wizard:reportImportProducts')}: ${translate(importTexts[imports.products])}`}
        </li>
        <li>
          {`${translate('wizard:reportImportRelations')}: ${translate(importTexts[imports.relations])}`}
        </li>
      </ul>
      <h3>{translate('wizard:outcomeNow')}</h3>
      <ul>
        <li>{translate(hasImported ? 'wizard:outcomeImports' : 'wizard:outcomeNoImports')}</li>
        {isSynchronised && <li>{translate('wizard:outcomeSync')}</li>}
        {register && <li>{translate('wizard:outcomeBooks', { number: register.number })}</li>}
      </ul>
    </>
  )
}
