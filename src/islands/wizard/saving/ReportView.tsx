import downloadIcon from 'lucide-static/icons/download.svg?raw'
import printIcon from 'lucide-static/icons/printer.svg?raw'
import { useCallback, useMemo } from 'react'
import { translate } from '../../../lib/i18n/page.ts'
import { reportLimit } from '../../../lib/limits.ts'
import type { Report } from '../../../stores/wizard/saving/report.ts'
import { Icon } from '../../ui/Icon.tsx'
import { drawn, reportLink, wordsOf } from './report-document.ts'
import '../table.css'
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
  const words = useMemo(() => wordsOf(report, by), [report, by])
  const draw = useCallback(
    (body: HTMLElement | null) => body?.replaceChildren(...drawn(words)),
    [words],
  )
  return (
    <section className="report" aria-label={words.title}>
      <h2>{words.title}</h2>
      <ReportKept report={report} isKept={isKept} />
      <p className="buttons">
        <button className="button" data-kind="secondary" type="button" onClick={() => print()}>
          <Icon drawing={printIcon} />
          {translate('wizard:print')}
        </button>
        <ReportDownload report={report} by={by} />
      </p>
      <div ref={draw} />
    </section>
  )
}

/** Offers a report as a document of its own. */
export function ReportDownload({ report, by }: Omit<Props, 'isKept'>) {
  const link = useMemo(() => reportLink(report, by), [report, by])
  return (
    <a className="button" data-kind="secondary" href={link.address.href} download={link.download}>
      <Icon drawing={downloadIcon} />
      {translate('wizard:downloadReport')}
    </a>
  )
}

/** Says where a report stays, and for how long; of a dry run nothing is kept. */
export function ReportKept({ report, isKept }: Omit<Props, 'by'>) {
  if (report.isDryRun) return null
  return (
    <p className="kept help">
      {isKept
        ? translate('wizard:reportKept', { count: String(reportLimit) })
        : translate('wizard:reportNotKept')}
    </p>
  )
}
