import { expect } from 'vitest'
import { ledgerFunctions } from '../../src/lib/accounting/snelstart/suitability.ts'
import { sandbox, test } from '../../test/test.ts'

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
  sandbox.callApi('POST /snelstart/journals/grootboeken', { body: { ...ledger, ...changes } })

test.each<[Parameters<typeof create>[0], string | undefined, RegExp]>([
  [{ omschrijving: 'x'.repeat(51) }, 'BOE-0088', /^De omschrijving mag maximaal 50 tekens/],
  [{ omschrijving: ' ' }, 'BOE-0084', /^De omschrijving is verplicht/],
  [{ functie: 'Onzin' }, 'BOE-0085', /^De grootboekfunctie .* is ongeldig/],
  [{ rekening_code: 'Winst' }, undefined, /^De rekeningcode 'Winst' is onbekend/],
  [{ nummer: 'abc' }, undefined, /^Het grootboeknummer is geen geldig nummer/],
  [{ functie: 'DagboekVerkoop' }, 'BOE-0087', /mag maar één keer voorkomen/],
  [{ functie: 'dagboekverkoop' }, 'BOE-0087', /mag maar één keer voorkomen/],
])('refuses a ledger with %j, error code %s', async (changes, errorCode, message) => {
  const details: unknown = expect.any(Array)
  expect(await create(changes)).toEqual({
    status: 400,
    body: [
      {
        ...(errorCode && { errorCode }),
        message: expect.stringMatching(message) as unknown,
        details,
      },
    ],
  })
})

test('reports all problems of a ledger at once', async () => {
  const { body } = await create({ omschrijving: 'x'.repeat(51), functie: 'Onbekend' })
  expect(body).toHaveLength(2)
})

test('accepts a ledger with a numeric number and fills in omitted fields', async () => {
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

test('accepts every ledger function in any case and returns its documented spelling', async () => {
  for (const [index, { name }] of ledgerFunctions.entries()) {
    const nummer = String(5000 + index)
    const { status, body } = await create({ nummer, functie: name.toUpperCase() })
    if (status === 200) expect(body).toMatchObject({ nummer, grootboekfunctie: name })
    else expect(body).toMatchObject([{ errorCode: 'BOE-0087' }])
  }
})

test('refuses a ledger number that the administration already has', async () => {
  expect((await create()).status).toBe(200)
  expect(await create()).toEqual({
    status: 409,
    body: [
      {
        errorCode: 'BOE-0086',
        message: 'Er is al een grootboek met nummer 2050.',
        details: [],
      },
    ],
  })
  expect((await create({ administration: 1005, location: 2006 })).status).toBe(200)
})

test('refuses a ledger for a location without a coupling', async () => {
  expect((await create({ administration: 1001, location: 2001 })).status).toBe(409)
})
