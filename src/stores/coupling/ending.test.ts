import { expect, test } from 'vitest'
import { createTestEnvironment } from '../../../test/environment.ts'
import { createEndingChoice } from './ending.ts'
import { createOwner } from '../../../test/portal.ts'

test('remembers the last choice of an approver for the same user', async () => {
  const environment = createTestEnvironment()
  const first = createEndingChoice(createOwner(environment))
  expect(first.$ending.get()).toBe('approval')
  await first.choose('handOver')
  expect(first.$ending.get()).toBe('handOver')

  const again = createEndingChoice(createOwner(environment))
  await expect.poll(() => again.$ending.get()).toBe('handOver')
  const other = createEndingChoice(createOwner(environment, 'user-2'))
  await other.choose('approval')
  expect(other.$ending.get()).toBe('approval')
})

test('keeps a choice of an approver that precedes the load of the remembered choice', async () => {
  const environment = createTestEnvironment()
  await createEndingChoice(createOwner(environment)).choose('handOver')
  const again = createEndingChoice(createOwner(environment))
  await again.choose('approval')
  expect(again.$ending.get()).toBe('approval')
})
