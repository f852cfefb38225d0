import { beforeEach, expect } from 'vitest'
import { startTestSandbox } from '../../test/sandbox.ts'
import { sandbox, test } from '../../test/test.ts'
import { signInAs } from '../testing/code-flow.ts'

let authorization: string
beforeEach(async () => {
  authorization = `Bearer ${await sandbox.token('admin@koppelpunt.test')}`
})

const list = { method: 'GET', path: '/api/serials/serial/list' } as const
const create = { method: 'POST', path: '/api/serials/serial' } as const
const origin = 'http://localhost:4321'

const get = (path: string = list.path) =>
  fetch(sandbox.url + path, { headers: { authorization, origin } })

const post = (headers: Record<string, string> = {}) =>
  fetch(sandbox.url + create.path, {
    method: 'POST',
    headers: { authorization, ...headers },
    body: JSON.stringify({ name: 'Oefenwinkel Fout', country_code: 'NL' }),
  })

const made = async () =>
  (await sandbox.rows('administrations')).filter(({ name }) => name === 'Oefenwinkel Fout').length

test('a status without content is answered', async () => {
  await sandbox.injectFault({ ...list, times: 1, fault: { kind: 'status', status: 204 } })
  const response = await get()
  expect([response.status, await response.text()]).toEqual([204, ''])
})

test('a status is answered, readable across origins, and the call is not executed', async () => {
  await sandbox.injectFault({ ...create, times: 1, fault: { kind: 'status', status: 503 } })
  expect((await post()).status).toBe(503)
  expect(await made()).toBe(0)
  expect((await post()).status).toBe(200)
  await sandbox.injectFault({
    ...list,
    fault: {
      kind: 'status',
      status: 429,
      body: { message: 'Mine' },
      headers: { 'retry-after': '2' },
    },
  })
  const answer = await get()
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(await answer.json()).toEqual({ message: 'Mine' })
})

test('a fault lasts until it is cleared, and other calls go on', async () => {
  const path = '/api/serials/serial/{id}'
  await sandbox.injectFault({ method: 'GET', path, fault: { kind: 'status', status: 500 } })
  expect((await get('/api/serials/serial/1001')).status).toBe(500)
  expect((await get('/api/serials/serial/1002')).status).toBe(500)
  expect((await get('/api/locations/location/2001')).status).toBe(200)
  await sandbox.clearFaults()
  expect((await get('/api/serials/serial/1001')).status).toBe(200)
})

test('after and times choose which calls it strikes', async () => {
  await sandbox.injectFault({ ...list, after: 1, times: 1, fault: { kind: 'status', status: 500 } })
  const statuses: number[] = []
  for (let call = 0; call < 3; call += 1) statuses.push((await get()).status)
  expect(statuses).toEqual([200, 500, 200])
})

test('a dropped connection is no answer, and nothing is executed', async () => {
  await sandbox.injectFault({ ...create, times: 1, fault: { kind: 'drop' } })
  await expect(post()).rejects.toThrow('fetch failed')
  expect(await made()).toBe(0)
})

test('a lost answer is of a call that was executed', async () => {
  await sandbox.injectFault({ ...create, times: 1, fault: { kind: 'lost' } })
  await expect(post()).rejects.toThrow('fetch failed')
  expect(await made()).toBe(1)
})

test('a lost answer is had again with the same idempotency key', async () => {
  const headers = { 'idempotency-key': 'one' }
  await sandbox.injectFault({ ...create, times: 1, fault: { kind: 'lost' } })
  await expect(post(headers)).rejects.toThrow('fetch failed')
  expect(await (await post(headers)).json()).toMatchObject({ id: 1008 })
  expect(await made()).toBe(1)
})

