import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const run = (...parameters: string[]) =>
  spawnSync(process.execPath, ['scripts/verify.ts', ...parameters], { encoding: 'utf8' })

test.each([
  [[]],
  [['host']],
  [['ftp://host']],
  [['https://host/path']],
  [['https://user@host']],
  [['https://a', 'https://b']],
])('%j is refused in one line', (parameters) => {
  const { status, stdout, stderr } = run(...parameters)
  expect([status, stdout, stderr]).toEqual([2, '', 'Say where: npm run verify -- https://host\n'])
})

test('an option that does not exist is refused', () => {
  const { status, stderr } = run('--fast', 'https://host')
  expect(status).toBe(2)
  expect(stderr).toContain("Unknown option '--fast'")
})

test('where nothing answers is one line', () => {
  const { status, stderr } = run('http://localhost:1')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^http:\/\/localhost:1: .*ECONNREFUSED.*\n$/)
})
