import type { Report } from '../../src/stores/wizard/saving/report.ts'

/** A report with something of everything. */
export const report: Report = {
  version: 3,
  administration: 'Oefenwinkel Noord (NL)',
  administrationId: '1001',
  location: 'Winkel Noord',
  locationId: '2001',
  at: Date.UTC(2026, 10, 21, 12),
  isDryRun: false,
  imports: { products: 'started', relations: 'unknown' },
  ledgers: [
    {
      label: 'wizard:ledgerCash',
      number: '2200',
      description: 'Contante betalingen',
      function: 'ContanteBetaling',
      origin: 'created',
    },
    {
      label: 'wizard:ledgerEmballage',
      number: '8040',
      description: 'Emballage',
      function: 'VerkopenOmzetOnbelastVerlegd',
      origin: 'accepted',
    },
    {
      label: 'wizard:ledgerEcr',
      number: '2050',
      description: 'Kassa',
      function: 'DagboekMemoriaal',
      origin: 'named',
    },
  ],
  relation: { code: '-2', name: 'Klant onbekend', origin: 'existing' },
  products: ['Statiegeld'],
  settings: [
    { label: 'wizard:application', value: { key: 'wizard:applicationWeb' } },
    { label: 'wizard:syncProducts', value: true, now: { value: false, isChanged: true } },
    { label: 'wizard:priceDecimals', value: '2', now: { value: '2', isChanged: false } },
  ],
  others: [
    {
      location: 'Winkel Zuid',
      locationId: '2009',
      outcome: 'done',
      settings: [
        { label: 'wizard:syncProducts', value: true, now: { value: false, isChanged: true } },
      ],
    },
    { location: 'Webshop', locationId: '2010', outcome: 'otherBook', settings: [] },
  ],
}
