import { describe, expect, test } from 'vitest'
import { createWizardDecisions } from '../../../../test/builders.ts'
import { createGroupOption, ledgerDefaults, parseLedger } from './ledgers.ts'

test.each([
  ['cash', '2200', 'ContanteBetaling', 'Balans', 'Tussenrekeningen'],
  ['eft', '2210', 'ElectronischeBetaling', 'Balans', 'Tussenrekeningen'],
  ['webshop', '2220', 'ElectronischeBetaling', 'Balans', 'Tussenrekeningen'],
  ['ecr', '2050', 'DagboekMemoriaal', 'Balans', ''],
  ['payment_differences', '7980', 'Betalingskorting', 'WinstEnVerlies', 'Kostprijs van de omzet'],
  ['cash_differences', '4752', 'DagboekMemoriaal', 'WinstEnVerlies', ''],
  ['emballage', '8040', 'VerkopenOmzetOnbelastVerlegd', 'WinstEnVerlies', ''],
] as const)(
  'proposes for %s the ledger number %s with function %s',
  (purpose, number, name, code, category) => {
    expect(ledgerDefaults[purpose]).toMatchObject({
      number,
      proposal: { function: name, code, category },
    })
    expect(createWizardDecisions().ledgers[purpose]).toBe(number)
  },
)

describe('parseLedger', () => {
  const answer = { nummer: 7980, omschrijving: 'Omzet' }
  const nothing = { description: '', function: '', code: '', category: '' }

  test.each([
    {
      answer: { ...answer, grootboekfunctie: 102, rekening_code: 0, grootboek_rubriek: 7 },
      ledger: { number: '7980', description: 'Omzet', function: '102', code: '0', category: '7' },
    },
    {
      answer: { nummer: '7980 ', omschrijving: 'Omzet ', rekening_code: 'winstenverlies ' },
      ledger: { ...nothing, number: '7980', description: 'Omzet', code: 'WinstEnVerlies' },
    },
    { answer: { nummer: '0100' }, ledger: { number: '0100', ...nothing } },
    {
      answer: {
        nummer: 8040,
        omschrijving: null,
        grootboekfunctie: null,
        rekening_code: null,
        grootboek_rubriek: null,
      },
      ledger: { number: '8040', ...nothing },
    },
  ])('maps a ledger response to texts, with empty texts for missing fields: %j', (row) => {
    expect(parseLedger(row.answer)).toStrictEqual(row.ledger)
  })

  test.each([{}, { omschrijving: null }])(
    'shows the number of a ledger without a description: %j',
    (answer) => {
      expect(createGroupOption({ nummer: 8040, ...answer }).text).toBe('8040')
    },
  )
})
