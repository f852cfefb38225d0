import downloadIcon from 'lucide-static/icons/download.svg?raw'
import { useCallback, useMemo, type ReactNode } from 'react'
import { translate } from '../../../lib/i18n/page.ts'
import { reportLimit } from '../../../lib/limits.ts'
import type { Report } from '../../../stores/wizard/saving/report.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PrintButton } from '../../ui/PrintButton.tsx'
import { drawn, reportLink, titleOf } from './report-document.ts'
import '../table.css'
import './report.css'

interface Props {
  report: Report
  /** Whether this browser keeps it. */
  isKept: boolean
}

/** What was set, created and accepted, to read, print and keep. */
export function ReportView({ report, isKept }: Props) {
  const nodes = useMemo(() => drawn(report), [report])
  return (
    <Printable title={titleOf(report)} nodes={nodes}>
      <ReportKept report={report} isKept={isKept} />
      <p className="buttons">
        <PrintButton />
        <ReportDownload report={report} />
      </p>
    </Printable>
  )
}

/** Of what folds one is open at a time: two would be printed as one. */
export const printableName = 'printable'

interface PrintableProps {
  title: string
  nodes: readonly Node[]
  /** What paper has not: of class `kept` or `buttons`. */
  children: ReactNode
}

/** Something to read and print: of a page with one in sight, that alone is printed. */
export function Printable({ title, nodes, children }: PrintableProps) {
  const draw = useCallback((body: HTMLElement | null) => body?.replaceChildren(...nodes), [nodes])
  return (
    <section className="report" aria-label={title}>
      <h2>{title}</h2>
      {children}
      <div ref={draw} />
    </section>
  )
}

/** Offers a report as a document of its own. */
export function ReportDownload({ report }: Pick<Props, 'report'>) {
  const link = useMemo(() => reportLink(report), [report])
  return (
    <a className="button" data-kind="secondary" href={link.address.href} download={link.download}>
      <Icon drawing={downloadIcon} />
      {translate('wizard:downloadReport')}
    </a>
  )
}

/** Says where a report stays, and for how long; of a dry run nothing is kept. */
export function ReportKept({ report, isKept }: Props) {
  if (report.isDryRun) return null
  return (
    <p className="kept help">
      {isKept
        ? translate('wizard:reportKept', { count: String(reportLimit) })
        : translate('wizard:reportNotKept')}
    </p>
  )
}
