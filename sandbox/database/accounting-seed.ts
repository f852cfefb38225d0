import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { asInteger, insert } from './database.ts'

export interface AccountingAdministration {
  administrationId: number
  /** Snelstart Web or Snelstart 12 (§2). */
  application: 'web' | 'desktop'
  /** Every fresh administration has walk-in relation -2; false plays one that lost it. */
  walkInRelation?: boolean
}

/** Ledgers that a fresh accounting administration has (contract §5); 8000 and 8040 hold bookings. */
const freshLedgers = [
  ['1000', 'Kas', 'DagboekKas', 'Balans', 'Liquide middelen', 0],
  ['1201', 'Betaalwijze contant', 'ContanteBetaling', 'Balans', 'Tussenrekeningen', 0],
  ['1300', 'Debiteuren', 'DagboekVerkoop', 'Balans', 'Vorderingen', 0],
  ['1500', 'Af te dragen btw hoog', 'BtwAfTeDragenHoog', 'Balans', 'Kortlopende schulden', 0],
  ['1600', 'Crediteuren', 'DagboekInkoop', 'Balans', 'Kortlopende schulden', 0],
  ['2010', 'Tussenrekening balans', 'DagboekBalans', 'Balans', 'Tussenrekeningen', 0],
  ['2011', 'Tussenrekening memoriaal', 'DagboekMemoriaal', 'Balans', 'Tussenrekeningen', 0],
  ['3090', 'Emballage', 'Diversen', 'Balans', 'Voorraden', 0],
  ['4752', 'Kasverschillen', 'Diversen', 'WinstEnVerlies', 'Algemene kosten', 0],
  [
    '7980',
    'Betalingsverschillen',
    'Betalingskorting',
    'WinstEnVerlies',
    'Kostprijs van de omzet',
    0,
  ],
  ['8000', 'Omzet hoog', 'VerkopenOmzetHoog', 'WinstEnVerlies', 'Omzet', 12],
  ['8040', 'Omzet emballage', 'VerkopenOmzetOnbelastVerlegd', 'WinstEnVerlies', 'Omzet', 12],
  // A function that the portal does not know.
  ['9990', 'Nieuwe rekening', 'NieuweFunctie', 'Balans', '', 0],
] as const

const freshJournals = [
  ['10', 'Kas', 'Kas'],
  ['20', 'Bank', 'Bank'],
  ['70', 'Verkoop', 'Verkoop'],
  ['90', 'Memoriaal', 'Memoriaal'],
] as const

const freshProductGroups = [
  ['1', 'Omzet hoog'],
  ['2', 'Omzet laag'],
  ['3', 'Emballage'],
] as const

const freshProducts = [
  ['Oefenproduct openstaande facturen', 'OEF-FACTUUR', '1'],
  ['Oefenproduct statiegeld krat', 'OEF-KRAT', '3'],
  ['Oefenproduct statiegeld fles', 'OEF-FLES', '3'],
  ['Oefenproduct koffiebeker', 'OEF-BEKER', '1'],
] as const

/** Order templates exist on the desktop side only. */
const desktopTemplates = [
  ['Standaard verkooporder', false],
  ['Kassa-order (inclusief btw)', false],
  ['Order op rekening (exclusief btw)', true],
] as const

/**
 * Opens an accounting administration for the point-of-sale administration with everything that a
 * fresh one has (contract §5): ledgers, journals, product groups, products, relation -2, and on
 * desktop order templates.
 */
export function openAccountingAdministration(
  db: DatabaseSync,
  { administrationId, application, walkInRelation = true }: AccountingAdministration,
): void {
  const owner = { administration_id: administrationId }
  insert(db, 'accounting_administrations', {
    ...owner,
    identifier: randomUUID(),
    application,
    aantal_decimalen_artikelprijzen: application === 'web' ? 2 : 3,
    verkoopprijs_artikelbestand_exclusief_btw: asInteger(application === 'desktop'),
  })
  for (const [nummer, omschrijving, functie, rekening_code, rubriek, bookings] of freshLedgers)
    insert(db, 'ledgers', {
      id: randomUUID(),
      ...owner,
      nummer,
      omschrijving,
      grootboekfunctie: functie,
      rekening_code,
      grootboek_rubriek: rubriek,
      kostenplaats: 0,
      bookings,
    })
  for (const [nummer, omschrijving, soort] of freshJournals)
    insert(db, 'journals', { id: randomUUID(), ...owner, nummer, omschrijving, soort })
  for (const [nummer, omschrijving] of freshProductGroups)
    insert(db, 'product_groups', { id: randomUUID(), ...owner, nummer, omschrijving })
  for (const [name, sku_code, artikelomzetgroep] of freshProducts)
    insert(db, 'products', { id: randomUUID(), ...owner, name, sku_code, artikelomzetgroep })
  if (application === 'desktop')
    for (const [omschrijving, exclusive] of desktopTemplates)
      insert(db, 'order_templates', {
        id: randomUUID(),
        ...owner,
        omschrijving,
        prijs_ingave_exclusief_btw: asInteger(exclusive),
      })
  const relations = [
    ['-1', 'Oefenleverancier', 'Leverancier'],
    ['100', 'Oefenklant op rekening', 'Klant'],
  ]
  if (walkInRelation) relations.push(['-2', 'Klant onbekend', 'Klant'])
  for (const [relatiecode = '', naam = '', soort] of relations)
    insert(db, 'relations', {
      id: randomUUID(),
      ...owner,
      relatiesoort: JSON.stringify([soort]),
      relatiecode,
      naam,
    })
}
