import { calls } from '../../tools/contract/calls.ts'
import { realmAdminPath } from '../../sandbox/portal-environment.ts'
import { findUsers } from '../../src/lib/api/users.ts'
import type { CallName } from '../../test/answer-uses.ts'
import { boardingRows } from './boarding-rows.ts'
import { connectRows } from './connect-rows.ts'
import { homeRows } from './home-rows.ts'
import { openingRows } from './opening-rows.ts'
import type { Question, Row, Told } from './scene.ts'
import { stepRows } from './step-rows.ts'
import type { Call, Fault } from './strike.ts'
import { submitRows } from './submit-rows.ts'

/** One call of a screen, struck by one fault, and what the screen makes of it. */
export interface Cell {
  name: string
  row: Row
  call: Call
  fault: Fault
  told: Told | null
  /** Asked where there is no header by which the service tells repetitions. */
  question: Question | null
}

const screens = {
  connect: connectRows,
  boarding: boardingRows,
  home: homeRows,
  'wizard, opening': openingRows,
  'wizard, steps': stepRows,
  'wizard, submit': submitRows,
} as const satisfies Record<string, Partial<Record<CallName, Row | readonly Row[]>>>

type Screens = typeof screens
type Made = { [Screen in keyof Screens]: keyof Screens[Screen] }[keyof Screens]

/**
 * Calls that no screen makes (contract §3). Any other has a row, or this does not pass the types,
 * which is all that it is for.
 *
 * @public
 */
export const unmade: Readonly<Record<Exclude<CallName, Made>, 'no screen'>> = {
  createAdministration: 'no screen',
  createJournal: 'no screen',
  createKey: 'no screen',
  getPaymentLedgers: 'no screen',
  listJournals: 'no screen',
}

function callOf(name: CallName, row: Row): Call {
  const { service, method, path } = { ...calls, findUsers }[name]
  const base = service === 'product' ? '/api' : realmAdminPath
  return { method, path: row.path ?? base + (path.split('?')[0] ?? path) }
}

function cellsOf(screen: string, name: CallName, row: Row): Cell[] {
  const { told, fault = '500', meanings = {}, question } = row
  const call = callOf(name, row)
  const about = `${screen} › ${name}${row.when ? ` ${row.when}` : ''}`
  const cell = { row, call, told, question: null }
  return [
    { ...cell, name: `${about} › ${fault}`, fault },
    ...Object.entries(meanings).map(([each, meaning]) => ({
      ...cell,
      name: `${about} › ${each}`,
      fault: each as Fault,
      told: meaning,
    })),
    ...(question === undefined
      ? []
      : [
          {
            ...cell,
            name: `${about} › asked again`,
            fault: question.fault,
            told: meanings[question.fault] ?? told,
            question,
          },
        ]),
  ]
}

/** For every call of a screen what may become of it; the stores' tests have every fault. */
export const cells: readonly Cell[] = Object.entries(screens).flatMap(([screen, rows]) =>
  Object.entries<Row | readonly Row[]>(rows).flatMap(([name, row]) =>
    [row].flat().flatMap((each) => cellsOf(screen, name as CallName, each)),
  ),
)
