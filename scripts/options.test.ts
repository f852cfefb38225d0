import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('nothing asked for', () => {
  expect(readOptions([], {})).toEqual({
    port: 4321,
    host: 'localhost',
    sandboxPort: 4400,
    reset: false,
    administrations: undefined,
  })
})

test('everything asked for', () => {
  const parameters = ['--reset', '--administrations', '10000']
  const env = { PORT: '5000', SANDBOX_PORT: '5001', HOST: '0.0.0.0' }
  expect(readOptions(parameters, env)).toEqual({
    port: 5000,
    host: '0.0.0.0',
    sandboxPort: 5001,
    reset: true,
    administrations: 10_000,
  })
})

test.each([
  [['--rest'], {}, '--rest'],
  [['reset'], {}, 'reset'],
  [['--reset=yes'], {}, '--reset'],
  [['--administrations'], {}, '--administrations'],
  [['--administrations', 'many'], {}, '--administrations is "many"'],
  [['--administrations=-5'], {}, '--administrations is "-5"'],
  [['--administrations', '0'], {}, '--administrations is "0"'],
  [['--administrations', '1000000'], {}, '--administrations is "1000000"'],
  [[], { PORT: 'x' }, 'PORT is "x"'],
  [[], { SANDBOX_PORT: '0' }, 'SANDBOX_PORT is "0"'],
  [[], { PORT: '4400' }, 'PORT and SANDBOX_PORT are both 4400'],
])('%j with %j is refused in one line', (parameters, env, told) => {
  const options = readOptions(parameters, env)
  expect(options).toContain(told)
  expect(options).not.toContain('\n')
})
