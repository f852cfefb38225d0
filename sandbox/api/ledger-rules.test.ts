import { expect } from 'vitest'
import { test } from '../../test/test.ts'
import { ask } from '../../test/ask.ts'

const ledger = {
  administration: 1007,
  location: 2008,
  nummer: '2050',
  omschrijving: 'Kassa',
  functie: 'DagboekMemoriaal',
  rekening_code: 'Balans',
  kostenplaats: false,
  rubriek: 'Tussenrekeningen',
}

const create = (changes: Partial<Record<keyof typeof ledger, unknown>> = {}) =>
  ask('POST /snelstart/journals/grootboeken', { body: { ...ledger, ...changes } })

test.each([
  [{ omschrijving: 'x'.repeat(51) }, 'GRB-0003', /^De omschrijving mag maximaal 50 tekens/],
  [{ omschrijving: ' ' }, 'GRB-0002', /^De omschrijving is verplicht/],
  [{ functie: 'electronischebetaling' }, 'GRB-0004', /^De grootboekfunctie .* is onbekend/],
  [{ rekening_code: 'Winst' }, 'GRB-0005', /^De rekeningcode 'Winst' is onbekend/],
  [{ nummer: 'abc' }, 'GRB-0001', /^Het grootboeknummer is geen geldig nummer/],
  [{ functie: 'DagboekVerkoop' }, 'GRB-0006', /mag maar één keer voorkomen/],
])('refuses %j with %s', async (changes, errorCode, message) => {
  const details: unknown = expect.any(Array)
  expect(await create(changes)).toEqual({
    status: 400,
    body: [{ errorCode, message: expect.stringMatching(message) as unknown, details }],
  })
})

test('says everything that is wrong at once', async () => {
  const { body } = await create({ omschrijving: 'x'.repeat(51), functie: 'Onbekend' })
  expect(body).toHaveLength(2)
})

test('takes a description of 50 characters, a number as a number, and fills in what is absent', async () => {
  const { status, body } = await create({
    omschrijving: 'x'.repeat(50),
    nummer: 2050,
    functie: '',
    rekening_code: undefined,
    rubriek: null,
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    nummer: '2050',
    grootboekfunctie: 'Diversen',
    rekening_code: 'Balans',
  })
})

test('refuses a number that exists, in that administration only', async () => {
  expect((await create()).status).toBe(200)
  expect(await create()).toEqual({
    status: 409,
    body: [
      {
        errorCode: 'GRB-0007',
        message: 'Grootboeknummer 2050 bestaat al in deze administratie.',
        details: [],
      },
    ],
  })
  expect((await create({ administration: 1005, location: 2006 })).status).toBe(200)
})

test('needs a coupling', async () => {
  expect((await create({ administration: 1001, location: 2001 })).status).toBe(409)
})
