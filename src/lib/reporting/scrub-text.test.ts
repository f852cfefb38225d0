import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureProcessorTime } from '../../../test/processor-time.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { scrubText } from './scrub.ts'

const key = '2f1c7c50-6f0b-4e62-9a55-0e6f4f9d8a11'
const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ6b2UifQ.c2lnbmF0dXJl'
const opaque = 'q8Zx2_aR-4kLmN0pVbT7yHcW1eDfGsJuIoP3nMzXk9A'

test.each([
  ['GET https://api.test/users?username=zoe failed', 'GET https://api.test/users failed'],
  ['/callback?code=a&state=b#c', '/callback'],
  ['wizard?administration=7&location=9', 'wizard'],
  ['?administration=7&location=9', ''],
  ['#access_token=abc', ''],
  ['administration=7&location=9 is unknown', '[left out] is unknown'],
  ['successUrl=https://portal.test/wizard?administration=7', '[left out]'],
  ['successUrl=https%3A%2F%2Fportal.test%2Fwizard%3Fadministration%3D7', '[left out]'],
  ['to https%3A%2F%2Fportal.test%2Fwizard%3Fa%3D7', 'to https%3A%2F%2Fportal.test%2Fwizard'],
  ['to https%253A%252F%252Fportal.test%253Fa%253D7', 'to https%253A%252F%252Fportal.test'],
  ['account zoe+x@example.test exists', 'account [mail] exists'],
  ["o'brien@example.test", '[mail]'],
  ['zoe%40example.test', '[mail]'],
  ['zoe%2540example.test', '[mail]'],
  ['zoë@voorbeeld.test, too', '[mail] too'],
  [`a token ${jwt}.`, 'a token [token]'],
  [`Authorization: Bearer ${opaque}`, 'Authorization: Bearer [token]'],
  ['bearer abc', 'Bearer [token]'],
  [`refused ${opaque}`, 'refused [token]'],
  [`key ${key} is unknown`, 'key {id} is unknown'],
  ['/api/serials/serial/1001', '/api/serials/serial/{id}'],
  ['https://api.test/serials/serial/shop-7/more', 'https://api.test/serials/serial/{id}/more'],
  ['/accounting/paymentledgers/infoshop', '/accounting/paymentledgers/{id}'],
  ['/customers/1001 and /customers/1002/edit', '/customers/{id} and /customers/{id}/edit'],
  ['https%3A%2F%2Fportal.test%2Fcustomers%2F1001', 'https%3A%2F%2Fportal.test%2Fcustomers%2F{id}'],
])('removes private data from the text %s', (text, scrubbed) => {
  expect(scrubText(text)).toBe(scrubbed)
})

test.each([
  'POST /snelstart/keys/unconnected: status 500',
  'button.button[type="submit"]',
  'https://portal.test/assets/page.C1x2y3z4.js',
  'npm:@sentry/browser',
  'ui.long-task at 12:30: 1001 of 2001',
  '/fonts/inter-400.woff2',
  'a => a == b',
])('keeps the text %s unchanged', (text) => {
  expect(scrubText(text)).toBe(text)
})

describe('a secret within any text', () => {
  const around = fc.constantFrom('', ' ', '"', "'", '<', '> ', 'at ', 'x=', '/', '?a=', '&b=', '#')
  const expectGone = (secret: fc.Arbitrary<string>) => {
    fc.assert(
      fc.property(around, secret, around, (before, text, after) => {
        expect(scrubText(before + text + after)).not.toContain(text)
      }),
    )
  }
  const word = (alphabet: string, minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength, maxLength })
  const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

  const part = word(base64, 5, 30)

  test.each<[string, fc.Arbitrary<string>]>([
    ['mail addresses', fc.emailAddress()],
    ['mail addresses, encoded', fc.emailAddress().map(encodeURIComponent)],
    ['JSON web tokens', fc.tuple(part, part, part).map((parts) => `eyJ${parts.join('.')}`)],
    ['opaque tokens', word(base64, 40, 80)],
    ['random ids', fc.uuid()],
  ])('removes a secret from any text: %s', (_, secret) => expectGone(secret))
})

describe('paths of §7', () => {
  const modules = import.meta.glob<Record<string, unknown>>(
    ['../api/*.ts', '../accounting/**/*.ts', '!../**/*.test.ts'],
    { eager: true },
  )
  const isEndpoint = (value: unknown): value is Endpoint =>
    typeof value === 'object' && value !== null && 'service' in value && 'path' in value
  const endpoints = Object.values(modules).flatMap((module) => Object.values(module))
  const paths = [...new Set(endpoints.filter(isEndpoint).map(({ path }) => path))]
  const ids = fc.oneof(fc.nat().map(String), fc.uuid(), fc.constantFrom('shop-7', 'A.b~c', 'é'))

  test.each(paths.filter((path) => path.includes('{')))(
    'replaces the id of a path by its placeholder: %s',
    (path) => {
      const template = path.replace(/\{\w+\}/, '{id}')
      fc.assert(
        fc.property(ids, (id) => {
          const address = template.replace('{id}', encodeURIComponent(id))
          expect(scrubText(`https://api.test/v1${address}`)).toBe(`https://api.test/v1${template}`)
        }),
      )
    },
  )

  test.each(paths.filter((path) => !path.includes('{')))(
    'keeps the path %s without an id',
    (path) => {
      expect(scrubText(`/v1${path}`)).toBe(`/v1${path.split('?')[0] ?? ''}`)
    },
  )
})

test.each(['a', 'a.', 'a=', '%', '@', '/', 'eyJ'])(
  'scrubs a long text of %j in linear time',
  (long) => {
    expect(measureProcessorTime(() => scrubText(long.repeat(100_000)))).toBeLessThan(5)
  },
)
