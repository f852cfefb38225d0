import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveFloor } from './floor.ts'
import { delayed, startProxy, type Proxy } from './proxy.ts'
import { spreadOf } from './results.ts'

const whole = { status: 201, text: 'x'.repeat(10_000) }
const asked: string[] = []
const service = createServer(({ method, url }, outgoing) => {
  asked.push(`${method} ${url}`)
  outgoing.writeHead(whole.status).end(whole.text)
})

let proxy: Proxy
let origin: string
beforeAll(async () => {
  await once(service.listen(0, '127.0.0.1'), 'listening')
  origin = `http://localhost:${(service.address() as AddressInfo).port}`
  proxy = await startProxy()
})
afterAll(async () => {
  await proxy.close()
  service.close().closeAllConnections()
})

/** Asks through the proxy as a browser does: with the whole address. */
async function answerTo(path: string, method = 'GET') {
  const sent = request({ host: '127.0.0.1', port: new URL(proxy.url).port, method, path }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, text: await text(answer) }
}

test('every answer comes whole, and waits for the latency, and for its share of the bandwidth', async () => {
  // 10 kB at 200 kB/s take 50 ms, and six of them six times that.
  proxy.use(delayed({ latency: 100, bandwidth: 1_600_000 }))
  const started = performance.now()
  const posts = ['/2', '/3', '/4', '/5', '/6'].map((path) => answerTo(origin + path, 'POST'))
  const answers = await Promise.all([answerTo(`${origin}/1`), ...posts])
  expect(performance.now() - started).toBeGreaterThan(395)
  expect(answers).toEqual(Array(6).fill(whole))
  expect(asked).toEqual(expect.arrayContaining(['GET /1', 'POST /2']))
})

test('nobody but this machine is asked', async () => {
  for (const address of ['http://www.koppelpunt.test/', '/no-address']) {
    expect((await answerTo(address)).status).toBe(502)
  }
})

test('the floor answers 404 for paths other than its page and script', async () => {
  const floor = await serveFloor()
  const statusOf = async (path: string) => (await fetch(floor.url + path)).status
  const statuses = await Promise.all(['/', '/main.js', '/robots.txt'].map(statusOf))
  floor.close()
  expect(statuses).toEqual([200, 200, 404])
})

test('the median and the spread of runs, figure by figure', () => {
  const runs = [{ usable: 300, list: 5 }, { usable: 100 }, { usable: 210, list: 6 }, { list: 5.5 }]
  expect(spreadOf(runs)).toEqual({ usable: '210 (100–300)', list: '5.5 (5–6)' })
  expect(spreadOf([{ usable: 2.04 }, { usable: 2 }])).toEqual({ usable: 2 })
})
