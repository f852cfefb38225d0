import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

const url = 'https://api.example.nl/v1/'

test('an address and a token', () => {
  expect(readOptions([url, '--token', 'abc'], {})).toEqual({
    url: 'https://api.example.nl/v1',
    token: 'abc',
    administration: null,
    location: null,
    origin: null,
    idempotencyHeader: null,
    foreignToken: null,
    writes: false,
    yes: false,
    json: false,
  })
})

test('everything, with the token from the environment', () => {
  const parameters = [
    ...[url, '--administration', '1', '--location', '2', '--origin', 'https://portal.example.nl'],
    ...['--idempotency-header', 'Idempotency-Key', '--writes'],
    ...['--yes', '--json'],
  ]
  const tokens = { PORTAL_CHECK_TOKEN: 'abc', PORTAL_CHECK_FOREIGN_TOKEN: 'def' }
  expect(readOptions(parameters, tokens)).toEqual({
    url: 'https://api.example.nl/v1',
    token: 'abc',
    administration: '1',
    location: '2',
    origin: 'https://portal.example.nl',
    idempotencyHeader: 'Idempotency-Key',
    foreignToken: 'def',
    writes: true,
    yes: true,
    json: true,
  })
})

const secret = 's3cret'
const token = ['--token', secret]

test.each([
  ['no address', token, 'address'],
  ['two addresses', [url, secret, ...token], 'one address'],
  ['a path', ['/api', ...token], 'http'],
  ['another protocol', ['ftp://api.example.nl', ...token], 'http'],
  ['a password in the address', [`https://me:${secret}@api.example.nl`, ...token], 'user name'],
  ['a query in the address', [`${url}?token=${secret}`, ...token], 'query'],
  ['no token', [url], 'token'],
  ['an empty token', [url, '--token', ''], 'token'],
  ['a token with its scheme', [url, '--token', `Bearer ${secret}`], 'token'],
  ['a token of two lines', [url, '--token', `${secret}\n`], 'token'],
  ['an option that is none', [url, `--tokn=${secret}`, ...token], '--tokn'],
  ['an option without its value', [url, '--token'], '--token'],
  ['a flag with a value', [url, `--writes=${secret}`, ...token], '--writes'],
  ['an id that is none', [url, ...token, '--administration', '..'], '--administration'],
  ['an origin with a path', [url, ...token, '--origin', 'https://portal.nl/nl'], '--origin'],
  ['an origin that is none', [url, ...token, '--origin', 'null'], '--origin'],
  ['a header that is none', [url, ...token, '--idempotency-header', 'a b'], '--idempotency-header'],
  ['a location of nothing', [url, ...token, '--location', '1'], '--administration'],
  ['writes nowhere', [url, ...token, '--writes'], '--administration'],
  ['a foreign token of two words', [url, ...token, '--foreign-token', `${secret} b`], 'foreign'],
])('%s is refused in one line, without the token', (_, parameters, named) => {
  const read = readOptions(parameters, {})
  expect(read).toEqual(expect.stringContaining(named))
  expect(read).not.toContain(secret)
  expect(read).not.toContain('\n')
})
