import { expect } from 'vitest'
import { successesOfWrite } from '../../../../test/fault-matrix.ts'
import {
  back,
  calls,
  faults,
  finished,
  sentStruck,
  struckRow,
  ways,
} from '../../../../test/list-matrix.ts'
import { statesOf } from '../../../../test/open-list.ts'
import { test } from '../../../../test/test.ts'

const [goOn] = ways.here
const every = [...ways.here, ...ways.elsewhere]

/** Each call of a row with what may become of it; the ways back strike in turn. */
const inTurn = <Of>(of: readonly Of[], all: readonly (typeof every)[number][]) =>
  calls.flatMap((call, at) =>
    of.map((each, index) => ({ way: all[(at + index) % all.length] ?? goOn, ...call, ...each })),
  )

test.each(inTurn(faults, ways.here))(
  '$call, $name, $way: every thing is made once, and the others as if nothing were',
  async ({ way, name, ...of }) => {
    const { call } = of
    const page = await sentStruck(of, { name, ...of })
    const state = page.row(struckRow).state
    if (call === 'access') {
      expect(state).toMatchObject({
        status: 'awaiting',
        notes: [{ message: { key: 'boarding:accessFailed' } }],
      })
    } else expect(state?.status).toBe(name === '401' ? 'waiting' : 'failed')

    const asked = await finished(await back(page, way), way)
    // As in the form: what can be looked up is not asked about, nor what surely is over.
    const isOpen = call === 'key' ? of.isUncertain : of.isUnknown && !of.isCarriedOut
    const isRepeated = ['registration', 'location', 'key'].includes(call)
    const isThere = call === 'merchant' && of.isCarriedOut
    expect(asked).toEqual([
      ...(isThere ? ['boarding:merchantExists'] : []),
      ...(isRepeated && isOpen ? ['boarding:perhapsDone'] : []),
    ])
  },
)

test.each(inTurn(faults, ways.elsewhere))(
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

test.each(inTurn(answers, every).filter(({ method }) => method === 'POST'))(
  '$call, $name, $way: it was made, and is never made twice unasked',
  async (of) => {
    const { call, fault, way, isWhole } = of
    const page = await sentStruck(of, { name: 'success', fault, reads: 1, writes: 1 })
    // No call tells the id of a key.
    const isStuck = call === 'key' && !isWhole
    expect(statesOf(page.run)[struckRow]).toBe(isStuck ? 'failed' : 'awaiting')
    const asked = await finished(await back(page, way), way)
    // Another browser cannot know the key of what it is told to go on with.
    const isAsked = isStuck || way === 'another browser'
    expect(asked).toEqual(isAsked ? ['boarding:perhapsDone'] : [])
  },
)
