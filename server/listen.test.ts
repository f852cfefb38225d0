import { once } from 'node:events'
import { Agent, get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

const anywhere = { port: 0, host: 'localhost', headers: {} }

test('a taken port is the error of the system', async () => {
  const first = await listen(() => undefined, anywhere)
  await expect(listen(() => undefined, { ...anywhere, port: first.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
    syscall: 'listen',
  })
  await first.close()
})

test('closing waits for a running request and not for an idle connection', async () => {
  let finish = (): void => undefined
  const { port, close } = await listen((request, response) => {
    if (request.url === '/slow') finish = () => void response.end('done')
    else response.end('quick')
  }, anywhere)
  const agent = new Agent({ keepAlive: true })
  const ask = async (path: string) => {
    const [answer] = (await once(get({ port, host: '127.0.0.1', path, agent }), 'response')) as [
      IncomingMessage,
    ]
    return text(answer)
  }
  expect(await ask('/')).toBe('quick')
  const slow = ask('/slow')
  await expect.poll(() => finish.toString()).toContain('done')

  const closed = close()
  await expect(ask('/')).rejects.toThrow()
  finish()
  expect(await slow).toBe('done')
  await closed
  agent.destroy()
})

test('a connection outlives the minute for which proxies keep it', async () => {
  const { port, close } = await listen((_, response) => void response.end(), anywhere)
  const agent = new Agent({ keepAlive: true })
  const [answer] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [
    IncomingMessage,
  ]
  const [, seconds] = /^timeout=(\d+)$/.exec(String(answer.headers['keep-alive'])) ?? []
  expect(Number(seconds)).toBeGreaterThan(60)
  agent.destroy()
  await close()
})
