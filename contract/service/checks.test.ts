import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { sandbox, test } from '../../test/test.ts'
import { calls } from '../calls.ts'
import { checkService } from './checks.ts'
import type { Options } from './options.ts'
import type { Outcome } from './service.ts'

async function checked(changes: Partial<Options> = {}) {
  const outcomes: Outcome[] = []
  const warnings: string[] = []
  await checkService(
    {
      url: `${sandbox.url}/api`,
      token: await sandbox.token('admin@koppelpunt.test'),
      administration: '1006',
      location: '2007',
      origin: 'http://localhost:4321',
      idempotencyHeader: 'Idempotency-Key',
      writes: false,
      ...changes,
    },
    (outcome) => outcomes.push(outcome),
    (warning) => warnings.push(warning),
  )
  const those = (result: Outcome['result']) =>
    outcomes.filter((outcome) => outcome.result === result)
  return { outcomes, warnings, failed: those('failed'), notRun: those('not run') }
}

const locations = async () => (await sandbox.rows('locations')).length
const list = 'GET /serials/serial/list'
const path = '/api/serials/serial/list'

test('the sandbox passes everything, and nothing is written', async () => {
  const { outcomes, failed, notRun, warnings } = await checked()
  expect(failed).toEqual([])
  expect(notRun.map(({ reason }) => reason)).toEqual(['no --writes'])
  expect(warnings).toEqual([])
  const names = outcomes.map(({ name }) => name)
  for (const { method, path, effect } of Object.values(calls)) {
    expect(names).toContain(`preflight of ${method} ${path}`)
    if (effect === 'read') expect(names).toContain(`${method} ${path}`)
  }
  const methods = (await sandbox.requests()).map(({ method, path: sent }) => `${method} ${sent}`)
  expect(methods.filter((sent) => !sent.startsWith('GET ') || sent.endsWith('/import'))).toEqual([])
})

test('so it does with minimal answers', async () => {
  await sandbox.changeSettings({ minimalAnswers: true })
  expect((await checked()).failed).toEqual([])
})

test('without an administration, its reads are not run, with the reason', async () => {
  const { failed, notRun } = await checked({ administration: null, location: null, origin: null })
  expect(failed).toEqual([])
  expect(new Set(notRun.map(({ reason }) => reason))).toEqual(
    new Set([
      'no --origin: nothing is asked beforehand where portal and API share one',
      'no --administration',
      'no --location',
      'no --writes',
    ]),
  )
})

test('a coupling that is not confirmed leaves its reads out', async () => {
  const { failed, notRun } = await checked({ administration: '1001', location: '2001' })
  expect(failed).toEqual([])
  expect(notRun.map(({ name }) => name)).toContain('GET /snelstart/company/info')
})

test('another origin than the service allows', async () => {
  const { failed } = await checked({ origin: 'https://portal.example' })
  const preflights = failed.filter(({ name }) => name.startsWith('preflight'))
  expect(preflights).toHaveLength(Object.keys(calls).length)
  expect(failed.find(({ name }) => name === `preflight of ${list}`)?.reason).toContain(
    'no Access-Control-Allow-Origin',
  )
  expect(failed.find(({ name }) => name === list)?.reason).toContain('browsers keep it back')
})

/** A proxy that adds the headers of CORS to successes only, as many do. */
async function startCarelessProxy(): Promise<{ url: string; close: () => void }> {
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    const names = Object.entries(headers).filter(([name]) => name !== 'connection')
    void fetch(`${sandbox.url}${url}`, {
      method,
      headers: Object.fromEntries(names) as HeadersInit,
    }).then(async (answer) => {
      const kept = [...answer.headers].filter(([name]) => answer.ok || !name.startsWith('access-'))
      outgoing.writeHead(answer.status, Object.fromEntries(kept)).end(await answer.text())
    })
  })
  await once(server.listen(0, 'localhost'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/api`, close: () => server.close() }
}

test('refusals that browsers keep back', async ({ onTestFinished }) => {
  const { url, close } = await startCarelessProxy()
  onTestFinished(close)
  const { failed } = await checked({ url })
  const kept = failed.filter(({ reason }) => reason.endsWith('browsers keep it back'))
  expect(kept).toEqual(failed)
  const names = failed.map(({ name }) => name)
  expect(names).toContain(`${list} without a token`)
  expect(names).toContain('GET /locations/location/{id} of what does not exist')
})

test('a header that the service does not allow', async () => {
  const { failed } = await checked({ idempotencyHeader: 'X-Once' })
  expect(new Set(failed.map(({ reason }) => reason))).toEqual(
    new Set(['not in Access-Control-Allow-Headers: x-once']),
  )
})

test.each([
  ['a field that is missing', { kind: 'answer', body: [{ id: 1 }] }, '0.name is missing'],
  ['HTML for JSON', { kind: 'html' }, 'the answer is HTML, not JSON'],
  ['half an answer', { kind: 'malformed' }, 'not the JSON that is asked for'],
  ['a failure', { kind: 'status', status: 500 }, 'status 500'],
] as const)('%s fails', async (_, fault, reason) => {
  await sandbox.injectFault({ method: 'GET', path, times: 1, fault })
  const { failed } = await checked()
  expect(failed).toHaveLength(1)
  expect(failed[0]).toMatchObject({ name: list })
  expect(failed[0]?.reason).toContain(reason)
})

test('a page to sign in on in the place of 401', async () => {
  const fault = { kind: 'html', status: 200 } as const
  await sandbox.injectFault({ method: 'GET', path, after: 1, fault })
  const { failed } = await checked()
  expect(failed).toEqual([
    { name: `${list} without a token`, result: 'failed', reason: 'status 200, expected 401' },
    {
      name: `${list} with a token that is none`,
      result: 'failed',
      reason: 'status 200, expected 401',
    },
  ])
})

test('a page with status 401', async () => {
  const fault = { kind: 'html', status: 401 } as const
  await sandbox.injectFault({ method: 'GET', path, after: 1, times: 1, fault })
  expect((await checked()).failed).toMatchObject([
    { name: `${list} without a token`, reason: 'the body of the 401 is not JSON' },
  ])
})

test('a 401 without a body will do', async () => {
  const fault = { kind: 'status', status: 401, body: '' } as const
  const headers = { 'access-control-allow-origin': 'http://localhost:4321' }
  await sandbox.injectFault({ method: 'GET', path, after: 1, fault: { ...fault, headers } })
  expect((await checked()).failed).toEqual([])
})

test('a token that is refused', async () => {
  const { failed } = await checked({ token: 'none', origin: null })
  expect(failed[0]).toMatchObject({ name: list, reason: 'the token was refused with 401' })
})

test('a service that is not there ends it', async () => {
  const { outcomes } = await checked({ url: 'http://localhost:9' })
  expect(outcomes).toHaveLength(1)
  expect(outcomes[0]).toMatchObject({ name: 'the address', result: 'failed' })
})

test('a write is announced, and happens once', async () => {
  const before = await locations()
  const { failed, warnings } = await checked({ writes: true, administration: '1006' })
  expect(failed).toEqual([])
  expect(warnings.join()).toMatch(/makes a location "Contract check .*" in administration 1006/)
  expect(await locations()).toBe(before + 1)
})

test('a service that does not know the key makes three', async () => {
  const before = await locations()
  const { failed } = await checked({ writes: true, idempotencyHeader: 'X-Once', origin: null })
  expect(failed.map(({ reason }) => reason)).toEqual([
    'answered 3 ids, and the list has 3; expected one of each',
  ])
  expect(await locations()).toBe(before + 3)
})
