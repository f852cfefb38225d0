import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { sampleConfiguration } from '../server/sample-configuration.test-data.ts'

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

test('whoever has read enough, such as head, sees no stack', async () => {
  const server = createServer((_, response) => {
    response.end(JSON.stringify(sampleConfiguration))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const child = spawn(process.execPath, ['scripts/verify.ts', origin])
  child.stdout.once('data', () => child.stdout.destroy())
  const [output, [code, signal]] = await Promise.all([
    text(child.stderr),
    once(child, 'close') as Promise<[number | null, string | null]>,
  ])
  server.closeAllConnections()
  server.close()
  expect([output, code, signal]).toEqual(['', 1, null])
})
