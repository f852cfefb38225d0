import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { createTestEnvironment } from '../../../test/environment.ts'
import { createOwner } from '../../../test/portal.ts'
import { readDrafts, openDraft } from './drafts.ts'

test('lists no draft that did not fit in the storage', async () => {
  const environment = createTestEnvironment()
  const { tabStorage } = environment
  const setItem = tabStorage.setItem.bind(tabStorage)
  Object.assign(tabStorage, {
    setItem: (key: string, text: string) => {
      if (text.length > 500) throw new DOMException('full', 'QuotaExceededError')
      setItem(key, text)
    },
  })
  const draft = openDraft(createOwner(environment), 'boarding', z.string(), () => ({}))
  expect(draft.keep('x'.repeat(1000))).toBe(false)
  expect(await readDrafts(createOwner(environment))).toEqual([])
  expect(draft.keep('x')).toBe(true)
  expect(await readDrafts(createOwner(environment))).toHaveLength(1)
})
