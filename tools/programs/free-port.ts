import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Range of ports that outgoing connections do not use. */
const PORT_RANGE = [15_000, 32_000] as const

export async function findFreePort(): Promise<number> {
  const port = randomInt(...PORT_RANGE)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return findFreePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
