import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const HEADER_BYTES = 12
const TYPE_AND_CLASS_BYTES = 4
const TYPE_A = 1

const ANSWERED = 0x81_80
const SERVER_FAILED = 0x81_82

/** Parses a DNS query with a single question. */
function questionOf(query: Buffer) {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1)
  return { name: labels.join('.'), type, end: at + 1 + TYPE_AND_CLASS_BYTES }
}

/** Pointer to name, type A, class IN, TTL 0, address 127.0.0.1. */
const THIS_MACHINE = Buffer.from('c00c000100010000000000047f000001', 'hex')

/** Starts a DNS server that resolves `names` to this machine. */
export async function startNameServer(names: ReadonlySet<string>) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    const isKnown = names.has(name)
    const answers = isKnown && type === TYPE_A ? [THIS_MACHINE] : []
    const header = Buffer.alloc(HEADER_BYTES)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(isKnown ? ANSWERED : SERVER_FAILED, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    socket.send(
      Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers]),
      port,
      address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    port: socket.address().port,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}
