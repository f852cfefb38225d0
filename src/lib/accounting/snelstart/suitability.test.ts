import { expect, test } from 'vitest'
import {
  sortBySuitability,
  findLedgerFunction,
  formatLedgerFunction,
  ledgerFunctions,
  type LedgerVerdict,
  judgeLedger as judge,
  verdictTexts,
} from './suitability.ts'
import { ledgerDefaults, requiredPurposes, type RequiredLedgerPurpose } from './ledgers.ts'

/**
 * Suitability of each function for each purpose. Capitals are documented, small letters inferred: F fits, D
 * accepts bookings that end up elsewhere, R is refused. Columns: box of the VAT return, then the purposes
 * contant, pin, webshop, kassa, betalingsverschillen and emballage, each on the side of the books that the
 * purpose requires. The names are SnelStart's own.
 */
const cells = `
    0 Diversen                           -  f f f d D D
    1 DagboekKas                         -  d d d d d d
    2 DagboekBank                        -  d d d d d d
    3 DagboekGiro                        -  d d d d d d
    4 DagboekVerkoop                     -  d d d d d d
    5 DagboekInkoop                      -  d d d d d d
    7 DagboekMemoriaal                   -  R R R F R R
    8 DagboekBalans                      -  R R R R R R
   10 VerkopenOmzetOnbelastVerlegd       1e D D D d D F
   11 VerkopenOmzetLaag                  1b D D D d D D
   12 VerkopenOmzetHoog                  1a D D D d D D
   13 VerkopenOmzetOverig                1c D D D d D D
   15 VerkopenBtwVrij                    -  d d d d d d
   21 BtwAfteDragenLaag                  -  d d d d d d
   22 BtwAfTeDragenHoog                  -  d d d d d d
   23 BtwAfTeDragenOverig                -  d d d d d d
   24 BtwAfTeDragenVerlegdVerkopen       -  d d d d d d
   25 BtwTeVorderenVerlegd               -  d d d d d d
   26 BtwAfteDragenLaagGlobalisatie      -  d d d d d d
   27 BtwAfTeDragenHoogGlobalisatie      -  d d d d d d
   28 BtwAfTeDragenOverigGlobalisatie    -  d d d d d d
   30 InkopenKostenAlleBtwTarieven       5b D D D d D D
   31 InkopenKostenLaag                  5b D D D d D D
   32 InkopenKostenHoog                  5b D D D d D D
   33 InkopenKostenOverig                5b D D D d D D
   34 InkopenVraagPosten                 5b d d d d d d
   41 BtwTeVorderenLaag                  -  d d d d d d
   42 BtwTeVorderenHoog                  -  d d d d d d
   43 BtwTeVorderenOverig                -  d d d d d d
   44 BtwAfTeDragenVerlegdInkopen        -  d d d d d d
   45 BtwTeVorderenVerlegdInkopen        -  d d d d d d
   61 InkopenImportBinnenEUlaag          4b D D D d D D
   62 InkopenImportBinnenEUhoog          4b D D D d D D
   63 InkopenImportBinnenEUoverig        4b D D D d D D
   71 InkopenImportBuitenEUlaag          4a D D D d D D
   72 InkopenImportBuitenEUhoog          4a D D D d D D
   73 InkopenImportBuitenEUoverig        4a D D D d D D
   80 VerkopenExportBinnenEU             3b D D D d D D
   81 VerkopenExportBuitenEU             3a D D D d D D
   82 OninbareVorderingen                -  d d d d d d
   83 HerrekeningCorrecties              -  d d d d d d
   84 InstallatieTeleverkoopBinnenEUgeen -  d d d d d d
   85 BpmVerkopen                        -  d d d d d d
   86 BpmInkopen                         -  d d d d d d
   87 BpmVoorraad                        -  d d d d d d
   88 DienstverleningBinnenEU            3b D D D d D D
   91 VerkoopGlobalisatieLaag            1b d d d d d d
   92 VerkoopGlobalisatieHoog            1a d d d d d d
   93 VerkoopGlobalisatieOverig          1c d d d d d d
   94 InkoopGlobalisatieLaag             1b d d d d d d
   95 InkoopGlobalisatieHoog             1a d d d d d d
   96 InkoopGlobalisatieOverig           1c d d d d d d
   97 BtwGlobalisatie                    -  d d d d d d
  100 KredietbeperkingVerkopen           -  d d d d d d
  101 KredietbeperkingInkopen            -  d d d d d d
  102 Betalingskorting                   -  d d d d F d
  110 TussenrekeningBetalingen           -  f f f d d d
  111 OnbekendeBetalingen                -  d d d d d d
  112 Kruisposten                        -  f f f d d d
  120 ContanteBetaling                   -  F d d d d d
  121 ElectronischeBetaling              -  d F F d d d
  130 Winstboeking                       -  d d d d d d`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

