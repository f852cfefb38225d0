import { expect, test } from 'vitest'
import { listed, startupError, NoStart } from './startup-error.ts'

const failed = (details: object) => Object.assign(new Error('low level'), details)

const inUse = { syscall: 'listen', code: 'EADDRINUSE' }
const notFound = { syscall: 'getaddrinfo', code: 'ENOTFOUND' }

test.each([
  [inUse, /^Port 4321 is taken\. .* with PORT\.$/],
  [
    { syscall: 'listen', code: 'EACCES' },
    /^The portal cannot listen on HOST at port 4321 .*EACCES/,
  ],
  [{ syscall: 'listen', code: 'EADDRNOTAVAIL' }, /^The portal cannot listen on HOST .*EADDRNOTAV/],
  [notFound, /^The portal cannot listen on HOST .*ENOTFOUND/],
  [{ syscall: 'scandir', code: 'ENOENT', path: '/srv/dist/client' }, /npm run build$/],
])('%j is told in one line', (details, told) => {
  const text = startupError(failed(details), 4321, 'PORT')
  expect(text).toMatch(told)
  expect(text).not.toContain('\n')
})

test.each([
  [inUse, /^Port 9464 is taken\. .* with PORTAL_METRICS_PORT\.$/],
  [notFound, /^The portal cannot listen on PORTAL_METRICS_HOST/],
])('of the metrics too: %j', (details, told) => {
  expect(startupError(failed(details), 9464, 'PORTAL_METRICS_PORT')).toMatch(told)
})

test('a wrong environment is a list', () => {
  const error = new NoStart(listed(['A is wrong', 'B is wrong']))
  expect(startupError(error, 4321, 'PORT')).toBe(
    'The portal does not start:\n- A is wrong\n- B is wrong',
  )
})

test('what nobody foresaw is shown as it is', () => {
  expect(startupError(failed({}), 4321, 'PORT')).toContain('low level')
  expect(startupError('text', 4321, 'PORT')).toBe('text')
})
