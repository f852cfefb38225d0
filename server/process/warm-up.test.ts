import { expect, test } from 'vitest'
import { NO_BUILD, NoStart } from './startup-error.ts'
import { warmUp } from './warm-up.ts'

test('every path is asked for once, in order', async () => {
  const asked: string[] = []
  await warmUp(
    (request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''}`)
      response.end('x'.repeat(100_000))
    },
    ['/a', '/b'],
  )
  expect(asked).toEqual(['GET /a', 'GET /b'])
})

test('a path that fails is an incomplete build', async () => {
  const warmedUp = warmUp((_request, response) => void response.writeHead(500).end(), ['/a'])
  await expect(warmedUp).rejects.toThrow(new NoStart(NO_BUILD))
})

test('a connection that ends without an answer is an error', async () => {
  await expect(warmUp((request) => request.socket.destroy(), ['/a'])).rejects.toThrow()
})
