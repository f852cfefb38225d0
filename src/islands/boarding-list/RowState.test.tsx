import { test } from 'vitest'
import { boardingValues } from '../../../test/builders.ts'
import { render } from '../../../test/component.ts'
import { emptyRow, type BoardingRow, type RowMatch } from '../../stores/boarding/list/rows.ts'
import { createResultCells, StateChips } from './RowState.tsx'

const created = {
  administration: 1001,
  location: 2001,
  key: 'sleutel',
  link: new URL('https://snelstart.test/activate'),
}
const match: RowMatch = {
  ...{ administration: 1001, isCertain: true, registered: 'asSent', location: 'present' },
  ...{ locationId: 2001, error: null, approval: null, isToFinish: false },
}
const notes = [
  { message: { key: 'boarding:withdrawn' }, detail: { key: 'failure:tryOrTell' } },
] as const

test.for<readonly [string, Partial<BoardingRow>]>([
  ['is wrong', { problems: { 'merchant_info.username': { key: 'validation:email' } } }],
  ['is ready', {}],
  ['resembles an earlier row', { duplicateOf: 0 }],
  ['exists without a location', { matches: [{ ...match, location: 'none' }] }],
  ['exists without a key', { matches: [{ ...match, location: 'unfinished' }] }],
  ['could not be looked up', { matches: [{ ...match, location: 'unknown' }] }],
  ['certainly exists', { matches: [match], isLeftOut: true }],
  ['has an approval link', { matches: [{ ...match, approval: created }], isLeftOut: true }],
  ['waits', { state: { status: 'waiting' } }],
  ['is being added', { state: { status: 'busy', step: 'key' }, duplicateOf: 0 }],
  ['has a question', { state: { status: 'asking', question: notes[0], answer: () => undefined } }],
  ['failed', { state: { status: 'failed' }, notes }],
  ['is skipped', { isLeftOut: true }],
  ['awaits approval', { state: { status: 'awaiting', ...created } }],
  ['is approved', { state: { status: 'done', ...created } }],
  ['was in a dry run', { state: { status: 'tried' } }],
])('states the chips and the result of a row that %s', ([, changes], { expect }) => {
  const row = { ...emptyRow, id: 1, plan: '', decision: null, values: boardingValues(), ...changes }
  expect([
    ...render(<StateChips row={row} />).lines(),
    createResultCells(row).join(';'),
  ]).toMatchSnapshot()
})
