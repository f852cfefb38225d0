import { expect, test } from 'vitest'
import { addressToOpen, isThisMachineOnly, readOptions } from './options.ts'

test('nothing asked for', () => {
  expect(readOptions([], {})).toEqual({
    port: 4321,
    host: 'localhost',
    sandboxPort: 4400,
    reset: false,
    administrations: undefined,
    minimalAnswers: false,
    publicUrl: null,
  })
})

test('everything asked for', () => {
  const parameters = ['--reset', '--administrations', '10000', '--minimal-answers']
  const env = {
    PORT: '5000',
    SANDBOX_PORT: '5001',
    HOST: '0.0.0.0',
    PORTAL_PUBLIC_URL: 'https://portal.example.nl/',
  }
  expect(readOptions(parameters, env)).toEqual({
    port: 5000,
    host: '0.0.0.0',
    sandboxPort: 5001,
    reset: true,
    administrations: 10_000,
    minimalAnswers: true,
    publicUrl: 'https://portal.example.nl',
  })
})

test('an empty public address is one that is not set', () => {
  expect(readOptions([], { PORTAL_PUBLIC_URL: '' })).toMatchObject({ publicUrl: null })
})

test.each([
  [['--rest'], {}, '--rest'],
  [['reset'], {}, 'reset'],
  [['--reset=yes'], {}, '--reset'],
  [['--minimal-answers=no'], {}, '--minimal-answers'],
  [['--administrations'], {}, '--administrations'],
  [['--administrations', 'many'], {}, '--administrations is "many"'],
  [['--administrations=-5'], {}, '--administrations is "-5"'],
  [['--administrations', '0'], {}, '--administrations is "0"'],
  [['--administrations', '1000000'], {}, '--administrations is "1000000"'],
  [[], { PORT: 'x' }, 'PORT is "x"'],
  [[], { SANDBOX_PORT: '0' }, 'SANDBOX_PORT is "0"'],
  [[], { PORT: '4400' }, 'PORT and SANDBOX_PORT are both 4400'],
  [[], { PORTAL_PUBLIC_URL: 'foo' }, 'PORTAL_PUBLIC_URL is "foo", expected'],
])('%j with %j is refused in one line', (parameters, env, told) => {
  const options = readOptions(parameters, env)
  expect(options).toContain(told)
  expect(options).not.toContain('\n')
})

test.each([
  ['localhost', 'http://localhost:4321', true],
  ['127.0.0.1', 'http://127.0.0.1:4321', true],
  ['::1', 'http://localhost:4321', true],
  ['0.0.0.0', 'http://localhost:4321', false],
  ['::', 'http://localhost:4321', false],
  ['fe80::1', 'http://[fe80::1]:4321', false],
  ['192.168.1.5', 'http://192.168.1.5:4321', false],
  ['shop.local', 'http://shop.local:4321', false],
])('HOST=%s is opened at %s', (host, address, isLocal) => {
  expect(addressToOpen(host, 4321)).toBe(address)
  expect(isThisMachineOnly(host)).toBe(isLocal)
})
