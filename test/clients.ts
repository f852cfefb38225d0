import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** How long a client waits for an answer, in milliseconds. */
const PATIENCE = 10_000

/** The status and text of an answer that arrived to its end, or the code of what came instead. */
export async function ask(url: string, agent: Agent | false) {
  const request = get(url, { agent, signal: AbortSignal.timeout(PATIENCE) })
  request.on('error', () => undefined)
  try {
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    return { status: answer.statusCode ?? 0, body: await text(answer) }
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException
    return { status: code ?? name, body: '' }
  }
}

/**
 * Plays the clients of a balancer in front of a portal at `origin` (without a slash at the end): each
 * asks for Home again and again over a connection that it keeps, until the portal says at `/readyz`
 * that it is going, or, for one client, until something else than 200 comes. `done` when all have ended.
 */
export function startClients(origin: string, count: number) {
  const tally = { answered: 0, failures: [] as (number | string)[] }
  const going = new AbortController()

  async function repeat(act: (agent: Agent) => Promise<boolean>): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!going.signal.aborted && (await act(agent)));
    agent.destroy()
  }
  const askForHome = async (agent: Agent) => {
    const { status } = await ask(`${origin}/`, agent)
    if (status === 200) tally.answered += 1
    else tally.failures.push(status)
    return status === 200
  }
  const lookWhetherReady = async (agent: Agent) => {
    const { status } = await ask(`${origin}/readyz`, agent)
    if (status === 503) going.abort()
    // Without an answer there is nobody left to look at.
    return typeof status === 'number'
  }
  const clients = Array.from({ length: count }, () => repeat(askForHome))
  const done = Promise.all([repeat(lookWhetherReady), ...clients])
  return { tally, done }
}
