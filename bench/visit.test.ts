import { expect, test } from 'vitest'
import type { Exchange } from './proxy.ts'
import { weigh } from './visit.ts'

const exchange = (contentType: string, bodyBytes: number): Exchange => ({
  method: 'GET',
  url: 'http://localhost/',
  status: 200,
  contentType,
  startedAt: 0,
  headerBytes: 100,
  bodyBytes,
})

test('bytes are weighed by what they are, headers apart', () => {
  const exchanges = [
    exchange('text/html; charset=utf-8', 1),
    exchange('text/javascript', 10),
    exchange('application/javascript; charset=utf-8', 20),
    exchange('text/css', 3),
    exchange('application/json', 4),
    exchange('', 0),
  ]
  expect(weigh(exchanges)).toEqual({ requests: 6, html: 1, js: 30, css: 3, data: 4, headers: 600 })
})
