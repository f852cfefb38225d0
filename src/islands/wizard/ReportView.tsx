import { useMemo } from 'react'
import { translate } from '../../lib/i18n/page.ts'
import type { Report } from '../../stores/wizard/report.ts'
import { reportDocument, reportLink } from './report-document.ts'
import './report.css'

/** What was set, created and accepted, to read, print and keep. */
export function ReportView({ report }: { report: Report }) {
  const { title, facts, tables } = useMemo(() => reportDocument(report), [report])
  const link = useMemo(() => reportLink(report), [report])
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
        <div className="report-table" key={caption} role="region" aria-label={caption} tabIndex={0}>
          <table>
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
              {rows.map(([name = '', ...cells]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((text, index) => (
                    <td key={head[index + 1]}>{text}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
      <p className="buttons">
        <button className="button" type="button" onClick={() => print()}>
          {translate('wizard:print')}
        </button>
        <a
          className="button"
          data-kind="secondary"
          href={link.address.href}
          download={link.download}
        >
          {translate('wizard:downloadReport')}
        </a>
      </p>
    </section>
  )
}
