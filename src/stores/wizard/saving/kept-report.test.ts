import { expect, test } from 'vitest'
import { report } from '../../../../test/builders.ts'
import { createStorage, createTestEnvironment } from '../../../../test/environment.ts'
import { reportLimit } from '../../../lib/limits.ts'
import { forgetMemory, keysOf, reportKey } from '../../session/user-memory.ts'
import { createKeptReport } from './report.ts'

const page = { isMessageKey: () => true }
const place = (location: number) => ({ administration: 1, location })
const full = () => {
  throw new DOMException('full', 'QuotaExceededError')
}

function setUp(environment = createTestEnvironment()) {
  const at = async (location: number, user = 'user-1') =>
    createKeptReport(environment, await reportKey(user, place(location)), page)
  return { environment, at }
}

test('another tab reads it, another user or place does not, and its key says nothing', async () => {
  const sharedStorage = createStorage()
  const { at } = setUp(createTestEnvironment(undefined, { sharedStorage }))
  expect((await at(2)).write(report())).toBe(true)
  const other = setUp(createTestEnvironment(undefined, { sharedStorage }))
  expect((await other.at(2)).read()).toEqual(report())
  expect((await other.at(2, 'user-2')).read()).toBeNull()
  expect((await other.at(3)).read()).toBeNull()
  expect(sharedStorage.key(0)).not.toMatch(/user-1|1\/2/)
})

test('the last one of each place stays, of so many places of a user', async () => {
  const { environment, at } = setUp()
  await at(1, 'user-2').then((kept) => kept.write(report()))
  for (let location = 1; location <= reportLimit; location += 1) {
    await at(location).then((kept) => kept.write(report({ at: location })))
  }
  // Written again, and so not the oldest any more.
  await at(1).then((kept) => kept.write(report({ at: reportLimit + 1 })))
  await at(99).then((kept) => kept.write(report({ at: reportLimit + 2 })))
  expect((await at(1)).read()).not.toBeNull()
  expect((await at(2)).read()).toBeNull()
  expect((await at(3)).read()).not.toBeNull()
  expect((await at(1, 'user-2')).read()).not.toBeNull()
  expect(keysOf(environment.sharedStorage, 'koppelpunt:kept:report:')).toHaveLength(reportLimit + 1)
})

test('a sign-out removes everybody’s, and nothing is kept after it', async () => {
  const { environment, at } = setUp()
  const kept = await at(1)
  kept.write(report())
  ;(await at(1, 'user-2')).write(report())
  forgetMemory(environment)
  expect(kept.write(report())).toBe(false)
  expect(environment.sharedStorage).toHaveLength(0)
})

test.each(['{', 'null', '[]', '{"version":2}'])(
  '%s does no harm, and gives way',
  async (stored) => {
    const { environment, at } = setUp()
    environment.sharedStorage.setItem(await reportKey('user-1', place(1)), stored)
    const kept = await at(1)
    expect(kept.read()).toBeNull()
    expect(kept.write(report())).toBe(true)
    expect(kept.read()).toEqual(report())
  },
)

test('storage that is full keeps what was kept, and says so', async () => {
  const { environment, at } = setUp()
  const kept = await at(1)
  kept.write(report())
  Object.assign(environment.sharedStorage, { setItem: full })
  expect(kept.write(report({ at: 1 }))).toBe(false)
  expect(kept.read()).toEqual(report())
  expect(environment.logged).toEqual(['this browser could not keep the report'])
})
