import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to whoever calls out: one of those may be gone once it is needed. */
const range = [15_000, 32_000] as const

/** A port that nobody listens on, for a program that cannot take any free one by itself. */
export async function freePort(): Promise<number> {
  const port = randomInt(...range)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