const letters = { fits: 'f', doubtful: 'd', refused: 'r', unknown: '?' } as const
const sideOf = (purpose: RequiredLedgerPurpose) => ledgerDefaults[purpose].proposal.code
const judgedPurposes = requiredPurposes.filter((purpose) => purpose !== 'cash_differences')

/** Returns the verdict on a ledger. Throws if there is none. */
function verdictOf(...args: Parameters<typeof judge>): LedgerVerdict {
  const verdict = judge(...args)
  if (verdict === null) throw new Error(`There is no verdict for ${args[0]}`)
  return verdict
}

test('ledgerFunctions has the 62 documented functions', () => {
  expect(ledgerFunctions.map(({ number, name }) => [String(number), name])).toEqual(
    cells.map(([number, name]) => [number, name]),
  )
  expect(cells).toHaveLength(62)
})

test.each(cells)(
  'for every purpose, judges a ledger with function %s %s as documented',
  (number = '', _, ...expected) => {
    const texts = judgedPurposes.map((purpose) => {
      const ledger = { function: number, code: sideOf(purpose) }
      const { kind, isDocumented } = verdictOf(purpose, ledger)
      return isDocumented ? letters[kind].toUpperCase() : letters[kind]
    })
    const box = findLedgerFunction(number)?.box
    expect([box === '' ? '-' : box, ...texts]).toEqual(expected)
  },
)

test.each([
  ['emballage', 'VerkopenOmzetHoog', 'wizard:booksInBox', { what: 'omzet hoog', box: '1a' }],
  ['eft', 'InkopenKostenLaag', 'wizard:booksInBox', { what: 'kosten laag', box: '5b' }],
  ['cash', 'InkopenVraagPosten', 'wizard:probablyBooksInBox', { what: 'vraagposten inkopen' }],
  ['payment_differences', 'Diversen', 'wizard:booksAs', { what: 'diversen' }],
  ['eft', 'ContanteBetaling', 'wizard:probablyBooksAs', { what: 'betaalwijze (contant)' }],
  ['cash', 'BtwAfTeDragenHoog', 'wizard:controlLedger', { function: 'Btw af te dragen hoog' }],
  ['cash', 'DagboekKas', 'wizard:realBook', { function: 'Dagboek kas' }],
  ['eft', 'Winstboeking', 'wizard:otherFunction', { function: 'Winstboeking' }],
  ['cash', 'DagboekMemoriaal', 'wizard:refusesLines', { function: 'Dagboek memoriaal' }],
  ['ecr', 'DagboekBalans', 'wizard:refusesLines', { function: 'Dagboek balans' }],
  ['ecr', 'Diversen', 'wizard:noDaybook', {}],
] as const)(
  'explains where bookings for %s go on a ledger with function %s: %s',
  (purpose, name, key, parameters) => {
    const [first] = verdictOf(purpose, { function: name, code: sideOf(purpose) }).reasons
    const isFilledIn = Object.keys(parameters).length > 0
    expect(first).toMatchObject({ key, ...(isFilledIn && { parameters }) })
  },
)

test.each(judgedPurposes)(
  'accepts the default ledger for %s and refuses an inactive default ledger',
  (purpose) => {
    const { proposal } = ledgerDefaults[purpose]
    expect(verdictOf(purpose, proposal)).toMatchObject({ kind: 'fits', reasons: [] })
    const refused = { kind: 'refused', reasons: [{ key: 'wizard:ledgerInactive' }] }
    expect(verdictOf(purpose, { ...proposal, isInactive: true })).toMatchObject(refused)
  },
)

