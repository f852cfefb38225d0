import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { configurationFor } from '../../test/configuration.ts'
import { createTestEnvironment, createStorage } from '../../test/environment.ts'
import { startTestSandbox } from '../../test/sandbox.ts'
import { createFlags } from './flags.ts'

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  await sandbox.clearRequests()
  // The client keeps the last known flags in the browser's local storage, and speaks of every failure.
  vi.stubGlobal('window', { localStorage: createStorage() })
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

const flagsOf = (variables = {}) =>
  createFlags(createTestEnvironment(), configurationFor(sandbox.url, variables))
const fault = (kind: 'html' | 'malformed' | 'drop') =>
  sandbox.injectFault({ method: 'GET', path: '/flags', fault: { kind } })

test('are ready with the first answer', async () => {
  await sandbox.setFlag('dry_run', { enabled: true })
  const flags = flagsOf()
  expect(flags.$flags.get()).toEqual({ status: 'loading' })
  await flags.start()
  await expect.poll(() => flags.$flags.get().status).toBe('ready')
  expect(flags.isEnabled('dry_run')).toBe(true)
  expect(flags.isEnabled('test_mode')).toBe(false)

  const [request] = await sandbox.requests('/flags')
  expect(request?.query).toMatchObject({ appName: 'staging', environment: 'default' })
  expect(Number(request?.query.sessionId)).toBeLessThan(1e9)
})

test.each([
  ['html', { kind: 'malformed', detail: 'toggles' }],
  ['malformed', { kind: 'malformed', detail: 'toggles' }],
  ['drop', { kind: 'unreachable' }],
] as const)('fail readably when the first answer is %s', async (kind, failure) => {
  await fault(kind)
  const flags = flagsOf()
  await flags.start()
  await expect
    .poll(() => flags.$flags.get())
    .toMatchObject({ status: 'failed', error: { failure } })
})

test('fail readably when the key is refused', async () => {
  const flags = flagsOf({ PORTAL_FLAGS_CLIENT_KEY: 'wrong' })
  await flags.start()
  await expect
    .poll(() => flags.$flags.get())
    .toMatchObject({ status: 'failed', error: { failure: { kind: 'status', status: 401 } } })
})

test('the last known flags serve while the service is down', async () => {
  await sandbox.setFlag('test_mode', { enabled: true })
  const before = flagsOf()
  await before.start()
  await expect.poll(() => before.$flags.get().status).toBe('ready')

  await fault('drop')
  const after = flagsOf()
  await after.start()
  await expect.poll(() => after.$flags.get().status).toBe('ready')
  expect(after.isEnabled('test_mode')).toBe(true)
})

test('recover by themselves when the service is back', async () => {
  await sandbox.injectFault({ method: 'GET', path: '/flags', times: 1, fault: { kind: 'drop' } })
  const flags = flagsOf({ PORTAL_FLAGS_REFRESH_SECONDS: '1' })
  await flags.start()
  await expect.poll(() => flags.$flags.get().status).toBe('failed')
  await expect.poll(() => flags.$flags.get().status, { timeout: 5000 }).toBe('ready')
})
