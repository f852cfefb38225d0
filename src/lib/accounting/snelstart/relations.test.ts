import { describe, expect, test } from 'vitest'
import { createWizardDecisions } from '../../../../test/builders.ts'
import { isCustomerRelation, parseRelation } from './relations.ts'

describe('parseRelation', () => {
  test.each([
    [-2, '-2'],
    [0, '0'],
    ['00100', '00100'],
    ['-02', '-2'],
  ])('reads the relation code %j as %j', (relatiecode, code) => {
    const answer = { id: 'r-1', relatiecode, naam: 'Klant onbekend', relatiesoort: ['Klant'] }
    const relation = { id: 'r-1', code, name: 'Klant onbekend', kinds: ['Klant'] }
    expect(parseRelation(answer)).toStrictEqual(relation)
  })

  test('reads a relation with a single kind and one without name and kinds', () => {
    const answer = { id: 7, relatiecode: -2 }
    expect(parseRelation({ ...answer, relatiesoort: 'Klant' }).kinds).toEqual(['Klant'])
    const unknown = { id: 7, code: '-2', name: '', kinds: null }
    expect(parseRelation(answer)).toStrictEqual(unknown)
    expect(parseRelation({ ...answer, naam: null, relatiesoort: null })).toStrictEqual(unknown)
    expect(parseRelation({ ...answer, relatiesoort: '' })).toStrictEqual(unknown)
  })
})

test.each([
  [['Klant'], true],
  [['Leverancier', 'Klant'], true],
  [['klant '], true],
  [['Klant, Leverancier'], true],
  [['Leverancier'], false],
  [['Klanten'], false],
  [[], false],
  [null, true],
])('for relation kinds %j, isCustomerRelation returns %j', (kinds, expected) => {
  expect(isCustomerRelation({ ...createWizardDecisions().relation, kinds })).toBe(expected)
})
