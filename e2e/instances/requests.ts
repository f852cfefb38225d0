import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { fetchText } from '../../test/clients.ts'
import { PAGES } from '../../tools/operate/verify/portal.ts'

/** Pause between two requests of a client, in milliseconds. */
const BREATH = 10

const KEEPING = 3
const FRESH = 2

/** Starts clients that request pages and files until stopped. */
export function startRequests(origin: string) {
  const over = new AbortController()
  const named = new Set<string>()
  let answered = 0
  /** Paths and results of requests that got no complete 200 response. */
  const failures: string[] = []

  async function visit(path: string, agent: Agent | false): Promise<string> {
    await pause(BREATH)
    const { status, body } = await fetchText(origin + path, agent)
    if (status === 200) answered += 1
    else failures.push(`${path} ${status}`)
    return body
  }

  async function play(isKept: boolean, first: number): Promise<void> {
    const agent = isKept && new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = first; !over.signal.aborted; turn += 1) {
      const html = await visit(PAGES[turn % PAGES.length] ?? '/', agent)
      const assets = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
      for (const path of new Set(assets)) {
        named.add(path)
        await visit(path, agent)
      }
      const earlier = [...named][turn % named.size]
      if (earlier !== undefined) await visit(earlier, agent)
      await visit('/config.json', agent)
    }
    if (agent) agent.destroy()
  }

  const clients = Array.from({ length: KEEPING + FRESH }, (_, index) =>
    play(index < KEEPING, index * 2),
  )
  return {
    stop: async () => {
      over.abort()
      await Promise.all(clients)
      return { answered, failures }
    },
  }
}
