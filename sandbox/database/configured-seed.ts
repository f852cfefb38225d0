import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { unset } from '../accounting/settings.ts'
import { insert } from './database.ts'
import { row, rows } from './tables.ts'

/** The ledgers that the wizard proposes and a fresh administration does not have (§9). */
const wizardLedgers = [
  ['2050', 'Kassa', 'DagboekMemoriaal', 'Balans', 'Tussenrekeningen'],
  ['2200', 'Contante betalingen kassa', 'ContanteBetaling', 'Balans', 'Tussenrekeningen'],
  ['2210', 'Pinbetalingen kassa', 'ElectronischeBetaling', 'Balans', 'Tussenrekeningen'],
  ['2220', 'Betalingen webshop', 'ElectronischeBetaling', 'Balans', 'Tussenrekeningen'],
] as const

/**
 * Plays a wizard that somebody completed earlier, with stock management, for a desktop
 * administration: ledgers, company settings (§3), payment ledgers and walk-in relation are there.
 */
export function seedCompletedWizard(
  db: DatabaseSync,
  administrationId: number,
  locationId: number,
): void {
  const owner = { administration_id: administrationId }
  for (const [nummer, omschrijving, functie, rekening_code, grootboek_rubriek] of wizardLedgers)
    insert(db, 'ledgers', {
      id: randomUUID(),
      ...owner,
      nummer,
      omschrijving,
      grootboekfunctie: functie,
      rekening_code,
      grootboek_rubriek,
      kostenplaats: 0,
      bookings: 3,
    })
  const [standard, register, account] = rows(db, 'order_templates', owner)
  insert(db, 'company_settings', {
    ...owner,
    location_id: locationId,
    settings: JSON.stringify({
      ...unset,
      default_verkoop_order_sjabloon: standard?.id,
      invoice_verkoop_order_sjabloon: account?.id,
      direct_payment_verkoop_order_sjabloon: register?.id,
      write_as_order: true,
      sync_open_verkoop_factuur: true,
      default_cash_register: '2050',
      default_emballage_ledger: '8040',
      default_cash_payment_ledger: '2200',
      default_eft_payment_ledger: '2210',
      default_webshop_payment_ledger: '2220',
      cash_gap_ledger: '7980',
      default_cash_difference_ledger: '7980',
      write_cash_count: true,
      price_decimals: 3,
      prices_inclusive_tax: false,
      sync_product: true,
      sync_relation: true,
      open_invoice_product: false,
    }),
  })
  insert(db, 'payment_ledgers', {
    ...owner,
    location_id: locationId,
    cash_ledger: '2200',
    eft_ledger: '2210',
    webshop_ledger: '2220',
    type: 'SNELSTART',
  })
  const walkIn = row(db, 'relations', { ...owner, relatiecode: '-2' })
  db.prepare('UPDATE keys SET default_no_relation = ? WHERE location_id = ?').run(
    walkIn?.id ?? null,
    locationId,
  )
}
