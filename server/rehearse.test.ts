import { expect, test } from 'vitest'
import { BuildError, rehearse } from './rehearse.ts'

test('every path is asked for once, in order', async () => {
  const asked: string[] = []
  await rehearse(
    (request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''}`)
      response.end('x'.repeat(100_000))
    },
    ['/a', '/b'],
  )
  expect(asked).toEqual(['GET /a', 'GET /b'])
})

test('nothing to ask is fine', async () => {
  await rehearse(() => undefined, [])
})

test('a path that fails is named', async () => {
  const rehearsed = rehearse((_request, response) => void response.writeHead(500).end(), ['/a'])
  await expect(rehearsed).rejects.toThrow(new BuildError('GET /a is answered with 500'))
})

test('a connection that ends without an answer is an error', async () => {
  await expect(rehearse((request) => request.socket.destroy(), ['/a'])).rejects.toThrow()
})
