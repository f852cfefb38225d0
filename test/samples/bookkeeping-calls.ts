import { impliedParameters, generatedId, ofLocation, type Sample } from './sample.ts'

const id = generatedId

export const bookkeepingCalls: readonly Sample[] = [
  {
    call: 'POST /snelstart/journals/grootboeken',
    body: {
      administration: '1006',
      location: 2007,
      nummer: '2230',
      omschrijving: 'Cadeaukaarten',
      functie: 'ElectronischeBetaling',
      rekening_code: 'Balans',
      kostenplaats: false,
      rubriek: 'Tussenrekeningen',
    },
    answer: {
      id,
      nummer: '2230',
      omschrijving: 'Cadeaukaarten',
      grootboekfunctie: 'ElectronischeBetaling',
      rekening_code: 'Balans',
      grootboek_rubriek: 'Tussenrekeningen',
    },
  },
  {
    call: 'POST /snelstart/journals',
    ...impliedParameters,
    body: { nummer: 30, omschrijving: 'Pinbetalingen', soort: 'Bank' },
    answer: { id, nummer: '30', omschrijving: 'Pinbetalingen', soort: 'Bank' },
  },
  {
    call: 'GET /snelstart/journals/grootboeken/{number}',
    path: '/snelstart/journals/grootboeken/8040',
    ...ofLocation,
    answer: {
      id,
      nummer: '8040',
      omschrijving: 'Omzet emballage',
      grootboekfunctie: 'VerkopenOmzetOnbelastVerlegd',
      rekening_code: 'WinstEnVerlies',
      grootboek_rubriek: 'Omzet',
    },
  },
  {
    call: 'GET /snelstart/journals/grootboeken/list',
    ...impliedParameters,
    amongOthers: true,
    answer: [
      {
        id,
        nummer: '2200',
        omschrijving: 'Contante betalingen kassa',
        grootboekfunctie: 'ContanteBetaling',
        rekening_code: 'Balans',
        grootboek_rubriek: 'Tussenrekeningen',
      },
    ],
  },
  {
    call: 'GET /snelstart/journals/dagboeken/list',
    ...impliedParameters,
    amongOthers: true,
    answer: [{ id, nummer: '10', omschrijving: 'Kas', soort: 'Kas' }],
  },
  {
    call: 'GET /snelstart/journals/artikelomzetgroep/list',
    ...impliedParameters,
    answer: [
      { id, nummer: '1', omschrijving: 'Omzet hoog' },
      { id, nummer: '2', omschrijving: 'Omzet laag' },
      { id, nummer: '3', omschrijving: 'Emballage' },
    ],
  },
  {
    call: 'GET /snelstart/relations',
    ...impliedParameters,
    query: { relatiecode: '-2' },
    required: ['administration', 'relatiecode'],
    answer: { id, relatiesoort: ['Klant'], relatiecode: '-2', naam: 'Klant onbekend' },
  },
  {
    call: 'POST /snelstart/relations',
    ...impliedParameters,
    body: { relatiesoort: ['Klant'], relatiecode: '-3', naam: 'Passant' },
    answer: { id, relatiesoort: ['Klant'], relatiecode: '-3', naam: 'Passant' },
  },
  { call: 'GET /snelstart/relations/import', ...impliedParameters, answer: { started: true } },
  {
    call: 'GET /snelstart/product/import',
    ...impliedParameters,
    query: { productpages: 'true' },
    required: ['administration', 'productpages'],
    answer: { started: true },
  },
  {
    call: 'GET /snelstart/product/list',
    ...ofLocation,
    amongOthers: true,
    answer: [
      { id, name: 'Oefenproduct statiegeld krat', sku_code: 'OEF-KRAT', artikelomzetgroep: '3' },
    ],
  },
  {
    call: 'POST /snelstart/product',
    ...impliedParameters,
    body: { name: 'Emballage', sku_code: 'EMB-1', artikelomzetgroep: 3 },
    answer: { id, name: 'Emballage', sku_code: 'EMB-1', artikelomzetgroep: '3' },
  },
]
