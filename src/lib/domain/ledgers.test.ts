import { describe, expect, test } from 'vitest'
import { choices, place } from '../../../test/builders.ts'
import {
  ledgerCodes,
  ledgerDefaults,
  ledgerOf,
  ledgerPurposes,
  ledgerRequest,
  numberedText,
  paymentPurposes,
  registerPurposes,
  requiredPurposes,
} from './ledgers.ts'

/** The accounting package refuses a longer description. */
const descriptionLimit = 50

test('seven ledgers are required: three of payments, four of the register', () => {
  expect(paymentPurposes).toEqual(['cash', 'eft', 'webshop'])
  expect(registerPurposes).toEqual(['ecr', 'payment_differences', 'cash_differences', 'emballage'])
  expect(requiredPurposes).toEqual([...paymentPurposes, ...registerPurposes])
  expect(ledgerPurposes).toEqual([...requiredPurposes, 'correction'])
})

describe('the defaults of §9', () => {
  test.each([
    ['cash', '2200'],
    ['eft', '2210'],
    ['webshop', '2220'],
    ['ecr', '2050'],
    ['payment_differences', '7980'],
    ['cash_differences', '4752'],
    ['emballage', '8040'],
  ] as const)('%s has number %s', (purpose, number) => {
    expect(ledgerDefaults[purpose].number).toBe(number)
    expect(choices().ledgers[purpose]).toBe(number)
  })

  test.each([
    ['cash', { function: 'ContanteBetaling', code: 'Balans', category: 'Tussenrekeningen' }],
    ['eft', { function: 'ElectronischeBetaling', code: 'Balans', category: 'Tussenrekeningen' }],
    [
      'webshop',
      { function: 'ElectronischeBetaling', code: 'Balans', category: 'Tussenrekeningen' },
    ],
    ['ecr', { function: 'DagboekMemoriaal' }],
    [
      'payment_differences',
      { function: 'Betalingskorting', code: 'WinstEnVerlies', category: 'Kostprijs van de omzet' },
    ],
    ['cash_differences', { function: 'DagboekMemoriaal' }],
    [
      'emballage',
      { function: 'VerkopenOmzetOnbelastVerlegd', code: 'WinstEnVerlies', category: '' },
    ],
  ] as const)('%s is proposed as %j', (purpose, proposal) => {
    expect(ledgerDefaults[purpose].proposal).toMatchObject(proposal)
  })

  test('the correction ledger has no number of its own', () => {
    expect(ledgerDefaults.correction.number).toBe('')
  })

  test('no two purposes share a number', () => {
    const numbers = requiredPurposes.map((purpose) => ledgerDefaults[purpose].number)
    expect(new Set(numbers).size).toBe(7)
  })

  test.each(ledgerPurposes)(
    '%s has a description, a function and a code that can be',
    (purpose) => {
      const { description, function: name, code } = ledgerDefaults[purpose].proposal
      expect(description.trim()).toBe(description)
      expect(description).not.toBe('')
      expect(description.length).toBeLessThanOrEqual(descriptionLimit)
      expect(name).toMatch(/^[A-Z][A-Za-z]+$/)
      expect(ledgerCodes).toContain(code)
    },
  )
})

describe('a ledger as it is answered', () => {
  test('in our words', () => {
    const answer = {
      nummer: '8040',
      omschrijving: 'Omzet emballage',
      grootboekfunctie: 'VerkopenOmzetOnbelastVerlegd',
      rekening_code: 'WinstEnVerlies',
      grootboek_rubriek: 'Omzet',
    }
    expect(ledgerOf(answer)).toStrictEqual({
      number: '8040',
      description: 'Omzet emballage',
      function: 'VerkopenOmzetOnbelastVerlegd',
      code: 'WinstEnVerlies',
      category: 'Omzet',
    })
  })

  test.each([{}, { omschrijving: null, rekening_code: null }])(
    'with nothing for what it does not say: %j',
    (answer) => {
      expect(ledgerOf({ nummer: 8040, ...answer })).toStrictEqual({
        number: '8040',
        description: '',
        function: '',
        code: '',
        category: '',
      })
      expect(numberedText({ nummer: 8040, ...answer })).toBe('8040')
    },
  )

  test('with numbers for texts', () => {
    const answer = {
      nummer: 7980,
      omschrijving: 'Betalingsverschillen',
      grootboekfunctie: 102,
      rekening_code: 0,
      grootboek_rubriek: 7,
    }
    expect(ledgerOf(answer)).toStrictEqual({
      number: '7980',
      description: 'Betalingsverschillen',
      function: '102',
      code: '0',
      category: '7',
    })
  })

  test.each([
    { grootboekfunctie: null, rekening_code: null, grootboek_rubriek: null },
    { grootboekfunctie: undefined, rekening_code: undefined, grootboek_rubriek: undefined },
    {},
  ])('with nothing in the rest: %j', (rest) => {
    expect(ledgerOf({ nummer: '0100', omschrijving: '', ...rest })).toStrictEqual({
      number: '0100',
      description: '',
      function: '',
      code: '',
      category: '',
    })
  })
})

describe('the request for a new ledger', () => {
  test('has what is proposed', () => {
    const { number, proposal } = ledgerDefaults.payment_differences
    expect(ledgerRequest(place(), number, proposal)).toStrictEqual({
      administration: 1001,
      location: 2001,
      nummer: '7980',
      omschrijving: 'Betalingsverschillen',
      functie: 'Betalingskorting',
      rekening_code: 'WinstEnVerlies',
      kostenplaats: false,
      rubriek: 'Kostprijs van de omzet',
    })
  })

  test('loses the blanks around what was typed', () => {
    const proposal = {
      description: ' Kassa  links ',
      function: ' Diversen ',
      code: 'Balans',
      category: ' ',
    }
    expect(ledgerRequest(place(), '2051', proposal)).toMatchObject({
      nummer: '2051',
      omschrijving: 'Kassa  links',
      functie: 'Diversen',
      rekening_code: 'Balans',
      rubriek: '',
    })
  })
})
