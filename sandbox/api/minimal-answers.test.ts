import { beforeEach, expect } from 'vitest'
import type { ApiRequest } from '../../test/sandbox.ts'
import { sandbox, test } from '../../test/test.ts'
import { coupledLocationKey } from '../../test/samples.ts'

beforeEach(() => sandbox.changeSettings({ minimalAnswers: true }))

const place = { query: { location: '2007' }, headers: { administration: '1006' } }

test.each([
  ['GET /serials/serial/1001', {}, { id: '1001', name: 'Oefenwinkel Noord' }],
  [
    'POST /snelstart/journals/grootboeken',
    { body: { administration: 1006, location: 2007, nummer: 2230, omschrijving: 'Cadeaukaarten' } },
    { nummer: '2230' },
  ],
  ['GET /accounting/paymentledgers', { headers: { administration: '1006' } }, { id: '1' }],
  [
    'GET /snelstart/relations',
    { ...place, query: { ...place.query, relatiecode: '-2' } },
    [{ id: expect.any(String) as string, relatiecode: '-2' }],
  ],
  [
    'GET /snelstart/company/info',
    place,
    {
      aantal_decimalen_artikelprijzen: '3',
      verkoopprijs_artikelbestand_exclusief_btw: true,
    },
  ],
])('%s returns only the required fields', async (call, request, answer) => {
  expect((await sandbox.callApi(call, request)).body).toEqual(answer)
})

test('omits unset company settings from the response and keeps the API key', async () => {
  expect(await sandbox.callApi('GET /snelstart/company', place)).toMatchObject({
    body: { default_cash_register: '2050', api_key: { id: coupledLocationKey } },
  })
})

test.each<[string, ApiRequest, number, unknown]>([
  ['GET /locations/location/list/all', { headers: { administration: '1003' } }, 204, null],
  ['GET /registrations/subscription/list', { query: { type: 'ANDERS' } }, 200, []],
  ['GET /snelstart/relations/import', place, 200, null],
  ['GET /serials/serial/99', {}, 404, { message: 'Administration 99 is unknown' }],
])('%s returns a minimal response if there is no data', async (call, request, status, body) => {
  expect(await sandbox.callApi(call, request)).toEqual({ status, body })
})
