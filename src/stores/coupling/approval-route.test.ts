import { expect, test } from 'vitest'
import { createTestEnvironment } from '../../../test/environment.ts'
import { createApprovalRouteChoice } from './approval-route.ts'
import { createOwner } from '../../../test/portal.ts'

test('remembers the last choice of an approver for the same user', async () => {
  const environment = createTestEnvironment()
  const first = createApprovalRouteChoice(createOwner(environment))
  expect(first.$approvalRoute.get()).toBe('approval')
  await first.choose('handOver')
  expect(first.$approvalRoute.get()).toBe('handOver')

  const again = createApprovalRouteChoice(createOwner(environment))
  await expect.poll(() => again.$approvalRoute.get()).toBe('handOver')
  const other = createApprovalRouteChoice(createOwner(environment, 'user-2'))
  await other.choose('approval')
  expect(other.$approvalRoute.get()).toBe('approval')
})

test('keeps an approver chosen before the remembered approver is loaded', async () => {
  const environment = createTestEnvironment()
  await createApprovalRouteChoice(createOwner(environment)).choose('handOver')
  const again = createApprovalRouteChoice(createOwner(environment))
  await again.choose('approval')
  expect(again.$approvalRoute.get()).toBe('approval')
})
