import { expect, test } from 'vitest'
import type { Exchange } from './proxy.ts'
import { spreadOf } from './results.ts'
import { weigh } from './pages.ts'

test('the median and the spread of runs, figure by figure', () => {
  const runs = [{ usable: 300, list: 5 }, { usable: 100 }, { usable: 210, list: 6 }]
  expect(spreadOf(runs)).toEqual({
    usable: { median: 210, low: 100, high: 300 },
    list: { median: 5.5, low: 5, high: 6 },
  })
})

test('bytes are weighed by what they are, headers apart', () => {
  const exchange = (contentType: string, bodyBytes: number): Exchange => ({
    ...{ method: 'GET', url: 'http://localhost/', status: 200, startedAt: 0, headerBytes: 100 },
    ...{ contentType, bodyBytes },
  })
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
