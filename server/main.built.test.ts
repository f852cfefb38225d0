import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { startClients } from '../test/clients.ts'
import { listen } from './listen.ts'
import { sampleVariables } from '../test/configuration.ts'

function serve(
  environment: Record<string, string>,
  ofNode: readonly string[] = [],
  parameters: readonly string[] = [],
) {
  const { PATH = '' } = process.env
  const env = { PATH, ...environment }
  const child = spawn(process.execPath, [...ofNode, 'server/main.ts', ...parameters], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function ended(child: ReturnType<typeof serve>) {
  const closed = once(child, 'close') as Promise<[number | null]>
  const [output, [code]] = await Promise.all([text(child.stderr), closed])
  return { output, code }
}

/** A port that is taken until the test ends. */
async function takenPort() {
  const taken = await listen(() => undefined, { port: 0, host: 'localhost' })
  onTestFinished(() => taken.close())
  return taken
}

async function freePort(): Promise<number> {
  const { port, close } = await listen(() => undefined, { port: 0, host: 'localhost' })
  await close()
  return port
}

/** A server that runs, where, and the lines that it logs, without their times. */
async function serving(environment: Record<string, string>, parameters: readonly string[] = []) {
  const port = await freePort()
  // Nobody answers where the sample has the provider.
  const own = { PORT: String(port), PORTAL_OIDC_DISCOVERY: 'off' }
  const child = serve({ ...sampleVariables, ...own, ...environment }, parameters)
  const lines: Record<string, unknown>[] = []
  const reading = createInterface(child.stdout).on('line', (line) => {
    const { time, ...rest } = JSON.parse(line) as Record<string, unknown>
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    lines.push(rest)
  })
  await once(reading, 'line')
  return { child, lines, port, url: `http://localhost:${port}` }
}

test('after SIGTERM it serves on for a while; SIGINT ends that', async () => {
  const { child, url } = await serving({ PORTAL_DRAIN_SECONDS: '300' })
  child.kill('SIGTERM')
  const status = async (path: string) => (await fetch(url + path)).status
  await expect.poll(() => status('/readyz')).toBe(503)
  expect([await status('/healthz'), await status('/connect')]).toEqual([200, 200])
  child.kill('SIGTERM')
  expect(await status('/connect')).toBe(200)
  child.kill('SIGINT')
  expect(await ended(child)).toEqual({ output: '', code: 0 })
})

test('no request of fifty clients is lost when it stops', async () => {
  const { child, url } = await serving({ PORTAL_DRAIN_SECONDS: '2' })
  const { tally, done } = startClients(url, 50)
  await expect.poll(() => tally.answered).toBeGreaterThan(500)
  child.kill('SIGTERM')
  await done
  expect(tally.failures).toEqual([])
  expect(await ended(child)).toEqual({ output: '', code: 0 })
})

test('everything that is wrong stands in one list', async () => {
  const { output, code } = await ended(
    serve({ PORT: 'x', HOST: 'a b', PORTAL_API_URL: 'api', PORTAL_DRAIN_SECONDS: 'x' }),
  )
  expect(code).toBe(1)
  expect(output).toMatch(/^The portal does not start:\n(- .+\n)+$/)
  const named = ['PORT', 'HOST', 'PORTAL_DRAIN_SECONDS', 'PORTAL_API_URL', 'PORTAL_FLAGS_URL']
  for (const name of named) expect(output).toContain(`- ${name} is `)
})

describe('--check judges the environment, and listens nowhere', () => {
  const check = (environment: Record<string, string>) => serve(environment, [], ['--check'])

  test('what is right', async () => {
    const { port } = await takenPort()
    const child = check({
      ...sampleVariables,
      PORT: String(port),
      PORTAL_PUBLIC_URL: 'https://portal.example.nl',
      PORTAL_DRAIN_SECS: '5',
    })
    const [output, { code }] = await Promise.all([text(child.stdout), ended(child)])
    expect(code).toBe(0)
    expect(output).toMatch(
      /^The environment is as it should be\.\n- PORTAL_IDEMPOTENCY_HEADER .+\n- PORTAL_DRAIN_SECS .+\n$/,
    )
  })

  test('an option that there is not is one line', async () => {
    const { output, code } = await ended(serve(sampleVariables, [], ['--chek']))
    expect(output).toMatch(/^Unknown option '--chek'.*\n$/)
    expect(code).toBe(1)
  })
})

test.each(['PORT', 'PORTAL_METRICS_PORT'])('%s that is taken is one line', async (name) => {
  const { port } = await takenPort()
  const free = { ...sampleVariables, PORT: String(await freePort()) }
  expect(await ended(serve({ ...free, [name]: String(port) }))).toEqual({
    output: `Port ${port} is taken. Stop what runs there, or choose another port with ${name}.\n`,
    code: 1,
  })
})

test('start, stop and warnings are lines of JSON', async () => {
  const { child, lines, port, url } = await serving({
    PORTAL_ACTIVATION_URL: 'http://accounting.example.nl',
    PORTAL_PUBLIC_URL: 'https://portal.example.nl',
    PORTAL_IDEMPOTENCY_HEADER: 'Idempotency-Key',
  })
  const answer = await fetch(`${url}/healthz`)
  expect(answer.headers.has('x-request-id')).toBe(false)
  child.kill('SIGINT')
  await ended(child)
  expect(lines).toEqual([
    {
      level: 'warning',
      event: 'warning',
      message: 'PORTAL_ACTIVATION_URL is not encrypted; use https outside this machine.',
    },
    {
      level: 'info',
      event: 'started',
      url: `http://localhost:${port}`,
      version: manifest.version,
      build: expect.stringMatching(/^(?:hash-)?[\da-f]{12}$/) as string,
    },
    { level: 'info', event: 'stopping', signal: 'SIGINT' },
    { level: 'info', event: 'stopped' },
  ])
})

test('with an access log, so is each answer; once nobody takes it, nothing ends', async () => {
  const { child, lines, url } = await serving({ PORTAL_ACCESS_LOG: 'on' })
  const ask = (path: string) => fetch(url + path, { headers: { 'x-request-id': 'a-1' } })
  const answer = await ask('/callback?code=secret')
  expect(answer.headers.get('x-request-id')).toBe('a-1')
  expect(answer.headers.get('content-security-policy')).not.toBeNull()
  await answer.text()
  const logged = { id: 'a-1', method: 'GET', path: '/callback', status: 200 }
  const requests = () => lines.filter(({ event }) => event === 'request')
  await expect.poll(requests).toMatchObject([logged])
  expect(JSON.stringify(lines)).not.toContain('secret')

  child.stdout.destroy()
  for (let asked = 0; asked < 5; asked += 1) expect((await ask('/healthz')).status).toBe(200)
  child.kill('SIGINT')
  expect(await ended(child)).toEqual({ output: '', code: 0 })
})

test('metrics are served where they were asked for, until the end', async () => {
  const metricsPort = await freePort()
  const { child, lines } = await serving({
    PORTAL_METRICS_PORT: String(metricsPort),
    PORTAL_METRICS_HOST: '127.0.0.1',
    PORTAL_PUBLIC_URL: 'https://portal.example.nl',
    PORTAL_IDEMPOTENCY_HEADER: 'Idempotency-Key',
  })
  const address = `http://127.0.0.1:${metricsPort}/metrics`
  expect(lines).toMatchObject([{ event: 'started', metrics: address }])
  const draining = async () =>
    /^koppelpunt_draining (\d)$/m.exec(await (await fetch(address)).text())
  expect((await draining())?.[1]).toBe('0')
  child.kill('SIGTERM')
  await expect.poll(async () => (await draining())?.[1]).toBe('1')
  child.kill('SIGINT')
  expect(await ended(child)).toEqual({ output: '', code: 0 })
})

test('without metrics their library is not even there', async () => {
  const source = `import { registerHooks } from 'node:module'
    registerHooks({
      resolve: (name, context, next) => {
        if (name === 'prom-client') throw new Error('expected by the test')
        return next(name, context)
      },
    })`
  const without = ['--import', `data:text/javascript,${encodeURIComponent(source)}`]
  const { child } = await serving({}, without)
  child.kill('SIGINT')
  expect(await ended(child)).toEqual({ output: '', code: 0 })

  const asked = { ...sampleVariables, PORT: String(await freePort()) }
  const metricsPort = String(await freePort())
  const { output, code } = await ended(
    serve({ ...asked, PORTAL_METRICS_PORT: metricsPort }, without),
  )
  expect([code, output]).toEqual([1, expect.stringContaining('expected by the test')])
})
