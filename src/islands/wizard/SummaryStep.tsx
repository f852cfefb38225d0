import { useStore } from '@nanostores/react'
import { summaryGroups, type SummaryRow } from '../../lib/domain/summary.ts'
import { translate } from '../../lib/i18n/page.ts'
import { templatesField } from '../../stores/wizard/problems.ts'
import type { WizardStep } from '../../lib/domain/wizard-steps.ts'
import type { Setup } from '../../stores/wizard/setup.ts'
import { Retry } from '../ui/Retry.tsx'
import { shownText } from './shown.ts'
import './summary.css'

interface Props {
  setup: Setup
  /** Goes to a step to change it, and comes back. */
  onChange: (step: WizardStep) => void
}

/** All choices (§2), beside what the accounting connection holds today. */
export function SummaryStep({ setup, onChange }: Props) {
  const summary = useStore(setup.$summary)
  return (
    <>
      <p className="help">{translate('wizard:summaryHelp')}</p>
      <Templates setup={setup} />
      {summaryGroups
        .filter(({ name }) => summary[name].length > 0)
        .map(({ name: group, label }) => (
          <section className="summary-group" key={group}>
            <div className="summary-heading">
              <h3 id={`summary-${group}`}>{translate(label)}</h3>
              {group !== 'prices' && (
                <button className="summary-change" type="button" onClick={() => onChange(group)}>
                  {translate('wizard:change')}
                  <span className="visually-hidden"> {translate(label)}</span>
                </button>
              )}
            </div>
            <Rows labelledBy={`summary-${group}`} rows={summary[group]} />
          </section>
        ))}
    </>
  )
}

/** Order templates that are needed and not there: the choices cannot be checked without them. */
function Templates({ setup: { $problems, templates } }: Pick<Props, 'setup'>) {
  const list = useStore(templates.$list)
  const isNeeded = useStore($problems).summary?.some(({ field }) => field === templatesField)
  if (!isNeeded) return null
  return (
    <div id={templatesField} tabIndex={-1}>
      {list.status === 'failed' ? (
        <Retry
          message={{ key: 'wizard:templatesFailed' }}
          detail={list.detail}
          onRetry={() => void templates.load()}
        />
      ) : (
        <p role="status">{translate('wizard:loadingTemplates')}</p>
      )}
    </div>
  )
}

function Rows({ labelledBy, rows }: { labelledBy: string; rows: readonly SummaryRow[] }) {
  return (
    <table className="summary-rows" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{translate('wizard:setting')}</th>
          <th scope="col">{translate('wizard:valueNext')}</th>
          <th scope="col">{translate('wizard:valueNow')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, value, now }) => (
          <tr key={label} data-changed={now?.isChanged}>
            <th scope="row">{translate(label)}</th>
            <td data-column={translate('wizard:valueNext')}>
              {shownText(value)}
              {now?.isChanged && <span className="badge">{translate('wizard:changes')}</span>}
            </td>
            <td data-column={translate('wizard:valueNow')}>
              {now ? shownText(now.value) : translate('wizard:notASetting')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
