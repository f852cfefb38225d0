import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Ends connections whose clients take what they asked for too slowly: Node's own limit begins anew
 * with every byte. All are looked at together, which costs an answer nothing. What the system holds
 * for such a client goes with the connection, also where that is idle for long: an ordinary end would
 * wait behind it until it is taken.
 *
 * @param sockets the connections of `server`
 * @param limits `answer`: milliseconds for any answer; `leastSpeed`: bytes per second, for which its
 *   length adds to that; `look`: milliseconds between two looks
 */
export function endSlowReaders(
  server: Server,
  sockets: ReadonlySet<Socket>,
  { answer, leastSpeed, look }: { answer: number; leastSpeed: number; look: number },
): void {
  /** Since when a connection has had something to take, and what had been taken of it by then. */
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
