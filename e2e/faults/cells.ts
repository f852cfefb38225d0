import type { CallName } from '../../test/answer-uses.ts'
import { boardingRows } from './boarding-rows.ts'
import { callOf, type Call } from './calls.ts'
import { connectRows } from './connect-rows.ts'
import { faultNames, faults, reason, statuses, type Fault, type FaultName } from './faults.ts'
import { homeRows } from './home-rows.ts'
import { openingRows } from './opening-rows.ts'
import type { Header, Row, Rows, Told } from './row.ts'
import { stepRows } from './step-rows.ts'
import { submitRows } from './submit-rows.ts'

/** What a screen makes of a fault. */
export type Outcome =
  /** It never knows. */
  | { kind: 'overcome' }
  /** It says nothing and goes on. */
  | { kind: 'unsaid' }
  | {
      kind: 'told'
      told: Told
      texts: readonly string[]
      /** What is asked before the write is sent again, and the answer that fits. */
      question: { text: string; answer: 'Bevestigen' | 'Annuleren'; then?: string } | null
    }

/** One call of a screen, struck by one fault. */
export interface Cell {
  name: string
  row: Row
  call: Call
  fault: FaultName
  header: Header
  outcome: Outcome
}

const screens = {
  connect: connectRows,
  boarding: boardingRows,
  home: homeRows,
  'wizard, opening': openingRows,
  'wizard, steps': stepRows,
  'wizard, submit': submitRows,
} as const satisfies Record<string, Rows>

type Screens = typeof screens
type Made = { [Screen in keyof Screens]: keyof Screens[Screen] }[keyof Screens]

/** Calls that no screen makes (contract §3). Any other has a row, or this does not pass the types. */
export const unmade: Readonly<Record<Exclude<CallName, Made>, 'no screen'>> = {
  createAdministration: 'no screen',
  createJournal: 'no screen',
  createKey: 'no screen',
  getPaymentLedgers: 'no screen',
  listJournals: 'no screen',
}

const withHeader: Header = 'with the header'
const withoutHeader: Header = 'without the header'

/** Whether an answer can lack such a field at all. */
function isPossible({ needed, others }: Call, fault: FaultName): boolean {
  if (fault === 'needed field missing') return needed.length > 0
  return fault !== 'other fields missing' || others.length > 0
}

/** Why a fault is the same to a call as another one that is tried; null where it is not. */
function mergedBecause(row: Row, call: Call, fault: FaultName, header: Header): string | null {
  const own = row.merged?.[fault]
  if (own !== undefined) return own
  if (fault === '401 once' && !call.isAuthorized) return 'it has no token: as 401 always'
  if (!call.isWrite) {
    return fault === 'answer lost' ? 'a read leaves nothing behind: as abort' : null
  }
  if (header === withHeader) return null
  if (row.sameWithout !== undefined) return row.sameWithout
  const { end } = faults[fault]
  if (end === 'overcome') return 'nothing is sent again: as with the header'
  if (end === 'refused' && fault !== '403') return 'nothing is remembered of a refusal: as 403'
  return null
}

/** Whether no call can tell of a write. */
const isUntold = ({ question }: Row) => question?.when === 'always'

/** Whether a fault costs a write nothing: it was done, and what is needed of its answer can be found. */
function isFound(row: Row, { isWrite, needed }: Call, name: FaultName): boolean {
  const { isSuccess }: Fault = faults[name]
  return isWrite && isSuccess === true && (needed.length === 0 || !isUntold(row))
}

/**
 * Whether somebody is asked before a write is sent again: without the header, where what became of
 * it is not known. What was answered with a failure is not under way any more, and is sent again
 * unasked, unless no call can tell. This is the only place that says so.
 */
function questionOf(row: Row, name: FaultName, header: Header) {
  const { question } = row
  const fault = faults[name]
  if (!question || header === withHeader || fault.end !== 'unknown') return null
  if ((name === '500' || name === '503') && !isUntold(row)) return null
  const { text, when, then, isDeclinedWhenThere = false } = question
  const isThere = fault.isCarriedOut
  if ((when === 'it is there' && !isThere) || (when === 'nothing is found' && isThere)) return null
  const answer = isDeclinedWhenThere && isThere ? 'Annuleren' : 'Bevestigen'
  return { text, answer, ...(then !== undefined && { then }) } as const
}

function outcomeOf(row: Row, call: Call, name: FaultName, header: Header): Outcome {
  const fault = faults[name]
  const meaning = row.meanings?.[name]
  if (meaning === undefined && (fault.end === 'overcome' || isFound(row, call, name))) {
    return { kind: 'overcome' }
  }
  const told = meaning ?? row.told
  if (told === null || told === 'nothing') return { kind: 'unsaid' }
  const words = {
    text: fault.text(call.within + (call.needed[0] ?? '')),
    reasons: statuses.includes(name) ? reason : null,
  }
  return {
    kind: 'told',
    told,
    texts: told.texts(words),
    question: questionOf(row, name, header),
  }
}

interface Place {
  screen: string
  name: CallName
  row: Row
}

const places: readonly Place[] = Object.entries(screens).flatMap(([screen, rows]) =>
  Object.entries(rows as Rows).flatMap(([name, row]) =>
    [row].flat().map((each) => ({ screen, name: name as CallName, row: each })),
  ),
)

function headersOf(row: Row, { isWrite }: Call): readonly Header[] {
  if (row.header) return [row.header]
  return isWrite ? [withHeader, withoutHeader] : [withHeader]
}

const combinations = places.flatMap(({ screen, name, row }) => {
  const described = callOf(name)
  const call = { ...described, path: row.path ?? described.path }
  const about = [screen, `${name}${row.when ? ` ${row.when}` : ''}`].join(' › ')
  return faultNames
    .filter((fault) => isPossible(call, fault) && (row.only ?? fault) === fault)
    .flatMap((fault) =>
      headersOf(row, call).map((header) => ({
        name: [about, fault, ...(call.isWrite ? [header] : [])].join(' › '),
        row,
        call,
        fault,
        header,
        merged: mergedBecause(row, call, fault, header),
      })),
    )
})

/** The table: every call of a screen with every fault that makes a difference to it. */
export const cells: readonly Cell[] = combinations
  .filter(({ merged }) => merged === null)
  .map(({ name, row, call, fault, header }) => {
    const outcome = outcomeOf(row, call, fault, header)
    return { name, row, call, fault, header, outcome }
  })

/** What is not tried by itself, and why. */
export const mergedCells = combinations.filter(({ merged }) => merged !== null)

/** Calls that the screens make; the same call counts on each of them. */
export const calls = places.length
