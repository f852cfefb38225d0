import { expect, test } from 'vitest'
import { BuildError, warmUp } from './warm-up.ts'

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

test('a path that fails is named', async () => {
  const warmedUp = warmUp((_request, response) => void response.writeHead(500).end(), ['/a'])
  await expect(warmedUp).rejects.toThrow(new BuildError('GET /a is answered with 500'))
})

test('a connection that ends without an answer is an error', async () => {
  await expect(warmUp((request) => request.socket.destroy(), ['/a'])).rejects.toThrow()
})
