import { expect, test } from 'vitest'
import { report } from '../../../../test/builders.ts'
import { createTestEnvironment } from '../../../../test/environment.ts'
import { reportLimit } from '../../../lib/limits.ts'
import { keysOf, sharedPlaceKey } from '../../../lib/remembered.ts'
import { createKeptReport } from './report.ts'

const page = { isMessageKey: () => true }
const place = (location: number) => ({ administration: 1, location })

function setUp(environment = createTestEnvironment()) {
  const at = async (location: number, user = 'user-1') =>
    createKeptReport(environment, await sharedPlaceKey('report', user, place(location)), page)
  return { environment, at }
}

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

test.each(['{', 'null', '[]', '{"version":2}'])(
  '%s does no harm, and gives way',
  async (stored) => {
    const { environment, at } = setUp()
    environment.sharedStorage.setItem(await sharedPlaceKey('report', 'user-1', place(1)), stored)
    const kept = await at(1)
    expect(kept.read()).toBeNull()
    expect(kept.write(report())).toBe(true)
    expect(kept.read()).toEqual(report())
  },
)
