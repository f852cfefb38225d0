import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { listen } from '../../../server/listen.ts'
import { readSettings } from '../../../server/settings.ts'
import { createWarnings } from '../../../server/warnings.ts'
import { readPublicConfiguration } from '../../../src/lib/configuration/variables.ts'
import { PROJECT_FOLDER } from '../../programs/program.ts'

const UNIT = 'deploy/systemd/koppelpunt@.service'
const read = (name: string) => readFileSync(join(PROJECT_FOLDER, name), 'utf8')
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: { keycloak: { healthcheck: { test: string[] } } }
}

const dockerfile = read('Dockerfile')
/** Last stage of the Dockerfile, which becomes the image. */
const portal = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

test('pins base images and uses one Node to build and run the portal', () => {
  const bases = [...dockerfile.matchAll(/^FROM (?:--platform=\S+ )?(node:\S+)/gm)]
  expect(new Set(bases.map(([, base]) => base)).size).toBe(1)
  expect(bases[0]?.[1]).toMatch(/^node:[\w.-]+@sha256:[0-9a-f]{64}$/)
  // Only the build stage runs on the platform of the build machine.
  expect(bases.map(([line]) => line.includes('$BUILDPLATFORM'))).toEqual([true, false])
})

test('limits the heap of container and systemd unit to half of their memory', () => {
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

/** Commands of the health checks, with the variable PORT. */
const HEALTH_CHECKS = {
  portal: JSON.parse(/ CMD (\["bash".*\])$/m.exec(portal)?.[1] ?? '') as string[],
  // Compose replaces two dollar signs by one.
  keycloak: compose.services.keycloak.healthcheck.test
    .slice(1)
    .map((text) => text.replace('/9000', '/$PORT').replaceAll('$$', '$')),
}

test.each([
  ['portal', 200, true],
  ['portal', 503, false],
  ['keycloak', 200, true],
  ['keycloak', 503, false],
] as const)(
  'passes the health check of a %s with status %i: %s',
  async (name, status, isHealthy) => {
    const body = '{"checks":[{"name":"Graceful Shutdown","status": "UP"}]}'
    const handler: RequestListener = (_, response) => response.writeHead(status).end(body)
    const { port, close } = await listen(handler, { port: 0, host: 'localhost' })
    onTestFinished(close)
    const [program = '', ...parameters] = HEALTH_CHECKS[name]
    const env = { PATH: process.env.PATH, PORT: String(port) }
    const result = await promisify(execFile)(program, parameters, { env }).catch(() => null)
    expect(result !== null).toBe(isHealthy)
  },
)

test('excludes environment files from the image', () => {
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['**/.env*', '**/*.env']),
  )
})

test('gives the portal enough time to stop under systemd', () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read(UNIT)) ?? []
  const settings = readSettings({})
  const { drainSeconds } = settings.ok ? settings.settings : expect.fail()
  expect(Number(seconds)).toBeGreaterThan(drainSeconds + 5)
})

test('accepts the example environment of the portal without warnings', () => {
  const example = read('deploy/systemd/portal.env.example')
  const configured = readPublicConfiguration(parseEnv(example))
  expect(configured.ok ? createWarnings(configured.configuration) : configured.problems).toEqual([])
  const everything = parseEnv(example.replaceAll(/^#(?=PORTAL_)/gm, ''))
  expect(readPublicConfiguration(everything)).toMatchObject({ ok: true })
  expect(readSettings(everything)).toMatchObject({ ok: true })
})
