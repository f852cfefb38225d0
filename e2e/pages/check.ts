import type { SandboxControl } from '../../test/sandbox.ts'
import { changeSettings } from '../../test/shops.ts'
import { PageObject } from './page.ts'

/** Paths of /check for sample locations. */
export const checkAddresses = {
  configured: '/check?administration=1006&location=2007',
  uncoupled: '/check?administration=1004&location=2003',
  locations: '/check?administration=1004',
  unusable: '/check?location=2007',
}

export const checkCallPaths = {
  info: '/api/snelstart/company/info',
  payments: '/api/accounting/paymentledgers',
}

export class CheckPage extends PageObject {
  /** Heading with the overall result of the check. */
  readonly outcome = this.page.getByRole('heading', {
    name: /(?:punt|punten) om na te kijken$|^Geen problemen gevonden/,
  })

  readonly lines = this.page.locator('.check-lines > li')

  async unfold(): Promise<void> {
    await this.outcome.waitFor()
    for (const fold of await this.page.locator('.check-found > .panel > details > summary').all())
      await fold.click()
  }

  line(name: string) {
    return this.lines.filter({ has: this.page.getByRole('heading', { name, exact: true }) })
  }
}

/** Prepares wrong ledgers, a wrong template and a refused call. */
export async function prepareFaults(sandbox: SandboxControl): Promise<void> {
  await changeSettings(sandbox, 2007, {
    default_verkoop_order_sjabloon: '00000000-0000-4000-8000-000000000000',
    default_eft_payment_ledger: '9999',
    default_emballage_ledger: '2050',
    default_webshop_payment_ledger: '7980',
  })
  const body = {
    aantal_decimalen_artikelprijzen: 2,
    verkoopprijs_artikelbestand_exclusief_btw: true,
  }
  await sandbox.answer('GET', checkCallPaths.info, body)
  await sandbox.injectFault({
    method: 'GET',
    path: checkCallPaths.payments,
    fault: { kind: 'status', status: 403 },
  })
}
