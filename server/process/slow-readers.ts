import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Closes connections whose clients take an answer too slowly. Node's own limit starts again with every
 * byte, so a client that takes one byte a second would never reach it. A timer checks all connections
 * together, so that a single answer costs nothing.
 *
 * Connections are reset rather than ended: an ordinary end would wait until the client has taken what
 * the system has buffered for it. So it is with connections that stay idle too long.
 *
 * @param sockets the connections of `server`
 * @param limits `answer`: milliseconds for any answer, to which a long answer adds its length divided by
 *   `leastSpeed` (bytes per second); `look`: milliseconds between two checks
 */
export function endSlowReaders(
  server: Server,
  sockets: ReadonlySet<Socket>,
  { answer, leastSpeed, look }: { answer: number; leastSpeed: number; look: number },
): void {
  /** Connections with unsent bytes: since when, and how many bytes had been taken by then. */
  const behind = new WeakMap<Socket, { since: number; taken: number }>()
  const looking = setInterval(() => {
    const now = performance.now()
    for (const socket of sockets) {
      const unsent = socket.writableLength
      if (unsent === 0) {
        behind.delete(socket)
        continue
      }
      const known = behind.get(socket)
      if (known === undefined) {
        behind.set(socket, { since: now, taken: socket.bytesWritten - unsent })
        continue
      }
      const toTake = socket.bytesWritten - known.taken
      if (now - known.since > answer + (toTake / leastSpeed) * 1000) socket.resetAndDestroy()
    }
  }, look)
  looking.unref()
  server.on('timeout', (socket: Socket) => socket.resetAndDestroy())
  server.once('close', () => clearInterval(looking))
}
