import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { asksForReport } from '../../../lib/domain/coupling.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { signedInPortal } from '../../../stores/shell/portal.ts'
import { ReportView } from './ReportView.tsx'

/** The last report of this place, folded away unless the address asks for it. */
export function LastReport({ setup }: { setup: Setup }) {
  const last = useStore(setup.$report)
  const isKept = useStore(setup.$isReportKept)
  const summary = useRef<HTMLElement>(null)
  const [isAsked] = useState(() => asksForReport(setup.portal.environment.location()))

  useEffect(() => {
    // Whoever has begun with the form is left there.
    if (isAsked && document.activeElement === document.body) summary.current?.focus()
  }, [isAsked])

  if (last === null) {
    if (!isAsked) return null
    return (
      <p className="notice" role="status">
        {translate('wizard:reportGone')}
      </p>
    )
  }
  return (
    <details className="panel" open={isAsked}>
      <summary ref={summary}>{translate('wizard:lastReport')}</summary>
      <ReportView report={last} isKept={isKept} by={signedInPortal().person.name} />
    </details>
  )
}
