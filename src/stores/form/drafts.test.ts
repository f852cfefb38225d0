import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { createTestEnvironment, fillStorage } from '../../../test/environment.ts'
import { createOwner } from '../../../test/portal.ts'
import { readDrafts, openDraft } from './drafts.ts'

test('lists no draft that did not fit in the storage', async () => {
  const environment = createTestEnvironment()
  fillStorage(environment.tabStorage, (_, text) => text.length > 500)
  const draft = openDraft(createOwner(environment), 'boarding', z.string(), () => ({}))
  expect(draft.keep('x'.repeat(1000))).toBe(false)
  expect(await readDrafts(createOwner(environment))).toEqual([])
  expect(draft.keep('x')).toBe(true)
  expect(await readDrafts(createOwner(environment))).toHaveLength(1)
})
