import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Unavailable } from '../real/unavailable.ts'
import { Measuring } from './measuring.ts'

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const counting = (name: string) => {
  let count = 0
  return { name, measure: () => Promise.resolve({ cold: { usable: (count += 1) } }) }
}

test('everything is measured as often as asked, and what is exact once', async () => {
  const measuring = new Measuring([])
  measuring.list('times', [counting('/')])
  measuring.list('round trips', [counting('/')], { isExact: true })
  await measuring.run(3)
  expect(measuring.found().measurements).toEqual([
    {
      group: 'times',
      page: '/',
      state: 'cold',
      figures: { usable: { median: 2, low: 1, high: 3 } },
    },
    {
      group: 'round trips',
      page: '/',
      state: 'cold',
      figures: { usable: { median: 1, low: 1, high: 1 } },
    },
  ])
})

test('only what is asked for is measured', () => {
  const measuring = new Measuring(['slow 4G, /connect', 'floor'])
  expect(measuring.wants('slow 4G', ['/connect'])).toBe(true)
  expect(measuring.wants('yardsticks', ['floor', 'incumbent'])).toBe(true)
  expect(measuring.wants('600 ms', ['/connect'])).toBe(false)
  measuring.list('600 ms', [counting('/connect')])
  expect(measuring.isEmpty).toBe(true)
})

test('what cannot be had is said, and nothing else suffers', async () => {
  const measuring = new Measuring([])
  const start = (): Promise<{ close: () => Promise<void> }> =>
    Promise.reject(new Unavailable('no Java\non this machine'))
  expect(await measuring.start('Keycloak', start)).toBeUndefined()
  measuring.list('times', [
    { name: 'broken', measure: () => Promise.reject(new Error('gone')) },
    counting('/'),
  ])
  await measuring.run(1)
  expect(measuring.found()).toMatchObject({
    measurements: [{ page: '/' }],
    missing: [
      { name: 'Keycloak', reason: 'no Java on this machine' },
      { name: 'times, broken, run 1', reason: 'Error: gone' },
    ],
  })
})

test('what was started is closed in the opposite order', async () => {
  const measuring = new Measuring([])
  const closed: string[] = []
  for (const name of ['sandbox', 'portal']) {
    const close = () => {
      closed.push(name)
      return Promise.resolve()
    }
    await measuring.start(name, () => Promise.resolve({ close }))
  }
  await measuring.close()
  expect(closed).toEqual(['portal', 'sandbox'])
})
