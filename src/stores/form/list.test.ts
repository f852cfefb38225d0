import { expect, test } from 'vitest'
import { createTestEnvironment } from '../../../test/environment.ts'
import { createList } from './list.ts'

test('an answer that comes late, when the list was asked for again or emptied, is not shown', async () => {
  const answers = [1, 2, 3].map(() => Promise.withResolvers<number[]>())
  const [first, second, third] = answers
  const asked = [...answers]
  const list = createList(
    createTestEnvironment(),
    'numbers',
    () => asked.shift()?.promise ?? Promise.reject(new Error('asked too often')),
  )
  const loads = [list.reload(), list.reload()]
  second?.resolve([2])
  first?.resolve([1])
  await Promise.all(loads)
  expect(list.$list.get()).toEqual({ status: 'loaded', items: [2] })

  const late = list.reload()
  list.clear()
  third?.resolve([3])
  await late
  expect(list.$list.get()).toEqual({ status: 'idle' })
})
