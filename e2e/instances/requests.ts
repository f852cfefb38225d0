import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from '../../test/clients.ts'
import { PAGES } from '../../tools/operate/verify/portal.ts'

/** Between two requests of a client, in milliseconds: all of them together are no load test. */
const BREATH = 10

const KEEPING = 3
const FRESH = 2

/**
 * Plays visitors of the portal at `origin`: each asks for a page, for all files that it names, for
 * one that any page has ever named, and for the configuration, again and again. Some keep their
 * connection, others open one for each request. `stop` ends when each has ended its last request.
 */
export function startRequests(origin: string) {
  const over = new AbortController()
  const named = new Set<string>()
  let answered = 0
  /** What was not answered with 200, to the end: its path, and what came instead. */
  const failures: string[] = []

  async function visit(path: string, agent: Agent | false): Promise<string> {
    await pause(BREATH)
    const { status, body } = await ask(origin + path, agent)
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
