import { afterEach, expect, test, vi } from 'vitest'
import { createBrowserEnvironment } from './browser.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/**
 * Stubs the browser's locks.
 *
 * @param taken names of locks that another page holds
 */
function createLockManager(taken: ReadonlySet<string>) {
  const held = new Set<string>()
  const request = vi.fn((name: string, _: object, callback: () => Promise<never>) => {
    if (taken.has(name) || held.has(name)) return Promise.reject(new Error('not within its time'))
    held.add(name)
    return callback()
  })
  vi.stubGlobal('navigator', { locks: { request } })
  vi.stubGlobal('isSecureContext', true)
  return request
}

test('requests a lock once if one page asks for it several times', async () => {
  const request = createLockManager(new Set())
  const { hold } = createBrowserEnvironment()
  expect(await Promise.all([hold('a'), hold('a')])).toEqual([true, true])
  expect(await hold('a')).toBe(true)
  expect(request).toHaveBeenCalledTimes(1)
})

test('requests a lock again after another page has held it', async () => {
  const taken = new Set(['a'])
  const request = createLockManager(taken)
  const { hold } = createBrowserEnvironment()
  expect(await Promise.all([hold('a'), hold('a')])).toEqual([false, false])
  taken.clear()
  expect(await hold('a')).toBe(true)
  expect(request).toHaveBeenCalledTimes(2)
})
