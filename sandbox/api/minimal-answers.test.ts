import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestSandbox } from '../../test/sandbox.ts'
import { configuredKey } from '../testing/sample.ts'
import { ask, type Asked } from '../testing/ask.ts'
import { samples } from '../testing/samples.ts'

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>

beforeAll(async () => {
  sandbox = await startTestSandbox({ minimalAnswers: true })
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
})

const asking = (call: string, asked?: Asked) => ask(call, asked, sandbox)

const place = { query: { location: '2007' }, headers: { administration: '1006' } }

test.each(samples)(
  '$call answers less than it otherwise does',
  async ({ call, path, query, headers, body, status = 200 }) => {
    const [method = '', template = ''] = call.split(' ')
    const answer = async (minimalAnswers: boolean) => {
      await sandbox.reset()
      await sandbox.changeSettings({ minimalAnswers })
      // Made with the data, so that a reset makes another.
      const rows = await sandbox.rows('accounting_administrations')
      const identifier = rows.find((row) => row.administration_id === 1006)?.identifier ?? ''
      const own = (path ?? template).replace('{identifier}', identifier)
      const answered = await asking(`${method} ${own}`, {
        ...(query && { query }),
        ...(headers && { headers }),
        body,
      })
      expect(answered.status).toBe(status)
      return JSON.stringify(answered.body)
    }
    const [full, minimal] = [await answer(false), await answer(true)]
    if (status !== 200) expect(minimal).toBe(full)
    else if (call !== 'GET /snelstart/company/info') {
      expect(minimal.length).toBeLessThan(full.length)
    }
  },
)

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
])('%s has what is needed', async (call, asked, answer) => {
  expect((await asking(call, asked)).body).toEqual(answer)
})

test('settings without those that are not set, and with their key', async () => {
  expect(await asking('GET /snelstart/company', place)).toMatchObject({
    body: { default_cash_register: '2050', api_key: { id: configuredKey } },
  })
})

test.each<[string, Asked, number, unknown]>([
  ['GET /locations/location/list/all', { headers: { administration: '1003' } }, 204, null],
  ['GET /registrations/subscription/list', { query: { type: 'ANDERS' } }, 200, []],
  ['GET /snelstart/relations/import', place, 200, null],
  ['GET /serials/serial/99', {}, 404, { message: 'Administration 99 is unknown' }],
])('%s with nothing to tell', async (call, asked, status, body) => {
  expect(await asking(call, asked)).toEqual({ status, body })
})
