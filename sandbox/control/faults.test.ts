import { beforeEach, expect } from 'vitest'
import { startTestSandbox } from '../../test/sandbox.ts'
import { sandbox, test } from '../../test/test.ts'

let authorization: string
beforeEach(async () => {
  authorization = `Bearer ${await sandbox.token('admin@koppelpunt.test')}`
})

const list = { method: 'GET', path: '/api/serials/serial/list' } as const
const create = { method: 'POST', path: '/api/serials/serial' } as const
const origin = 'http://localhost:4321'

const get = () => fetch(sandbox.url + list.path, { headers: { authorization, origin } })

const post = () =>
  fetch(sandbox.url + create.path, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify({ name: 'Oefenwinkel Fout', country_code: 'NL' }),
  })

const listCreated = async () =>
  (await sandbox.rows('administrations')).filter(({ name }) => name === 'Oefenwinkel Fout').length

test('sends an injected status with CORS headers and does not execute the call', async () => {
  await sandbox.injectFault({ ...create, times: 1, fault: { kind: 'status', status: 503 } })
  expect((await post()).status).toBe(503)
  expect(await listCreated()).toBe(0)
  expect((await post()).status).toBe(200)
  const mine = { body: { message: 'Mine' }, headers: { 'retry-after': '2' } }
  await sandbox.injectFault({ ...list, fault: { kind: 'status', status: 429, ...mine } })
  const answer = await get()
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(await answer.json()).toEqual({ message: 'Mine' })
})

test('injects a fault only into calls that match its order, count and query', async () => {
  const fault = { kind: 'status', status: 500 } as const
  await sandbox.injectFault({ ...list, after: 1, times: 1, fault })
  const statuses: number[] = []
  for (let call = 0; call < 3; call += 1) statuses.push((await get()).status)
  expect(statuses).toEqual([200, 500, 200])

  const path = '/api/snelstart/company/info'
  await sandbox.injectFault({ method: 'GET', path, query: { location: '2008' }, fault })
  const statusAt = async (location: number) =>
    (await fetch(`${sandbox.url}${path}?location=${location}`, { headers: { authorization } }))
      .status
  expect([await statusAt(2007), await statusAt(2008)]).toEqual([200, 500])
})

test.each([
  [{ status: 201 }, 201, /"id":1008/],
  [{ status: 202, body: 'Accepted' }, 202, /^Accepted$/],
  [{ status: 204 }, 204, /^$/],
  [{ status: 500, body: '{}' }, 500, /^{}$/],
])('executes the call and replaces its response with %j', async (answer, status, text) => {
  await sandbox.injectFault({ ...create, times: 1, fault: { kind: 'replaced', ...answer } })
  const replaced = await post()
  expect(replaced.status).toBe(status)
  expect(await replaced.text()).toMatch(text)
  expect(await listCreated()).toBe(1)
})

test('drops a delayed call on reset without executing it', async () => {
  await sandbox.injectFault({ ...create, fault: { kind: 'delay', milliseconds: 60_000 } })
  const pending = post().catch((error: unknown) => error)
  await expect.poll(() => sandbox.requests(create.path)).toHaveLength(1)
  await sandbox.reset()
  expect(await pending).toBeInstanceOf(TypeError)
  expect(await listCreated()).toBe(0)
})

test('closes the sandbox while a call is delayed', async () => {
  const other = await startTestSandbox()
  await other.injectFault({ ...list, fault: { kind: 'delay', milliseconds: 60_000 } })
  const pending = fetch(other.url + list.path).catch((error: unknown) => error)
  await expect.poll(() => other.requests()).toHaveLength(1)
  await other.close()
  expect(await pending).toBeInstanceOf(TypeError)
})
