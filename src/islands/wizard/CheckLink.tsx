import { checkAddress } from '../../lib/domain/coupling.ts'
import { translate } from '../../lib/i18n/page.ts'
import { pageEnvironment } from '../../stores/shell/portal.ts'

/** The way to the page that checks the coupling which this page is about. */
export function CheckLink() {
  return (
    <a className="button" data-kind="quiet" href={checkAddress(pageEnvironment().location()).href}>
      {translate('shell:checkCoupling')}
    </a>
  )
}
