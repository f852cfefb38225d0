import { afterEach, expect, test, vi } from 'vitest'
import { beginCalls, takeBegun } from './begun-calls.ts'
import { createBrowserEnvironment } from './browser.ts'

const address = new URL('https://portal.test/wizard?location=2008')
const calls = [{ path: '/company?location={location}', headers: { location: '{location}' } }]

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['of the own origin', '/api', /^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/],
  ['of another, which may not know the header', 'https://api.test', /^$/],
])('a call %s has the reference that it went out with', async (_, base, reference) => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response('begun')))
  vi.stubGlobal('fetch', fetched)
  beginCalls(calls, { base, token: 'token', address })
  const asked = new URL(`${base}/company?location=2008`, address).href
  expect(fetched.mock.lastCall?.[0]).toBe(asked)
  expect(fetched.mock.lastCall?.[1]?.redirect).toBe('manual')
  const sentAs = new Headers(fetched.mock.lastCall?.[1]?.headers).get('x-request-id') ?? ''
  expect(sentAs).toMatch(reference)

  const ownHeaders = { Authorization: 'Bearer token', location: '2008' }
  const request = new Request(asked, { headers: ownHeaders })
  await expect(takeBegun(request)?.then((answer) => answer.text())).resolves.toBe('begun')
  expect(request.headers.get('x-request-id') ?? '').toBe(sentAs)
  expect(takeBegun(request)).toBeUndefined()
})

test('what the browser fetches follows no redirect', async () => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response()))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('isSecureContext', true)
  await createBrowserEnvironment().fetch('https://api.test/company', { method: 'POST' })
  expect(fetched.mock.lastCall?.[1]).toEqual({ method: 'POST', redirect: 'error' })
})
