import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { createTestEnvironment, fillStorage } from '../../test/environment.ts'
import {
  forgetExpired,
  removeUserData,
  rememberVersion,
  accessBrowserValue,
  accessTabValue,
  createStorageKey,
  versionKey,
  type StoredDataKind,
} from './remembered.ts'
import { createOwner } from '../../test/portal.ts'
import { createMemoryStorage } from './environment.ts'

const schema = z.object({ name: z.string() })
const north = { name: 'Noord' }

describe('accessTabValue', () => {
  function setUp(environment = createTestEnvironment()) {
    const memoryOf = (user: string) =>
      accessTabValue(createOwner(environment, user), 'draft', schema)
    const key = 'koppelpunt:memory:1:user-1:draft'
    const stored = (): unknown => JSON.parse(environment.tabStorage.getItem(key) ?? 'null')
    return { environment, memory: memoryOf('user-1'), memoryOf, key, stored }
  }

  test('returns the stored value to the same user until it is cleared', () => {
    const { memory, memoryOf } = setUp()
    expect(memory.read()).toBeNull()
    memory.write({ name: 'N' })
    memory.write(north)
    expect(memory.read()).toEqual(north)
    expect(memoryOf('user-1').read()).toEqual(north)
    expect(memoryOf('user-2').read()).toBeNull()
    memory.clear()
    expect(memory.read()).toBeNull()
  })

  test.each(['{', '{"name":7}', 'null'])('ignores and logs the invalid stored value %s', (text) => {
    const { environment, memory, key } = setUp()
    environment.tabStorage.setItem(key, text)
    expect(memory.read()).toBeNull()
    expect(environment.logged).toEqual(['what was remembered is not usable: draft'])
  })

  test('on sign-out, removes the stored values of the portal and stores nothing afterwards', () => {
    const { environment, memory } = setUp()
    environment.tabStorage.setItem('other', '1')
    memory.write(north)
    removeUserData(environment)
    expect(memory.keep({ name: 'Zuid' })).toBe(false)
    expect(environment.tabStorage).toHaveLength(1)
    expect(environment.tabStorage.getItem('other')).toBe('1')
  })

  test('stores values again after the storage was temporarily full', () => {
    const { environment, memory, stored } = setUp()
    const freeStorage = fillStorage(environment.tabStorage)
    expect(memory.keep({ name: 'N' })).toBe(false)
    expect(environment.logged).toEqual(['could not be remembered: draft'])
    expect(() => memory.write(north)).toThrow('full')
    freeStorage()
    memory.keep(north)
    expect(stored()).toEqual(north)
  })
})

describe('portal update', () => {
  test('ignores values of another portal version and removes them on sign-out', () => {
    const environment = createTestEnvironment()
    for (const start of ['koppelpunt:memory:', 'koppelpunt:memory:0:', 'koppelpunt:memory:2:'])
      environment.tabStorage.setItem(`${start}user-1:draft`, JSON.stringify(north))
    const memory = accessTabValue(createOwner(environment, 'user-1'), 'draft', schema)
    expect(memory.read()).toBeNull()
    removeUserData(environment)
    expect(environment.tabStorage).toHaveLength(0)
  })

  test("a sign-in removes the tab's values of another user, whichever version of the portal stored them", () => {
    const environment = createTestEnvironment()
    for (const start of ['koppelpunt:memory:0:', 'koppelpunt:memory:1:', 'koppelpunt:memory:2:'])
      environment.tabStorage.setItem(`${start}user-1:draft`, JSON.stringify(north))
    accessTabValue(createOwner(environment, 'user-2'), 'draft', schema).write(north)
    removeUserData(environment, 'user-2')
    expect(environment.tabStorage).toHaveLength(1)
    expect(environment.tabStorage.getItem('koppelpunt:memory:1:user-2:draft')).not.toBeNull()
  })

  test.each(['0', '2'])(
    'refuses to store a value while the most recently opened page has version %s',
    (other) => {
      const environment = createTestEnvironment()
      const memory = accessTabValue(createOwner(environment, 'user-1'), 'draft', schema)
      memory.write(north)
      environment.sharedStorage.setItem(versionKey, other)
      expect(() => memory.write({ name: 'Zuid' })).toThrow('shell:outdated')
      expect(memory.keep({ name: 'Zuid' })).toBe(false)
      expect(memory.read()).toEqual(north)
      rememberVersion(environment)
      expect(memory.keep({ name: 'Zuid' })).toBe(true)
    },
  )
})

