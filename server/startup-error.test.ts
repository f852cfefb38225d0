import { expect, test } from 'vitest'
import { describeStartError } from './startup-error.ts'

const systemError = (details: object) => Object.assign(new Error('low level'), details)

const inUse = { syscall: 'listen', code: 'EADDRINUSE' }
const notFound = { syscall: 'getaddrinfo', code: 'ENOTFOUND' }
const noAccess = { syscall: 'listen', code: 'EACCES' }
const noBuild = { syscall: 'scandir', code: 'ENOENT', path: '/srv/dist/client' }

test.each([
  [inUse, 'PORT', /^Port 4321 is in use\. .* set PORT to another port\.$/],
  [noAccess, 'PORT', /^Port 4321 cannot be opened \(EACCES\)\. Check PORT and HOST\.$/],
  [notFound, 'PORT', /\(ENOTFOUND\)\. Check PORT and HOST\.$/],
  [noAccess, 'SANDBOX_PORT', /\(EACCES\)\. Check SANDBOX_PORT\.$/],
  [noBuild, 'PORT', /npm run build$/],
  [inUse, 'PORTAL_METRICS_PORT', /^Port 4321 is in use\. .* set PORTAL_METRICS_PORT to/],
  [notFound, 'PORTAL_METRICS_PORT', / PORTAL_METRICS_PORT, PORTAL_METRICS_HOST and HOST\.$/],
])('describes the start error %j of %s in one line', (details, variable, expected) => {
  const text = describeStartError(systemError(details), 4321, variable)
  expect(text).toMatch(expected)
  expect(text).not.toContain('\n')
})

test('shows an unexpected start error unchanged', () => {
  expect(describeStartError(systemError({}), 4321, 'PORT')).toContain('low level')
  expect(describeStartError('text', 4321, 'PORT')).toBe('text')
})