test('suggests other ledger functions only for an unsuitable ledger', () => {
  const { reasons } = verdictOf('eft', { function: 'DagboekBalans', code: '' })
  expect(reasons.at(-1)).toEqual({
    key: 'wizard:suitableFunctions',
    parameters: {
      functions:
        '121 Betaalwijze (elektronisch), 0 Diversen, 110 Tussenrekening betalingen, 112 Kruisposten',
    },
  })
  expect(verdictOf('ecr', { function: 'DagboekMemoriaal', code: 'Balans' }).reasons).toEqual([])
})

test.each([
  ['cash', 'ContanteBetaling', 'WinstEnVerlies', 'wizard:probablyBelongsToBalance'],
  ['webshop', 'Kruisposten', 'WinstEnVerlies', 'wizard:probablyBelongsToBalance'],
  ['payment_differences', 'Betalingskorting', 'Balans', 'wizard:probablyBelongsToResult'],
] as const)(
  'a ledger for %s with function %s on the wrong side of the books (%s) is doubtful',
  (purpose, name, code, key) => {
    const verdict = verdictOf(purpose, { function: name, code })
    expect(verdict).toMatchObject({ kind: 'doubtful', isDocumented: false, reasons: [{ key }] })
    expect(verdictOf(purpose, { function: name, code: '' }).kind).toBe('fits')
  },
)

test('accepts register and emballage ledgers on either side of the books', () => {
  expect(verdictOf('ecr', { function: '7', code: 'WinstEnVerlies' }).kind).toBe('fits')
  expect(verdictOf('emballage', { function: '10', code: 'Balans' }).kind).toBe('fits')
  expect(verdictOf('cash', { function: '120', code: '0' }).kind).toBe('fits')
})

test('gives a reason for an unknown ledger function but not for an empty one', () => {
  const unknownFunction = { function: 'Toekomst', code: 'Balans' }
  expect(verdictOf('cash', unknownFunction)).toMatchObject({
    kind: 'unknown',
    reasons: [{ key: 'wizard:unknownFunction', parameters: { function: 'Toekomst' } }],
  })
  expect(verdictOf('cash', { function: '', code: 'Balans' }).reasons).toEqual([])
})

test.each(['cash_differences', 'correction'] as const)(
  'returns no verdict for %s, because the register makes no bookings on this ledger',
  (purpose) => {
    for (const { name } of ledgerFunctions)
      expect(judge(purpose, { function: name, code: 'Balans', isInactive: true })).toBeNull()
  },
)

test('finds a ledger function by name in any case, by number or by displayed text', () => {
  for (const { number, name } of ledgerFunctions) {
    expect(findLedgerFunction(name.toUpperCase())?.number).toBe(number)
    expect(findLedgerFunction(` ${number} `)?.name).toBe(name)
    const shown = formatLedgerFunction(name)
    expect(findLedgerFunction(shown)?.name).toBe(name)
    expect(findLedgerFunction(shown.replace(/^\d+ /, ''))?.name).toBe(name)
  }
  expect(formatLedgerFunction('contantebetaling')).toBe('120 Betaalwijze (contant)')
  expect(formatLedgerFunction('Toekomst')).toBe('Toekomst')
})

test('sorts ledgers by suitability: fitting, unknown, doubtful, refused', () => {
  const ledger = (number: string, name: string, code = 'Balans') => {
    return { number, description: '', function: name, code, category: '' }
  }
  const ledgers = [
    ledger('2011', 'DagboekMemoriaal'),
    ledger('8000', 'VerkopenOmzetHoog', 'WinstEnVerlies'),
    ledger('1000', 'DagboekKas'),
    ledger('9990', 'Toekomst'),
    ledger('10200', 'ContanteBetaling'),
    ledger('2000', 'TussenrekeningBetalingen'),
    { ...ledger('2001', 'TussenrekeningBetalingen'), isInactive: true as const },
  ]
  const sorted = sortBySuitability('cash', ledgers).map(({ number }) => number)
  expect(sorted).toEqual(['2000', '10200', '9990', '1000', '8000', '2001', '2011'])
  expect(sortBySuitability('ecr', ledgers)[0]?.number).toBe('2011')
})

test('a refused ledger shares no text with ledgers that the user may accept', () => {
  const { fits, unknown, doubtful, refused } = verdictTexts
  const acceptable = [fits, unknown, doubtful].flatMap((texts) => Object.values<string>(texts))
  expect(Object.values(refused).filter((text) => acceptable.includes(text))).toEqual([])
})
