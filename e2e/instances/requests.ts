import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { PAGES } from '../../tools/operate/verify/portal.ts'

/** How long a client waits for an answer, in milliseconds. */
const PATIENCE = 10_000
/** Between two requests of a client: all of them together are no load test. */
const BREATH = 10

const KEEPING = 3
const FRESH = 2

export interface Requests {
  /** How many were answered with 200, to the end. */
  answered: number
  /** Everything else: address and status or error. */
  failures: string[]
  /** Ends when each client has ended its last request. */
  stop: () => Promise<void>
}

async function ask(url: string, agent: Agent | false): Promise<{ status: number; body: string }> {
  const request = get(url, { agent, signal: AbortSignal.timeout(PATIENCE) })
  request.on('error', () => undefined)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, body: await text(answer) }
}

/**
 * Plays visitors of the portal at `origin`: each asks for a page, for all files that it names, for
 * one that any page has ever named, and for the configuration, again and again. Some keep their
 * connection, others open one for each request.
 */
export function startRequests(origin: string): Requests {
  const over = new AbortController()
  const named = new Set<string>()
  const requests: Requests = { answered: 0, failures: [], stop: () => done }

  async function visit(path: string, agent: Agent | false): Promise<string> {
    await pause(BREATH)
    try {
      const { status, body } = await ask(origin + path, agent)
      if (status === 200) {
        requests.answered += 1
        return body
      }
      requests.failures.push(`${path} ${status}`)
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException
      requests.failures.push(`${path} ${code ?? name}`)
    }
    return ''
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
  const done = Promise.all(clients).then(() => undefined)
  requests.stop = () => {
    over.abort()
    return done
  }
  return requests
}
