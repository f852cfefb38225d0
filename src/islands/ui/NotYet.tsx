import { translate } from '../../lib/i18n/page.ts'
import { pageEnvironment } from '../../stores/shell/portal.ts'
import { Retry } from './Retry.tsx'

/** In the place of what is fetched later. What follows it in its step is not shown for as long (`steps.css`). */
export function NotYet({ isFailed = false }: { isFailed?: boolean }) {
  if (isFailed) {
    return <Retry message={{ key: 'shell:screenFailed' }} onRetry={pageEnvironment().reload} />
  }
  return (
    <p className="loading" role="status">
      {translate('form:loading')}
    </p>
  )
}
