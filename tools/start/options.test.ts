import { expect, test } from 'vitest'
import { addressToOpen, isLoopbackHost, readOptions } from './options.ts'

test('reads all options and environment variables', () => {
  const parameters = ['--reset', '--administrations=10000', '--minimal-answers', '--db=x']
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
    db: 'x',
    reset: true,
    administrations: 10_000,
    minimalAnswers: true,
    publicUrl: 'https://portal.example.nl',
  })
})

test.each([
  [['--rest'], {}, '--rest'],
  [['--administrations', '0'], {}, '--administrations is "0"'],
  [[], { PORT: '4400' }, 'PORT and SANDBOX_PORT are both 4400'],
  [[], { PORTAL_PUBLIC_URL: 'foo' }, 'PORTAL_PUBLIC_URL is "foo", expected'],
])(
  'refuses the options %j and the environment variables %j with a message of one line',
  (parameters, env, reason) => {
    const options = readOptions(parameters, env)
    expect(options).toContain(reason)
    expect(options).not.toContain('\n')
  },
)

test.each([
  ['localhost', 'http://localhost:4321', true],
  ['127.0.0.1', 'http://127.0.0.1:4321', true],
  ['0.0.0.0', 'http://localhost:4321', false],
  ['fe80::1', 'http://[fe80::1]:4321', false],
])('opens the portal with HOST=%s at %s', (host, address, isLocal) => {
  expect(addressToOpen(host, 4321)).toBe(address)
  expect(isLoopbackHost(host)).toBe(isLocal)
})