test.each([
  [{ status: 201 }, 201, /"id":1008/],
  [{ status: 202, body: 'Accepted' }, 202, /^Accepted$/],
  [{ status: 204 }, 204, /^$/],
  [{ status: 500, body: '{}' }, 500, /^{}$/],
])('a replaced answer is of a call that was executed: %j', async (answer, status, text) => {
  await sandbox.injectFault({ ...create, times: 1, fault: { kind: 'replaced', ...answer } })
  const replaced = await post()
  expect(replaced.status).toBe(status)
  expect(await replaced.text()).toMatch(text)
  expect(await made()).toBe(1)
})

test('a refusal is not replaced', async () => {
  const fault = { kind: 'replaced', status: 204 } as const
  await sandbox.injectFault({ method: 'GET', path: '/api/serials/serial/{id}', fault })
  expect((await get('/api/serials/serial/9')).status).toBe(404)
})

test('a doubled call is executed twice and answered once', async () => {
  await sandbox.injectFault({ ...create, times: 1, fault: { kind: 'doubled' } })
  expect(await (await post()).json()).toMatchObject({ id: 1009 })
  expect(await made()).toBe(2)
  expect(await (await post()).json()).toMatchObject({ id: 1010 })
})

test('a doubled call is executed once with an idempotency key', async () => {
  await sandbox.injectFault({ ...create, fault: { kind: 'doubled' } })
  expect(await (await post({ 'idempotency-key': 'one' })).json()).toMatchObject({ id: 1008 })
  expect(await made()).toBe(1)
})

test('a doubled read has no body to send', async () => {
  await sandbox.injectFault({ ...list, fault: { kind: 'doubled' } })
  expect((await get()).status).toBe(200)
})

test('a token answer can be lost as well', async () => {
  const { flow, tokens } = await signInAs(sandbox.url, 'admin@koppelpunt.test')
  const path = '/identity/realms/koppelpunt/protocol/openid-connect/token'
  await sandbox.injectFault({ method: 'POST', path, times: 1, fault: { kind: 'lost' } })
  await expect(flow.refresh(tokens.refresh_token)).rejects.toThrow('fetch failed')
  await expect(flow.refresh(tokens.refresh_token)).rejects.toThrow('invalid_grant')
})

test('malformed JSON, HTML and an answer of our own', async () => {
  await sandbox.injectFault({ ...list, times: 1, fault: { kind: 'malformed' } })
  await expect((await get()).json()).rejects.toThrow(SyntaxError)
  await sandbox.injectFault({ ...list, times: 1, fault: { kind: 'html', status: 502 } })
  const html = await get()
  expect([html.status, html.headers.get('content-type')]).toEqual([502, 'text/html; charset=UTF-8'])
  await sandbox.injectFault({ ...list, times: 1, fault: { kind: 'answer', body: [{ id: 1 }] } })
  expect(await (await get()).json()).toEqual([{ id: 1 }])
})

test('a delayed call overlaps with its neighbour in the request log', async () => {
  await sandbox.injectFault({ ...list, fault: { kind: 'delay', milliseconds: 30 } })
  await Promise.all([get(), get()])
  const [first, second] = await sandbox.requests(list.path)
  expect(first).toMatchObject({ status: 200, fault: 'delay' })
  expect(Number(first?.finishedAt) - Number(first?.startedAt)).toBeGreaterThan(25)
  expect(second?.startedAt).toBeLessThan(Number(first?.finishedAt))
})

test('a reset gives up a delayed call, which is then never executed', async () => {
  await sandbox.injectFault({ ...create, fault: { kind: 'delay', milliseconds: 60_000 } })
  const pending = post().catch((error: unknown) => error)
  await expect.poll(() => sandbox.requests(create.path)).toHaveLength(1)
  await sandbox.reset()
  expect(await pending).toBeInstanceOf(TypeError)
  expect(await made()).toBe(0)
})

test('a sandbox closes while a call is delayed', async () => {
  const other = await startTestSandbox()
  await other.injectFault({ ...list, fault: { kind: 'delay', milliseconds: 60_000 } })
  const pending = fetch(other.url + list.path).catch((error: unknown) => error)
  await expect.poll(() => other.requests()).toHaveLength(1)
  await other.close()
  expect(await pending).toBeInstanceOf(TypeError)
})
