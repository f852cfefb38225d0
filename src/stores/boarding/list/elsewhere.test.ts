import { expect } from 'vitest'
import { faultsOf, successesOfWrite } from '../../../../test/fault-matrix.ts'
import {
  back,
  calls,
  faults,
  finished,
  openedList,
  sentStruck,
  struckRow,
  ways,
} from '../../../../test/list-matrix.ts'
import { statesOf, through } from '../../../../test/open-list.ts'
import { sandbox, test } from '../../../../test/test.ts'

const all = [...ways.here, ...ways.elsewhere]

/** Another tab and another browser strike in turn. */
const struck = calls.flatMap((call, at) =>
  faults.map((fault, index) => ({
    way: ways.elsewhere[(at + index) % 2] ?? 'another tab',
    ...call,
    ...fault,
  })),
)

test.each(struck)(
  '$call, $name, the file again in $way: every thing is made once, and no row is lost',
  async ({ way, ...of }) => {
    const later = await back(await sentStruck(of, of), way)
    const asked = await finished(later, way)
    // Whether a key was made no call tells.
    const isKeyless = of.call === 'key' || (of.call === 'location' && of.isCarriedOut)
    if (isKeyless) expect(asked).toContain('boarding:perhapsDone')
  },
)

const answers = successesOfWrite.filter(({ header }) => header === '')
const writes = calls.filter(({ method }) => method === 'POST')

test.each(
  writes.flatMap((call, at) =>
    answers.map((answer, index) => ({
      way: all[(at + index) % all.length] ?? 'go on',
      ...call,
      ...answer,
    })),
  ),
)('$call, $name, $way: it was made, and is never made twice unasked', async (of) => {
  const { call, fault, way, isWhole } = of
  const page = await sentStruck(of, { name: 'success', fault, reads: 1, writes: 1 })
  // No call tells the id of a key.
  const isStuck = call === 'key' && !isWhole
  expect(statesOf(page.run)[struckRow]).toBe(isStuck ? 'failed' : 'awaiting')
  const asked = await finished(await back(page, way), way)
  // Another browser cannot know the key of what it is told to go on with.
  const isAsked = isStuck || way === 'another browser'
  expect(asked).toEqual(isAsked ? ['boarding:perhapsDone'] : [])
})

/** The look-ups for a write whose answer was lost. */
const lookUps = [
  ['/api/serials/serial/list', 'registration'],
  ['/api/registrations/registration', 'registration'],
  ['/api/locations/location/list/all', 'registration'],
  ['/api/locations/location/list/all', 'location'],
] as const

test.each(
  lookUps.flatMap(([path, lost], at) =>
    faultsOf({ told: ['404', '409'] }).map((fault, index) => ({
      way: ways.here[(at + index) % ways.here.length] ?? 'go on',
      ...{ path, lost },
      ...fault,
    })),
  ),
)('GET $path for the lost $lost, $name, $way: every thing is made once', async (of) => {
  const { path, lost, fault, way } = of
  const write = {
    method: 'POST',
    path: writes.find(({ call }) => call === lost)?.path ?? '',
  } as const
  const page = await openedList()
  const lose = { fault: { kind: 'lost' } } as const
  await page.struck({ ...write, after: struckRow, times: 1 }, lose, () => through(page.run))
  expect(statesOf(page.run)[struckRow]).toBe('failed')
  await page.struck({ method: 'GET', path }, { fault }, () => through(page.run))
  if (of.name === 'timeout') await sandbox.settled()
  await finished(await back(page, way), way)
})
