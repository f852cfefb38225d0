import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** Between two bytes of a slow client, in milliseconds. */
const PAUSE = 1000

export interface SlowClients {
  /** All have a connection. */
  connected: Promise<unknown>
  /** All have lost it: how many with 408, and after how many seconds, each. */
  ended: Promise<{ answered: number; seconds: number[] }>
}

async function slowClient(socket: Socket): Promise<{ answer: string; seconds: number }> {
  const began = performance.now()
  let answer = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text
  })
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n')
  const trickle = setInterval(() => socket.write('a'), PAUSE)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(trickle)
  return { answer, seconds: (performance.now() - began) / 1000 }
}

/** Opens `count` connections whose requests never end: each sends a byte of a header a second. */
export function startSlowClients(port: number, count: number): SlowClients {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  return {
    connected: Promise.all(sockets.map((socket) => once(socket, 'connect'))),
    ended: Promise.all(sockets.map(slowClient)).then((clients) => ({
      answered: clients.filter(({ answer }) => answer.startsWith('HTTP/1.1 408 ')).length,
      seconds: clients.map(({ seconds }) => seconds),
    })),
  }
}
