import { beforeEach, expect } from 'vitest'
import { Hono } from 'hono'
import { sandbox, test } from '../../test/test.ts'
import type { Sandbox } from '../sandbox.ts'
import { recordRequests } from './recorder.ts'

let authorization: string
beforeEach(async () => {
  authorization = `Bearer ${await sandbox.token('admin@koppelpunt.test')}`
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(sandbox.url + path, {
    method: 'POST',
    headers: { authorization, ...headers },
    body: JSON.stringify(body),
  })

test('records requests without their bearer token and cookies', async () => {
  const body = { administration_id: 1001, location_id: 2001 }
  const headers = { administration: '1001', cookie: 'session=secret' }
  await post('/api/snelstart/keys/unconnected?x=1', body, headers)
  const [recorded, ...others] = await sandbox.requests()
  expect(others).toEqual([])
  expect(recorded).toMatchObject({
    method: 'POST',
    path: '/api/snelstart/keys/unconnected',
    query: { x: '1' },
    headers: { authorization: 'Bearer …', administration: '1001' },
    body,
    status: 200,
    fault: null,
  })
  expect(recorded?.headers).not.toHaveProperty('cookie')
  expect(recorded?.finishedAt).toBeGreaterThan(Number(recorded?.startedAt))
  await sandbox.clearRequests()
  expect(await sandbox.requests()).toEqual([])
})

test('records at most 5,000 calls and drops the oldest', async () => {
  const requests = Array.from({ length: 4999 }, (_, index) => ({ path: `/${index}` }))
  const app = new Hono().use(recordRequests({ requests } as unknown as Sandbox) as never)
  await app.request('/next')
  expect(requests).toMatchObject({ length: 5000, 0: { path: '/0' }, 4999: { path: '/next' } })
  await app.request('/last')
  expect(requests).toMatchObject({ length: 5000, 0: { path: '/1' }, 4999: { path: '/last' } })
})

test('restores the initial data, flags and settings on reset', async () => {
  await post('/api/serials/serial', { name: 'Weg', country_code: 'NL' })
  await sandbox.setFlag('dry_run', { enabled: true })
  await sandbox.changeSettings({ activationDelay: 1 })
  await sandbox.injectFault({
    method: '*',
    path: '/api/serials/serial/list',
    fault: { kind: 'drop' },
  })
  const violation = { method: 'POST', body: '{"type":"csp-violation"}' }
  await fetch(`${sandbox.url}/reports/api/1/security/`, violation)
  expect(await sandbox.reports()).toHaveLength(1)
  await sandbox.reset({ administrations: 3 })
  expect(await sandbox.reports()).toEqual([])
  const names = (await sandbox.rows('administrations')).map(({ name }) => name)
  expect([names[0], ...names.slice(6)]).toEqual([
    'Oefenwinkel Noord',
    'Oefenkaashandel Gekoppeld',
    'Oefenadministratie 00001',
    'Oefenadministratie 00002',
    'Oefenadministratie 00003',
  ])
  expect((await sandbox.rows('flags')).filter(({ enabled }) => enabled)).toEqual([])
  expect((await sandbox.settings()).activationDelay).toBe(8)
  expect(await sandbox.requests()).toEqual([])
})

const mistakes = [
  ['POST', '/faults', { method: 'GET', path: 'api', fault: { kind: 'drop' } }, 'path'],
  ['POST', '/faults', { method: 'GET', path: '/api', fault: { kind: 'explode' } }, 'fault.kind'],
  ['PUT', '/settings', { accessTokenLifetime: 0 }, 'accessTokenLifetime'],
  ['PUT', '/settings', { colour: 'orange' }, 'colour'],
  ['PUT', '/flags/dry_run', { enabled: 'yes' }, 'enabled'],
  ['POST', '/reset', { administrations: -1 }, 'administrations'],
  ['POST', '/token', {}, 'email'],
] as const

test.each(mistakes)(
  '%s %s rejects %j and names the invalid field',
  async (method, path, body, named) => {
    const init = { method, body: JSON.stringify(body) }
    const answer = await fetch(`${sandbox.url}/sandbox${path}`, init)
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { message: string }).message).toContain(named)
  },
)

test('refuses control requests from another web origin', async () => {
  const headers = { origin: 'https://evil.example' }
  const answer = await fetch(`${sandbox.url}/sandbox/reset`, {
    method: 'POST',
    headers,
    body: '{}',
  })
  expect(answer.status).toBe(403)
})

test('responds with 404 to unknown tables, addresses and accounts', async () => {
  const answer = await fetch(`${sandbox.url}/sandbox/rows/secrets`)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('there are users, merchants')
  expect((await fetch(`${sandbox.url}/sandbox/nothing`)).status).toBe(404)
  await expect(sandbox.token('nobody@koppelpunt.test')).rejects.toThrow('404')
})
