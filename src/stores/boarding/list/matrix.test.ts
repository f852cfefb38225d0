import { expect } from 'vitest'
import {
  back,
  calls,
  faults,
  finished,
  sentStruck,
  struckRow,
  ways,
} from '../../../../test/list-matrix.ts'
import { test } from '../../../../test/test.ts'

const repeated = ['registration', 'location', 'key']
const [goOn, ...anew] = ways.here

/** A reload, and the file that is loaded again in the same tab, strike in turn. */
const table = calls.flatMap((call, at) =>
  faults.flatMap((fault, index) =>
    [goOn, anew[(at + index) % anew.length] ?? goOn].map((way) => ({ way, ...call, ...fault })),
  ),
)

test.each(table)(
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
    const isThere = call === 'merchant' && of.isCarriedOut
    expect(asked).toEqual([
      ...(isThere ? ['boarding:merchantExists'] : []),
      ...(repeated.includes(call) && isOpen ? ['boarding:perhapsDone'] : []),
    ])
  },
)
