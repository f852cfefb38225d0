import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestSandbox } from '../../test/sandbox.ts'
import { configuredKey } from '../testing/sample.ts'
import { samples } from '../testing/samples.ts'

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>
let token: string

beforeAll(async () => {
  sandbox = await startTestSandbox({ minimalAnswers: true })
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  token = await sandbox.token('admin@koppelpunt.test')
})

interface Asked {
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}

function ask(call: string, { query, headers, body }: Asked = {}): Promise<Response> {
  const [method = '', path = ''] = call.split(' ')
  const address = new URL(`${sandbox.url}/api${path}`)
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value)
  return fetch(address, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

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
      const response = await ask(`${method} ${own}`, {
        ...(query && { query }),
        ...(headers && { headers }),
        body,
      })
      expect(response.status).toBe(status)
      return response.text()
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
  const response = await ask(call, asked)
  expect(await response.json()).toEqual(answer)
})

test('settings without those that are not set, and with their key', async () => {
  const response = await ask('GET /snelstart/company', place)
  expect(await response.json()).toMatchObject({
    default_cash_register: '2050',
    api_key: { id: configuredKey },
  })
})

test('nothing stands for an empty list, but for the subscription list, and for unused answers', async () => {
  const none = await ask('GET /locations/location/list/all', {
    headers: { administration: '1003' },
  })
  expect(none.status).toBe(204)
  const subscriptions = await ask('GET /registrations/subscription/list', {
    query: { type: 'ANDERS' },
  })
  expect([subscriptions.status, await subscriptions.json()]).toEqual([200, []])
  const started = await ask('GET /snelstart/relations/import', place)
  expect([started.status, await started.text()]).toEqual([200, ''])
})

test('refusals stay what they are', async () => {
  const response = await ask('GET /serials/serial/99')
  expect([response.status, await response.json()]).toEqual([
    404,
    { message: 'Administration 99 is unknown' },
  ])
})
