import { afterEach, beforeEach, expect, vi } from 'vitest'
import { createSandboxConfiguration } from '../../../test/configuration.ts'
import { createTestEnvironment, fillStorage } from '../../../test/environment.ts'
import { sandbox, test } from '../../../test/test.ts'
import { createMemoryStorage, type Environment } from '../../lib/environment.ts'
import { flagMetricsDelaySeconds } from '../../lib/limits.ts'
import { createFlags } from './flags.ts'

let storage: Storage
beforeEach(() => {
  storage = createMemoryStorage()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

afterEach(() => vi.useRealTimers())

const openFlags = (variables = {}, changes: Partial<Environment> = {}) =>
  createFlags(
    createTestEnvironment(undefined, { sharedStorage: storage, ...changes }),
    createSandboxConfiguration(sandbox.url, variables),
  )
type Fault = Parameters<typeof sandbox.injectFault>[0]['fault']
const strike = (fault: Fault, method: 'GET' | 'POST' = 'GET') =>
  sandbox.injectFault({ method, path: '/flags', fault })

async function startFlags(status: 'ready' | 'failed', ...options: Parameters<typeof openFlags>) {
  const flags = openFlags(...options)
  await flags.start()
  await expect.poll(() => flags.$flags.get().status).toBe(status)
  return flags
}

test('provides the flags after the first response', async () => {
  await sandbox.setFlag('dry_run', { enabled: true })
  expect(openFlags().$flags.get()).toEqual({ status: 'loading' })
  const flags = await startFlags('ready')
  expect(flags.isEnabled('dry_run')).toBe(true)
  expect(flags.isEnabled('test_mode')).toBe(false)

  const [request] = await sandbox.requests('/flags')
  expect(request?.query).toMatchObject({ appName: 'staging', environment: 'default' })
  expect(Number(request?.query.sessionId)).toBeLessThan(1e9)
})

test('sends the context of the flags in the body with POST', async () => {
  await sandbox.setFlag('dry_run', { enabled: true })
  const variables = { PORTAL_FLAGS_METHOD: 'POST', PORTAL_FLAGS_ENVIRONMENT: 'acceptance' }
  const flags = await startFlags('ready', variables)
  expect(flags.isEnabled('dry_run')).toBe(true)

  const [request] = await sandbox.requests('/flags')
  expect(request).toMatchObject({ method: 'POST', query: {} })
  expect(request?.body).toMatchObject({
    context: { appName: 'staging', environment: 'acceptance' },
  })
})

test.each<[Fault, string, 'POST'?]>([
  [{ kind: 'html' }, 'diverted'],
  [{ kind: 'malformed' }, 'flagsAddress'],
  [{ kind: 'answer', body: { flags: [] } }, 'flagsAddress'],
  [{ kind: 'answer', body: null }, 'flagsAddress'],
  [{ kind: 'drop' }, 'flagsUnreachable'],
  [{ kind: 'status', status: 401 }, 'flagsKey'],
  [{ kind: 'status', status: 403 }, 'flagsKeyKind'],
  [{ kind: 'status', status: 404 }, 'flagsAddress'],
  [{ kind: 'status', status: 500 }, 'noUse'],
  [{ kind: 'html' }, 'diverted', 'POST'],
])('explains what to check after the flags response %j: %s', async (fault, key, method) => {
  await strike(fault, method)
  const variables = method && { PORTAL_FLAGS_METHOD: method }
  const flags = await startFlags('failed', variables)
  expect(flags.$flags.get()).toMatchObject({ detail: { key: `failure:${key}` } })
})

test('shows the time until which a busy flags service asks to wait', async () => {
  await strike({ kind: 'status', status: 503, headers: { 'Retry-After': '30' } })
  const flags = await startFlags('failed')
  expect(flags.$flags.get()).toMatchObject({ detail: { help: 'failure:waitUntil' } })
})

test.each([
  ['/flags', 'http://localhost:4321/flags'],
  ['http://localhost:4400/api/frontend', 'http://localhost:4400/api/frontend'],
])('requests the flags of %s and names the address %s in the failure', async (address, url) => {
  const requested: unknown[] = []
  const fetch: typeof globalThis.fetch = (address) => {
    requested.push(address)
    return Promise.reject(new TypeError('Failed to fetch'))
  }
  const flags = await startFlags('failed', { PORTAL_FLAGS_URL: address }, { fetch })
  expect(requested[0]).toContain(`${url}?`)
  const parameters = { url, origin: 'http://localhost:4321' }
  expect(flags.$flags.get()).toMatchObject({ detail: { parameters } })
})

test('uses remembered flags until the flags service responds', async () => {
  await startFlags('ready')
  await sandbox.setFlag('dry_run', { enabled: true })
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
  const slowly: typeof fetch = async (...request) => {
    await released
    return fetch(...request)
  }
  const flags = await startFlags('ready', {}, { fetch: slowly })
  expect(flags.isEnabled('dry_run')).toBe(false)
  const shown: unknown[] = []
  flags.$flags.listen((state) => shown.push(state))
  release(undefined)
  await expect.poll(() => flags.isEnabled('dry_run')).toBe(true)
  expect(shown).toEqual([{ status: 'ready', enabled: ['dry_run'] }])
})

function answering(...answers: readonly (number | Error)[]) {
  const requested: string[] = []
  const fetch: typeof globalThis.fetch = (asking) => {
    const address = asking as string
    if (address.includes('/client/metrics')) return Promise.resolve(new Response())
    const answer = answers[requested.push(address) - 1] ?? 200
    return typeof answer === 'number'
      ? Promise.resolve(Response.json({ toggles: [] }, { status: answer }))
      : Promise.reject(answer)
  }
  return { requested, fetch }
}

test('shows the latest failure of the feature flags until the service responds', async () => {
  vi.useFakeTimers()
  const { requested, fetch } = answering(500, 401)
  const flags = openFlags({}, { fetch })
  await flags.start()
  expect(flags.$flags.get().status).toBe('failed')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(requested).toHaveLength(2)
  expect(flags.$flags.get()).toMatchObject({ detail: { key: 'failure:flagsKey' } })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(flags.$flags.get().status).toBe('ready')
})

test.each([500, 401, 404, new TypeError('Failed to fetch')])(
  'keeps dry_run on if later flags requests fail: %s',
  async (answer) => {
    await sandbox.setFlag('dry_run', { enabled: true })
    const seen = await startFlags('ready')
    expect(seen.isEnabled('dry_run')).toBe(true)
    vi.useFakeTimers()
    const { requested, fetch } = answering(...Array<typeof answer>(20).fill(answer))
    const flags = openFlags({}, { fetch })
    await flags.start()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(requested.length).toBeGreaterThan(0)
    expect(flags.isEnabled('dry_run')).toBe(true)
  },
)

test('requests the flags again on the next page if dry_run could not be stored', async () => {
  await startFlags('ready')
  await sandbox.setFlag('dry_run', { enabled: true })
  const freeStorage = fillStorage(storage)
  const flags = await startFlags('ready')
  await expect.poll(() => flags.isEnabled('dry_run')).toBe(true)
  freeStorage()
  await strike({ kind: 'drop' })
  const next = await startFlags('failed')
  expect(next.isEnabled('dry_run')).toBe(false)
})

test.each(['[{', '5', '{"name":"dry_run"}', '[null]', '[{"enabled":true}]'])(
  'ignores a malformed stored list of flags: %s',
  async (stored) => {
    storage.setItem('unleash:repository:repo', stored)
    await strike({ kind: 'drop' })
    await startFlags('failed')
  },
)

test.each([`"${'x'.repeat(200_000)}"`, '{"toString":1}', '"-1"', 'null'])(
  'replaces the invalid stored session id %.20s of the flags',
  async (stored) => {
    storage.setItem('unleash:repository:sessionId', stored)
    await startFlags('ready')
    const [request] = await sandbox.requests('/flags')
    expect(request?.query.sessionId).toMatch(/^\d{1,9}$/)
  },
)

test('counts each use of a flag for the flags service', async () => {
  vi.useFakeTimers()
  const sent: unknown[] = []
  const fetch: typeof globalThis.fetch = (url, how) => {
    if ((url as string).endsWith('/client/metrics')) sent.push(JSON.parse(how?.body as string))
    return Promise.resolve(Response.json({ toggles: [{ name: 'dry_run', enabled: true }] }))
  }
  const flags = openFlags({}, { fetch })
  await flags.start()
  flags.isEnabled('dry_run')
  flags.isEnabled('dry_run')
  await vi.advanceTimersByTimeAsync(flagMetricsDelaySeconds * 1000)
  const toggles = { dry_run: { yes: 2, no: 0 } }
  expect(sent).toMatchObject([{ bucket: { toggles } }])
  expect(sent).not.toMatchObject([{ bucket: { toggles: { test_mode: {} } } }])
})
