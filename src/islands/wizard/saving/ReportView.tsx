import printIcon from 'lucide-static/icons/printer.svg?raw'
import { useMemo } from 'react'
import { translate } from '../../../lib/i18n/page.ts'
import type { Report } from '../../../stores/wizard/saving/report.ts'
import { Icon } from '../../ui/Icon.tsx'
import { reportDocument } from './report-document.ts'
import { ReportDownload, ReportKept } from './ReportDownload.tsx'
import './report.css'

interface Props {
  report: Report
  /** Whether this browser keeps it. */
  isKept: boolean
  /** The name of whoever is signed in. */
  by: string
}

/** What was set, created and accepted, to read, print and keep. */
export function ReportView({ report, isKept, by }: Props) {
  const { title, facts, tables } = useMemo(() => reportDocument(report, by), [report, by])
  return (
    <section className="report" aria-label={title}>
      <h2>{title}</h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {tables.map(({ caption, head, rows }) => (
        <table key={caption}>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {head.map((text) => (
                <th key={text} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ cells: [name = '', ...cells], mark }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((text, index) => (
                  <td key={head[index + 1]} data-column={head[index + 1]}>
                    {text}
                    {index === cells.length - 1 && mark !== null && (
                      <>
                        {' '}
                        <mark>{mark}</mark>
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <ReportKept report={report} isKept={isKept} />
      <p className="buttons">
        <button className="button" type="button" onClick={() => print()}>
          <Icon drawing={printIcon} />
          {translate('wizard:print')}
        </button>
        <ReportDownload report={report} by={by} />
      </p>
    </section>
  )
}
