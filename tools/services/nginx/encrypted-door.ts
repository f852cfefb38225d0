import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { createServer } from 'node:tls'

/** Opens a way over TLS to what listens without it on `target` of this machine. */
export async function encryptedDoorTo(target: number, pair: { cert: string; key: string }) {
  const sockets = new Set<Socket>()
  let accepted = 0
  const server = createServer(pair, (visitor) => {
    accepted += 1
    const service = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [visitor, service],
      [service, visitor],
    ] as const) {
      sockets.add(one)
      one.on('error', () => one.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    /** How many connections there have been so far. */
    accepted: () => accepted,
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