describe('accessBrowserValue', () => {
  const place = { administration: 1, location: 'Noord' }
  const rows: Readonly<Record<StoredDataKind, { prefix: string; isKept?: boolean }>> = {
    boarded: { prefix: 'koppelpunt:boarded:' },
    work: { prefix: 'koppelpunt:recent:' },
    pendingKeys: { prefix: 'koppelpunt:kept:keys:' },
    report: { prefix: 'koppelpunt:kept:report:' },
    imports: { prefix: 'koppelpunt:kept:imports:' },
    link: { prefix: 'koppelpunt:link:', isKept: true },
    cashDifferences: { prefix: 'koppelpunt:kept:cash-differences:' },
    wizardDraft: { prefix: 'koppelpunt:kept:wizard:' },
    choices: { prefix: 'koppelpunt:choices:', isKept: true },
    lastCustomer: { prefix: 'koppelpunt:kept:last-customer:' },
    subscription: { prefix: 'koppelpunt:subscription:', isKept: true },
    approver: { prefix: 'koppelpunt:approver:', isKept: true },
    ownCoupling: { prefix: 'koppelpunt:own:', isKept: true },
  }
  const kinds = Object.entries(rows) as [StoredDataKind, (typeof rows)[StoredDataKind]][]

  test.each(kinds)(
    'stores the kind %s under an anonymous key, and a sign-out removes the value unless the kind is kept',
    async (kind, { prefix, isKept = false }) => {
      const environment = createTestEnvironment()
      const key = await createStorageKey(kind, 'user-1')
      expect(key.startsWith(prefix)).toBe(true)
      expect(key).not.toContain('user-1')
      expect(key).not.toBe(await createStorageKey(kind, 'user-2'))
      const memory = accessBrowserValue<unknown>(environment, kind, key, z.unknown())
      expect(memory.write('7')).toBe(true)
      removeUserData(environment, 'user-1')
      expect(memory.read()).toBe('7')
      removeUserData(environment)
      expect(environment.sharedStorage).toHaveLength(isKept ? 1 : 0)
      expect(memory.write('8')).toBe(false)
    },
  )

  const outliving = kinds.filter(([, { isKept }]) => isKept).map(([kind]) => kind)

  function inDays(days: number, sharedStorage = createMemoryStorage()) {
    const now = () => Date.UTC(2026, 0, 15, 9) + days * 24 * 3600 * 1000
    return createTestEnvironment(undefined, { sharedStorage, now })
  }

  test.each(outliving)('stores %s for 60 days after its last change', async (kind) => {
    const key = await createStorageKey(kind, 'user-1')
    const memoryIn = (environment: ReturnType<typeof inDays>) =>
      accessBrowserValue(environment, kind, key, schema)
    const environment = inDays(0)
    const { sharedStorage } = environment
    memoryIn(environment).write(north)
    forgetExpired(inDays(60, sharedStorage))
    expect(memoryIn(inDays(60, sharedStorage)).read()).toEqual(north)
    expect(memoryIn(inDays(61, sharedStorage)).read()).toBeNull()
    expect(sharedStorage).toHaveLength(0)
    memoryIn(environment).write(north)
    memoryIn(inDays(40, sharedStorage)).write(north)
    forgetExpired(inDays(100, sharedStorage))
    expect(sharedStorage).toHaveLength(1)
    forgetExpired(inDays(101, sharedStorage))
    expect(sharedStorage).toHaveLength(0)
  })

  test.each(outliving)(
    'removes a stored value of the kind %s if its date is missing',
    async (kind) => {
      const environment = createTestEnvironment()
      const key = await createStorageKey(kind, 'user-1')
      for (const text of ['7', 'null', '{', '{"day":null}', '{"value":7}']) {
        environment.sharedStorage.setItem(key, text)
        expect(accessBrowserValue(environment, kind, key, z.unknown()).read()).toBeNull()
        environment.sharedStorage.setItem(key, text)
        forgetExpired(environment)
        expect(environment.sharedStorage).toHaveLength(0)
      }
    },
  )

  test('never expires values that stay stored until a sign-out', () => {
    const environment = inDays(0)
    accessBrowserValue(environment, 'report', 'koppelpunt:kept:report:1', schema).write(north)
    forgetExpired(inDays(400, environment.sharedStorage))
    expect(environment.sharedStorage).toHaveLength(1)
  })

  test.each(['report', 'link', 'cashDifferences', 'ownCoupling'] as const)(
    'creates a key for %s per user and location, regardless of the type of the ids',
    async (kind) => {
      const key = await createStorageKey(kind, 'user-1', place)
      expect(key).not.toMatch(/user-1|Noord/)
      expect(await createStorageKey(kind, 'user-1', { ...place, administration: '1' })).toBe(key)
      expect(await createStorageKey(kind, 'user-2', place)).not.toBe(key)
      expect(await createStorageKey(kind, 'user-1', { ...place, location: 2 })).not.toBe(key)
    },
  )

  test('keeps the stored value if the browser storage is full', () => {
    const environment = createTestEnvironment()
    const memory = accessBrowserValue(environment, 'report', 'key', schema)
    memory.write(north)
    fillStorage(environment.sharedStorage)
    expect(memory.keep({ name: 'Zuid' })).toBe(false)
    expect(memory.read()).toEqual(north)
    expect(environment.logged).toEqual(['could not be remembered: report'])
    expect(environment.loggedDetails.join()).not.toContain('Zuid')
  })
})
