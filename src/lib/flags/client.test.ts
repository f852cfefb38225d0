import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configurationFor } from '../../../test/configuration.ts'
import { createStorage, createTestEnvironment } from '../../../test/environment.ts'
import type { Message } from '../i18n/messages.ts'
import { startFlagClient } from './client.ts'

beforeEach(() => {
  vi.stubGlobal('window', { localStorage: createStorage() })
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/flags', 'http://localhost:4321/flags'],
  ['http://localhost:4400/api/frontend', 'http://localhost:4400/api/frontend'],
])('%s is asked, and named in failures, as %s', async (url, expected) => {
  const asked: string[] = []
  const failures: Message[] = []
  const environment = createTestEnvironment(undefined, {
    fetch: (address) => {
      asked.push(address as string)
      return Promise.reject(new TypeError('Failed to fetch'))
    },
  })
  const configuration = configurationFor('http://localhost:4400', { PORTAL_FLAGS_URL: url })
  startFlagClient(environment, configuration, {
    known: () => undefined,
    failed: (detail) => failures.push(detail),
  })
  await expect.poll(() => failures).not.toEqual([])
  expect(asked[0]?.split('?')[0]).toBe(expected)
  expect(failures[0]?.parameters).toEqual({ url: expected, origin: 'http://localhost:4321' })
})
