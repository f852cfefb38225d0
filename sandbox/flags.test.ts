import { expect } from 'vitest'
import { sandbox, test } from '../test/test.ts'
import { sandboxClientKey } from './portal-environment.ts'

const call = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
  fetch(`${sandbox.url}/flags${path}`, {
    ...init,
    headers: { authorization: sandboxClientKey, ...headers },
  })

const context = '?appName=staging&environment=default&sessionId=123456789'

test('returns enabled flags with variant and impressionData', async () => {
  expect(await (await call(context)).json()).toEqual({ toggles: [] })
  await sandbox.setFlag('dry_run', { enabled: true })
  const variant = { name: 'wide', enabled: true, payload: { type: 'string', value: 'x' } }
  await sandbox.setFlag('test_mode', { enabled: true, variant, impressionData: true })
  expect(await (await call(context)).json()).toEqual({
    toggles: [
      {
        name: 'dry_run',
        enabled: true,
        variant: { name: 'disabled', enabled: false, feature_enabled: true },
        impressionData: false,
      },
      { name: 'test_mode', enabled: true, variant, impressionData: true },
    ],
  })
})

test('responds with 304 while the flags are unchanged', async () => {
  const etag = (await call(context)).headers.get('etag') ?? ''
  const again = await call(context, {}, { 'if-none-match': etag })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
  await sandbox.setFlag('dry_run', { enabled: true })
  const changed = await call(context, {}, { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(etag)
})

test('requires the client key and exposes response headers to a portal on another origin', async () => {
  const origin = 'http://localhost:4321'
  expect((await call(context, {}, { authorization: 'another' })).status).toBe(401)
  const answer = await call(context, {}, { origin })
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
  expect(answer.headers.get('access-control-expose-headers')?.toLowerCase().split(',')).toEqual([
    'etag',
    'retry-after',
    'idempotency-replayed',
    'www-authenticate',
  ])
  const preflight = await fetch(`${sandbox.url}/flags`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'unleash-sdk',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('unleash-sdk')
})
