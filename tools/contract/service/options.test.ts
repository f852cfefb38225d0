import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

const url = 'https://api.example.nl/v1/'

test('reads all options and the tokens from the environment', () => {
  const parameters = [
    url,
    '--administration=1',
    '--location=2',
    '--origin=https://portal.example.nl',
    '--idempotency-header=Idempotency-Key',
    '--writes',
    '--yes',
    '--json',
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
  ['two addresses', [url, secret, ...token], 'one address'],
  ['a password in the address', [`https://me:${secret}@api.example.nl`, ...token], 'user name'],
  ['no token', [url], 'token'],
  ['a token with its scheme', [url, '--token', `Bearer ${secret}`], 'token'],
  ['a flag with a value', [url, `--writes=${secret}`, ...token], '--writes'],
  ['an origin with a path', [url, ...token, '--origin', 'https://portal.nl/nl'], '--origin'],
  ['a location without an administration', [url, ...token, '--location', '1'], '--administration'],
  ['writes without an administration', [url, ...token, '--writes'], '--administration'],
])('refuses %s with one line that does not contain the token', (_, parameters, reason) => {
  const read = readOptions(parameters, {})
  expect(read).toEqual(expect.stringContaining(reason))
  expect(read).not.toContain(secret)
  expect(read).not.toContain('\n')
})
