import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** How long a client waits for an answer, in milliseconds. */
const PATIENCE = 10_000

/** What became of the requests of all clients. */
export interface Tally {
  /** With 200, to the end. */
  answered: number
  /** Everything else: an error's code or another status → how often. */
  failures: Map<string, number>
}

/** The status of an answer that arrived to its end, or the code of what came instead. */
async function ask(url: string, agent: Agent): Promise<number | string> {
  const request = get(url, { agent, signal: AbortSignal.timeout(PATIENCE) })
  request.on('error', () => undefined)
  try {
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    await text(answer)
    return answer.statusCode ?? 0
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException
    return code ?? name
  }
}

/**
 * Plays the clients of a balancer in front of a portal at `origin` (without a slash at the end): each
 * asks for Home again and again over a connection that it keeps, until the portal says at `/readyz`
 * that it is going, or, for one client, until something else than 200 comes. `done` when all have ended.
 */
export function startClients(origin: string, count: number): { tally: Tally; done: Promise<void> } {
  const tally: Tally = { answered: 0, failures: new Map() }
  const going = new AbortController()

  async function repeat(act: (agent: Agent) => Promise<boolean>): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!going.signal.aborted && (await act(agent)));
    agent.destroy()
  }
  const askForHome = async (agent: Agent) => {
    const outcome = await ask(`${origin}/`, agent)
    if (outcome === 200) tally.answered += 1
    else tally.failures.set(String(outcome), (tally.failures.get(String(outcome)) ?? 0) + 1)
    return outcome === 200
  }
  const lookWhetherReady = async (agent: Agent) => {
    const outcome = await ask(`${origin}/readyz`, agent)
    if (outcome === 503) going.abort()
    // Without an answer there is nobody left to look at.
    return typeof outcome === 'number'
  }
  const clients = Array.from({ length: count }, () => repeat(askForHome))
  const done = Promise.all([repeat(lookWhetherReady), ...clients]).then(() => undefined)
  return { tally, done }
}
