import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a service that can be shut without disturbing others who use the service. */
export interface Door {
  /** `http://localhost:PORT`, without a slash at the end. */
  url: string
  port: number
  /** Nobody gets through any more, and whoever is inside is put out. */
  shut: () => void
  open: () => void
  close: () => Promise<void>
}

/** Opens a door to what listens on `target` of this machine. */
export async function doorTo(target: number): Promise<Door> {
  const sockets = new Set<Socket>()
  let isOpen = true
  const keep = (socket: Socket) => {
    sockets.add(socket)
    // A side that breaks off is what a door is for.
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const server = createServer((visitor) => {
    keep(visitor)
    if (!isOpen) {
      visitor.destroy()
      return
    }
    const service = connect(target, '127.0.0.1')
    keep(service)
    visitor.on('close', () => service.destroy())
    service.on('close', () => visitor.destroy())
    visitor.pipe(service).pipe(visitor)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const shut = () => {
    isOpen = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${port}`,
    port,
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
