import { once } from 'node:events'
import { request, type IncomingMessage, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { listen } from '../../server/listen.ts'
import { serveMinimalReactPage } from './floor.ts'
import { createSlowNetwork, startProxy, type Proxy } from './proxy.ts'
import { computeSpread } from './results.ts'

const whole = { status: 201, text: 'x'.repeat(10_000) }
const requests: string[] = []
const serve: RequestListener = ({ method, url }, outgoing) => {
  requests.push(`${method} ${url}`)
  outgoing.writeHead(whole.status).end(whole.text)
}

let proxy: Proxy
let origin: string
beforeAll(async () => {
  const service = await listen(serve, { port: 0, host: 'localhost' })
  origin = service.url
  proxy = await startProxy()
  return () => Promise.all([proxy.close(), service.close()])
})

async function sendThroughProxy(path: string, method = 'GET') {
  const sent = request({ host: '127.0.0.1', port: new URL(proxy.url).port, method, path }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, text: await text(answer) }
}

test('delays responses by the latency and by the transfer time at the shared bandwidth', async () => {
  // At 200 kB/s, 10 kB take 50 ms, and six such responses take 300 ms.
  proxy.use(createSlowNetwork({ latency: 100, bandwidth: 1_600_000 }))
  const started = performance.now()
  const posts = ['/2', '/3', '/4', '/5', '/6'].map((path) =>
    sendThroughProxy(origin + path, 'POST'),
  )
  const answers = await Promise.all([sendThroughProxy(`${origin}/1`), ...posts])
  expect(performance.now() - started).toBeGreaterThan(395)
  expect(answers).toEqual(Array(6).fill(whole))
  expect(requests).toEqual(expect.arrayContaining(['GET /1', 'POST /2']))
})

test('refuses to proxy requests to other machines', async () => {
  for (const address of ['http://www.koppelpunt.test/', '/no-address']) {
    expect((await sendThroughProxy(address)).status).toBe(502)
  }
})

test('the server of the minimal React page responds with 404 to unknown paths', async () => {
  const floor = await serveMinimalReactPage()
  const statusOf = async (path: string) => (await fetch(floor.url + path)).status
  const statuses = await Promise.all(['/', '/main.js', '/robots.txt'].map(statusOf))
  await floor.close()
  expect(statuses).toEqual([200, 200, 404])
})

test('computeSpread returns median, minimum and maximum of each figure', () => {
  const runs = [{ usable: 300, list: 5 }, { usable: 100 }, { usable: 210, list: 6 }, { list: 5.5 }]
  expect(computeSpread(runs)).toEqual({ usable: '210 (100–300)', list: '5.5 (5–6)' })
  expect(computeSpread([{ usable: 2.04 }, { usable: 2 }])).toEqual({ usable: 2 })
})
