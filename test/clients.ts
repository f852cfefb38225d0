import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

const TIMEOUT_MILLISECONDS = 10_000

/** Returns a response's status and body, or an error code. */
export async function fetchText(url: string, agent: Agent | false) {
  const request = get(url, { agent, signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) })
  request.on('error', () => undefined)
  try {
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    return { status: answer.statusCode ?? 0, body: await text(answer) }
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException
    return { status: code ?? name, body: '' }
  }
}

/** Simulates clients that request Home until `/readyz` returns 503. */
export function startClients(origin: string, count: number) {
  const tally = { answered: 0, failures: [] as (number | string)[] }
  const going = new AbortController()

  async function repeat(act: (agent: Agent) => Promise<boolean>): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!going.signal.aborted && (await act(agent)));
    agent.destroy()
  }
  const askForHome = async (agent: Agent) => {
    const { status } = await fetchText(`${origin}/`, agent)
    if (status === 200) tally.answered += 1
    else tally.failures.push(status)
    return status === 200
  }
  const checkReadiness = async (agent: Agent) => {
    const { status } = await fetchText(`${origin}/readyz`, agent)
    if (status === 503) going.abort()
    // A client gets no response after the server has stopped.
    return typeof status === 'number'
  }
  const clients = Array.from({ length: count }, () => repeat(askForHome))
  const done = Promise.all([repeat(checkReadiness), ...clients])
  return { tally, done }
}
