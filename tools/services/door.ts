import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createEncryptedServer } from 'node:tls'

/**
 * Opens a proxy that can be closed without affecting other clients.
 *
 * @param pair certificate and key as PEM, for TLS
 */
export async function startClosableProxy(target: number, pair?: { cert: string; key: string }) {
  const sockets = new Set<Socket>()
  let accepted = 0
  let isOpen = true
  const keep = (socket: Socket) => {
    sockets.add(socket)
    // Either side may close the connection at any time.
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const admit = (visitor: Socket) => {
    keep(visitor)
    if (!isOpen) {
      visitor.destroy()
      return
    }
    accepted += 1
    const service = connect(target, '127.0.0.1')
    keep(service)
    visitor.on('close', () => service.destroy())
    service.on('close', () => visitor.destroy())
    visitor.pipe(service).pipe(visitor)
  }
  const server = pair ? createEncryptedServer(pair, admit) : createServer(admit)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const shut = () => {
    isOpen = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `${pair ? 'https' : 'http'}://localhost:${port}`,
    port,
    accepted: () => accepted,
    shut,
    open: () => {
      isOpen = true
    },
    close: async () => {
      shut()
      server.close()
      await once(server, 'close')
    },
  }
}

export type ClosableProxy = Awaited<ReturnType<typeof startClosableProxy>>
