import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const run = (...parameters: string[]) =>
  spawnSync(process.execPath, ['tools/operate/verify.ts', ...parameters], { encoding: 'utf8' })

test('rejects a portal address that contains a path, and explains the usage in one line', () => {
  const { status, stdout, stderr } = run('https://host/path')
  expect([status, stdout, stderr]).toEqual([
    2,
    '',
    'Name the portal: npm run verify -- https://host\n',
  ])
})

test('prints one line if the portal does not respond', () => {
  const { status, stderr } = run('http://localhost:1')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^http:\/\/localhost:1: .*ECONNREFUSED.*\n$/)
})
