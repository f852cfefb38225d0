import { expect, test } from 'vitest'
import { askerOf } from './ask.ts'

test('a long answer arrives whole', async () => {
  const ask = askerOf((request, response) => {
    response.end(`${request.method ?? ''} ${request.url ?? ''} ${'x'.repeat(100_000)}`)
  })
  const { status, body } = await ask('/a')
  expect([status, body.length]).toEqual([200, 'GET /a '.length + 100_000])
})

test('a connection that ends without an answer is an error', async () => {
  await expect(askerOf((request) => request.socket.destroy())('/a')).rejects.toThrow()
})
