import { expect, test } from 'vitest'
import { listed, startupError, NoStart } from './startup-error.ts'

const failed = (details: object) => Object.assign(new Error('low level'), details)

const inUse = { syscall: 'listen', code: 'EADDRINUSE' }
const notFound = { syscall: 'getaddrinfo', code: 'ENOTFOUND' }

const noAccess = { syscall: 'listen', code: 'EACCES' }
const noBuild = { syscall: 'scandir', code: 'ENOENT', path: '/srv/dist/client' }

test.each([
  [inUse, 'PORT', /^Port 4321 is taken\. .* with PORT\.$/],
  [noAccess, 'PORT', /^The portal cannot listen on HOST at port 4321 .*EACCES/],
  [notFound, 'PORT', /^The portal cannot listen on HOST .*ENOTFOUND/],
  [noBuild, 'PORT', /npm run build$/],
  [inUse, 'PORTAL_METRICS_PORT', /^Port 4321 is taken\. .* with PORTAL_METRICS_PORT\.$/],
  [notFound, 'PORTAL_METRICS_PORT', /^The portal cannot listen on PORTAL_METRICS_HOST/],
])('%j of %s is told in one line', (details, variable, told) => {
  const text = startupError(failed(details), 4321, variable)
  expect(text).toMatch(told)
  expect(text).not.toContain('\n')
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
