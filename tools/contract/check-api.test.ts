import { expect } from 'vitest'
import { sandbox, test } from '../../test/test.ts'
import { runProgram } from '../programs/program.ts'

const checkApi = async (parameters: readonly string[], token = '') =>
  runProgram('tools/contract/check-api.ts', parameters, {
    show: 'afterwards',
    environment: { PORTAL_CHECK_TOKEN: token },
  })

test('exits with 1 after a failed check and never prints the token', async () => {
  const token = await sandbox.token('admin@koppelpunt.test')
  const fault = { kind: 'status', status: 400, body: { message: `No: Bearer ${token}` } } as const
  await sandbox.injectFault({ method: 'GET', path: '/api/serials/serial/list', fault })
  const { code, output } = await checkApi([`${sandbox.url}/api`, '--token', token])
  expect(output).toContain('✗ GET /serials/serial/list: failed, status 400')
  expect(code).toBe(1)
  expect(output).not.toContain(token)
})

test('exits with 2 without a request if writes are not confirmed', async () => {
  const token = await sandbox.token('admin@koppelpunt.test')
  const writes = [`${sandbox.url}/api`, '--administration', '1006', '--writes']
  const { code, output } = await checkApi(writes, token)
  expect(code).toBe(2)
  expect(output).toContain('check:api: --writes needs --yes without a terminal')
  expect(await sandbox.requests()).toEqual([])
  const agreed = await checkApi([...writes, '--yes'], token)
  expect(agreed.output).toContain('✓ POST /locations/location: made')
  expect(agreed.code).toBe(0)
})

test('prints the counts and results of the checks as JSON', async () => {
  const token = await sandbox.token('admin@koppelpunt.test')
  const { code, output } = await checkApi([`${sandbox.url}/api`, '--json'], token)
  expect(code).toBe(0)
  const report = JSON.parse(output) as { failed: number; checks: object[] }
  expect(report).toMatchObject({ url: `${sandbox.url}/api`, failed: 0 })
  expect(report.checks).toContainEqual({
    name: 'GET /serials/serial/list',
    result: 'passed',
    reason: 'a list of 7',
  })
})
