import { expect, test } from 'vitest'
import { Lockstep } from './lockstep.ts'

/** A request on its way: whether it went through, and the way to answer it. */
function request(lockstep: Lockstep, url: string, method = 'GET') {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const state = { isThrough: false, answer: () => resolve(undefined) }
  const over = promise.then(() => undefined)
  void lockstep.pass({ method, url }, over).then(() => {
    state.isThrough = true
  })
  return state
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('lets through at once what came in, and waits for the answers', async () => {
  const lockstep = new Lockstep()
  const [page, style] = [request(lockstep, '/'), request(lockstep, '/a.css')]
  await settle()
  expect([page.isThrough, style.isThrough]).toEqual([false, false])
  expect(lockstep.held.map(({ url }) => url)).toEqual(['/', '/a.css'])

  let isAnswered = false
  void lockstep.release().then(() => {
    isAnswered = true
  })
  await settle()
  expect([page.isThrough, style.isThrough, lockstep.underWay]).toEqual([true, true, 2])
  page.answer()
  await settle()
  expect([isAnswered, lockstep.underWay]).toEqual([false, 1])
  style.answer()
  await settle()
  expect([isAnswered, lockstep.underWay]).toEqual([true, 0])
  expect(lockstep.rounds).toEqual([['GET /', 'GET /a.css']])
})

test('a request that comes in while others are answered waits for the next round', async () => {
  const lockstep = new Lockstep()
  const page = request(lockstep, '/')
  const first = lockstep.release()
  await settle()
  const script = request(lockstep, '/a.js')
  page.answer()
  await first
  expect(script.isThrough).toBe(false)
  void lockstep.release()
  script.answer()
  await settle()
  expect(lockstep.rounds).toEqual([['GET /'], ['GET /a.js']])
})

test('a request that the browser had queued is in the round in which it was asked for', async () => {
  const lockstep = new Lockstep()
  const first = request(lockstep, '/1.js')
  const released = lockstep.release(['/7.js'])
  first.answer()
  await released
  const queued = request(lockstep, '/7.js')
  await settle()
  expect([queued.isThrough, lockstep.underWay]).toEqual([true, 1])
  // Once: whoever asks again has seen an answer.
  const again = request(lockstep, '/7.js')
  await settle()
  expect(again.isThrough).toBe(false)
  expect(lockstep.rounds).toEqual([['GET /1.js', 'GET /7.js']])
})

test('a request that the browser gives up is not held any more', async () => {
  const lockstep = new Lockstep()
  const given = request(lockstep, '/gone')
  const before = lockstep.activity
  given.answer()
  await settle()
  expect(lockstep.held).toEqual([])
  expect(lockstep.activity).toBeGreaterThan(before)
})
