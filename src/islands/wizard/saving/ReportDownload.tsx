import downloadIcon from 'lucide-static/icons/download.svg?raw'
import { useMemo } from 'react'
import { translate } from '../../../lib/i18n/page.ts'
import { reportLimit } from '../../../lib/limits.ts'
import type { Report } from '../../../stores/wizard/saving/report.ts'
import { Icon } from '../../ui/Icon.tsx'
import { reportLink } from './report-document.ts'

interface Props {
  report: Report
  /** The name of whoever is signed in. */
  by: string
}

/** Offers a report as a document of its own. */
export function ReportDownload({ report, by }: Props) {
  const link = useMemo(() => reportLink(report, by), [report, by])
  return (
    <a className="button" data-kind="secondary" href={link.address.href} download={link.download}>
      <Icon drawing={downloadIcon} />
      {translate('wizard:downloadReport')}
    </a>
  )
}

/** Says where a report stays, and for how long; of a dry run nothing is kept. */
export function ReportKept({ report, isKept }: Pick<Props, 'report'> & { isKept: boolean }) {
  if (report.isDryRun) return null
  return (
    <p className="kept help">
      {isKept
        ? translate('wizard:reportKept', { count: String(reportLimit) })
        : translate('wizard:reportNotKept')}
    </p>
  )
}
