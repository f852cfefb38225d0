import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../../../server/settings.ts'
import { warningsOf } from '../../../server/warnings.ts'
import { readConfiguration } from '../../../src/lib/configuration/variables.ts'
import { PROJECT } from '../../programs/program.ts'

const UNIT = 'deploy/systemd/koppelpunt@.service'
const read = (name: string) => readFileSync(join(PROJECT, name), 'utf8')
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: { keycloak: { healthcheck: { test: string[] } } }
}

const dockerfile = read('Dockerfile')
/** What the image that anybody runs is made by: the last stage. */
const portal = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

test('bases are pinned by tag and digest, and one Node builds and runs', () => {
  const bases = [...dockerfile.matchAll(/^FROM (?:--platform=\S+ )?(node:\S+)/gm)]
  expect(new Set(bases.map(([, base]) => base)).size).toBe(1)
  expect(bases[0]?.[1]).toMatch(/^node:[\w.-]+@sha256:[0-9a-f]{64}$/)
  // The build runs where the engine is, whatever machine the image is for.
  expect(bases.map(([line]) => line.includes('$BUILDPLATFORM'))).toEqual([true, false])
})

test('image and unit limit the heap alike, with room to the limit of their memory', () => {
  const [image, unit] = ['Dockerfile', UNIT].map(
    (name) => /NODE_OPTIONS="?=?([^"\n]*)"/.exec(read(name))?.[1],
  )
  expect(image).toMatch(/^--max-old-space-size=\d+ --max-semi-space-size=\d+$/)
  expect(unit).toBe(image)
  const [, heap] = /old-space-size=(\d+)/.exec(image ?? '') ?? []
  const limits = [UNIT, 'deploy/kubernetes/base/deployment.yaml']
    .map(read)
    .map((text) => Number(/(?:MemoryMax=|limits:\n +memory: )(\d+)Mi?\b/.exec(text)?.[1]))
  expect(limits[0]).toBe(limits[1])
  expect(limits[0]).toBeGreaterThan(2 * Number(heap))
})

/** How the image of the portal and compose's Keycloak are asked how they are, with port variables. */
const HEALTH_CHECKS = {
  portal: JSON.parse(/ CMD (\["bash".*\])$/m.exec(portal)?.[1] ?? '') as string[],
  // Compose takes two dollars for one.
  keycloak: compose.services.keycloak.healthcheck.test
    .slice(1)
    .map((text) => text.replace('/9000', '/$PORT').replaceAll('$$', '$')),
}

test.each([
  ['portal', 200, true],
  ['portal', 503, false],
  ['keycloak', 200, true],
  // As it is while it starts, with one of its parts up already.
  ['keycloak', 503, false],
] as const)('a %s that answers %i is healthy: %s', async (name, status, isHealthy) => {
  const server = createServer((_request, response) => {
    response.writeHead(status).end('{"checks":[{"name":"Graceful Shutdown","status": "UP"}]}')
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const [program = '', ...look] = HEALTH_CHECKS[name]
  const env = { PATH: process.env.PATH, PORT: String((server.address() as AddressInfo).port) }
  const looked = await promisify(execFile)(program, look, { env }).catch(() => null)
  expect(looked !== null).toBe(isHealthy)
})

test('no file of variables gets into the build', () => {
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['**/.env*', '**/*.env']),
  )
})

test('a process under systemd has the time that it needs to stop', () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read(UNIT)) ?? []
  const settings = readSettings({})
  const { drainSeconds } = settings.ok ? settings.settings : expect.fail()
  expect(Number(seconds)).toBeGreaterThan(drainSeconds + 5)
})

test('the portal starts with its example of variables, and has nothing to warn of', () => {
  const example = read('deploy/systemd/portal.env.example')
  const configured = readConfiguration(parseEnv(example))
  expect(configured.ok ? warningsOf(configured.configuration) : configured.problems).toEqual([])
  const everything = parseEnv(example.replaceAll(/^#(?=PORTAL_)/gm, ''))
  expect(readConfiguration(everything)).toMatchObject({ ok: true })
  expect(readSettings(everything)).toMatchObject({ ok: true })
})
