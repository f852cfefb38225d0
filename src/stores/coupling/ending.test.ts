import { expect, test } from 'vitest'
import { createTestEnvironment } from '../../../test/environment.ts'
import { createEnding } from './ending.ts'
import { userAt } from '../../../test/portal.ts'

test('who approves is as the same user chose it last in this browser', async () => {
  const environment = createTestEnvironment()
  const first = createEnding(userAt(environment))
  expect(first.$ending.get()).toBe('approval')
  await first.choose('handOver')
  expect(first.$ending.get()).toBe('handOver')

  const again = createEnding(userAt(environment))
  await expect.poll(() => again.$ending.get()).toBe('handOver')
  const other = createEnding(userAt(environment, 'user-2'))
  await other.choose('approval')
  expect(other.$ending.get()).toBe('approval')
})

test('what is chosen at once is not taken back by what is remembered', async () => {
  const environment = createTestEnvironment()
  await createEnding(userAt(environment)).choose('handOver')
  const again = createEnding(userAt(environment))
  await again.choose('approval')
  expect(again.$ending.get()).toBe('approval')
})
