import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { startClients } from '../test/clients.ts'
import { listen } from './listen.ts'
import { sampleVariables } from '../test/configuration.ts'

interface Options {
  nodeOptions?: readonly string[]
  parameters?: readonly string[]
}

function serve(environment: Record<string, string>, options: Options = {}) {
  const { nodeOptions = [], parameters = [] } = options
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [...nodeOptions, 'server/main.ts', ...parameters], {
    env: { PATH, ...environment },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function waitForEnd(child: ReturnType<typeof serve>) {
  const closed = once(child, 'close') as Promise<[number | null]>
  const [output, [code]] = await Promise.all([text(child.stderr), closed])
  return { output, code }
}

/** Occupies a port until the test ends. */
async function occupyPort(): Promise<number> {
  const server = await listen(() => undefined, { port: 0, host: 'localhost' })
  onTestFinished(() => server.close())
  return server.port
}

async function freePort(): Promise<number> {
  const { port, close } = await listen(() => undefined, { port: 0, host: 'localhost' })
  await close()
  return port
}

/** Starts a server. Returns its address and its log lines without times. */
async function startServer(environment: Record<string, string>, options?: Options) {
  const port = await freePort()
  const own = { PORT: String(port), PORTAL_OIDC_DISCOVERY: 'off' }
  const child = serve({ ...sampleVariables, ...own, ...environment }, options)
  const lines: Record<string, unknown>[] = []
  const reading = createInterface(child.stdout).on('line', (line) => {
    const { time, ...rest } = JSON.parse(line) as Record<string, unknown>
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    lines.push(rest)
  })
  await once(reading, 'line')
  return { child, lines, url: `http://localhost:${port}` }
}

test('keeps serving requests after SIGTERM and stops on SIGINT', async () => {
  const { child, url } = await startServer({ PORTAL_DRAIN_SECONDS: '300' })
  child.kill('SIGTERM')
  const status = async (path: string) => (await fetch(url + path)).status
  await expect.poll(() => status('/readyz')).toBe(503)
  expect([await status('/healthz'), await status('/connect')]).toEqual([200, 200])
  child.kill('SIGTERM')
  expect(await status('/connect')).toBe(200)
  child.kill('SIGINT')
  expect(await waitForEnd(child)).toEqual({ output: '', code: 0 })
})

test('completes all requests of fifty clients before it stops', async () => {
  const { child, url } = await startServer({ PORTAL_DRAIN_SECONDS: '2' })
  const { tally, done } = startClients(url, 50)
  await expect.poll(() => tally.answered).toBeGreaterThan(500)
  child.kill('SIGTERM')
  await done
  expect(tally.failures).toEqual([])
  expect(await waitForEnd(child)).toEqual({ output: '', code: 0 })
})

test('prints all problems of the environment variables and exits', async () => {
  const { output, code } = await waitForEnd(
    serve({ PORT: 'x', HOST: 'a b', PORTAL_API_URL: 'api', PORTAL_DRAIN_SECONDS: 'x' }),
  )
  expect(code).toBe(1)
  expect(output).toMatch(/^The portal does not start:\n(- .+\n)+$/)
  const names = ['PORT', 'HOST', 'PORTAL_DRAIN_SECONDS', 'PORTAL_API_URL', 'PORTAL_FLAGS_URL']
  for (const name of names) expect(output).toContain(`- ${name} is `)
})

test('validates the environment with --check without starting the server', async () => {
  const environment = {
    ...sampleVariables,
    PORT: String(await occupyPort()),
    PORTAL_PUBLIC_URL: 'https://portal.example.nl',
    PORTAL_DRAIN_SECS: '5',
  }
  const child = serve(environment, { parameters: ['--check'] })
  const [output, { code }] = await Promise.all([text(child.stdout), waitForEnd(child)])
  expect(code).toBe(0)
  expect(output).toMatch(
    /^The environment is valid\.\n- PORTAL_IDEMPOTENCY_HEADER .+\n- PORTAL_DRAIN_SECS .+\n$/,
  )
})

test('rejects an unknown option with a message of one line', async () => {
  const { output, code } = await waitForEnd(serve(sampleVariables, { parameters: ['--chek'] }))
  expect(output).toMatch(/^Unknown option '--chek'.*\n$/)
  expect(code).toBe(1)
})

test.each(['PORT', 'PORTAL_METRICS_PORT'])(
  'prints one line if the port of %s is in use',
  async (name) => {
    const port = await occupyPort()
    const environment = { ...sampleVariables, PORT: String(await freePort()), [name]: String(port) }
    expect(await waitForEnd(serve(environment))).toEqual({
      output: `Port ${port} is in use. Stop the program that uses it, or set ${name} to another port.\n`,
      code: 1,
    })
  },
)

test('logs start, stop and warnings as JSON lines', async () => {
  const { child, lines, url } = await startServer({
    PORTAL_ACTIVATION_URL: 'http://accounting.example.nl',
    PORTAL_PUBLIC_URL: 'https://portal.example.nl',
    PORTAL_IDEMPOTENCY_HEADER: 'Idempotency-Key',
  })
  const { headers } = await fetch(`${url}/healthz`)
  expect(headers.has('x-request-id')).toBe(false)
  child.kill('SIGINT')
  await waitForEnd(child)
  expect(lines).toEqual([
    {
      level: 'warning',
      event: 'warning',
      message: 'PORTAL_ACTIVATION_URL is not encrypted; use https outside this machine.',
    },
    {
      level: 'info',
      event: 'started',
      url,
      version: manifest.version,
      build: expect.stringMatching(/^(?:hash-)?[\da-f]{12}$/) as string,
    },
    { level: 'info', event: 'stopping', signal: 'SIGINT' },
    { level: 'info', event: 'stopped' },
  ])
})

test('logs requests and keeps serving them if nobody reads the log', async () => {
  const { child, lines, url } = await startServer({ PORTAL_ACCESS_LOG: 'on' })
  const ask = (path: string) => fetch(url + path, { headers: { 'x-request-id': 'a-1' } })
  const response = await ask('/callback?code=secret')
  expect(response.headers.get('x-request-id')).toBe('a-1')
  expect(response.headers.get('content-security-policy')).not.toBeNull()
  await response.text()
  const logged = { id: 'a-1', method: 'GET', path: '/callback', status: 200 }
  const requests = () => lines.filter(({ event }) => event === 'request')
  await expect.poll(requests).toMatchObject([logged])
  expect(JSON.stringify(lines)).not.toContain('secret')

  child.stdout.destroy()
  for (let count = 0; count < 5; count += 1) expect((await ask('/healthz')).status).toBe(200)
  child.kill('SIGINT')
  expect(await waitForEnd(child)).toEqual({ output: '', code: 0 })
})

test('serves metrics on a separate port until the server stops', async () => {
  const metricsPort = await freePort()
  const { child, lines } = await startServer({
    PORTAL_METRICS_PORT: String(metricsPort),
    PORTAL_METRICS_HOST: '127.0.0.1',
    PORTAL_PUBLIC_URL: 'https://portal.example.nl',
    PORTAL_IDEMPOTENCY_HEADER: 'Idempotency-Key',
  })
  const address = `http://127.0.0.1:${metricsPort}/metrics`
  expect(lines).toMatchObject([{ event: 'started', metrics: address }])
  const draining = async () =>
    /^koppelpunt_draining (\d)$/m.exec(await (await fetch(address)).text())?.[1]
  expect(await draining()).toBe('0')
  child.kill('SIGTERM')
  await expect.poll(draining).toBe('1')
  child.kill('SIGINT')
  expect(await waitForEnd(child)).toEqual({ output: '', code: 0 })
})

test('loads the metrics library only if metrics are on', async () => {
  const source = `import { registerHooks } from 'node:module'
    registerHooks({
      resolve: (name, context, next) => {
        if (name === 'prom-client') throw new Error('expected by the test')
        return next(name, context)
      },
    })`
  const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(source)}`]
  const { child } = await startServer({}, { nodeOptions })
  child.kill('SIGINT')
  expect(await waitForEnd(child)).toEqual({ output: '', code: 0 })

  const ports = { PORT: String(await freePort()), PORTAL_METRICS_PORT: String(await freePort()) }
  const withMetrics = serve({ ...sampleVariables, ...ports }, { nodeOptions })
  const output = expect.stringContaining('expected by the test') as string
  expect(await waitForEnd(withMetrics)).toEqual({ output, code: 1 })
})
