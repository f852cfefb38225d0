import { expect } from 'vitest'
import { createCustomerList } from '../src/stores/boarding/list/list.ts'
import type { Row } from '../src/lib/domain/customer-list/row.ts'
import type { Person } from '../src/lib/identity/person.ts'
import { configurationFor } from './configuration.ts'
import { createTestEnvironment } from './environment.ts'
import { reseller } from './open-boarding.ts'
import { answerDialogs, createTestPortal } from './portal.ts'
import { sandbox } from './test.ts'

/** The page of a list of customers, whose subscriptions are there. */
export async function openList(
  person: Person = reseller,
  environment = createTestEnvironment('http://localhost:4321/boarding/list'),
) {
  const token = await sandbox.token('admin@koppelpunt.test')
  const portal = createTestPortal({
    configuration: configurationFor(sandbox.url),
    environment,
    token: () => Promise.resolve(token),
  })
  const shown = answerDialogs(portal)
  const list = createCustomerList(portal, person)
  list.start()
  await expect.poll(() => list.subscriptions.$list.get().status).toBe('loaded')
  await sandbox.clearRequests()
  return {
    list,
    shown,
    portal,
    environment,
    row: (id: number): Row => {
      const row = list.$rows.get()[id]
      if (!row) throw new Error(`The list has no row ${id}`)
      return row
    },
    /** Takes a list in, and waits until it is known what exists. */
    take: async (text: string) => {
      await list.paste(text)
      await expect.poll(() => list.$look.get().status).not.toBe('looking')
    },
  }
}
