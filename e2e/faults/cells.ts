import { calls } from '../../tools/contract/calls.ts'
import { realmAdminPath } from '../../sandbox/portal-environment.ts'
import type { CallName } from '../../test/answer-uses.ts'
import { boardingRows } from './boarding-rows.ts'
import { connectRows } from './connect-rows.ts'
import { homeRows } from './home-rows.ts'
import { openingRows } from './opening-rows.ts'
import type { Row } from './scene.ts'
import { stepRows } from './step-rows.ts'
import type { Call, Fault } from './strike.ts'
import { submitRows } from './submit-rows.ts'

/** One call of a screen, struck by one fault, and what the screen makes of it. */
export interface Cell {
  name: string
  row: Row
  call: Call
  fault: Fault
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
 * The other calls (contract §3): that no screen makes, or of whose failure a screen makes the same as
 * of another one's; its words are in the stores' tests. One that stands nowhere does not pass the
 * types, which is all that this is for.
 *
 * @public
 */
export const others: Readonly<Record<Exclude<CallName, Made>, Made | 'no screen'>> = {
  createAdministration: 'no screen',
  createJournal: 'no screen',
  createKey: 'no screen',
  findUsers: 'createRegistration',
  getCompanyInfo: 'getAdministration',
  getPaymentLedgers: 'no screen',
  getRelation: 'findRelations',
  importRelations: 'importProducts',
  listJournals: 'no screen',
  listPaymentLedgers: 'saveCompanySettings',
  listRevenueGroups: 'listProducts',
  updateKey: 'saveCompanySettings',
  updatePaymentLedgers: 'saveCompanySettings',
}

function cellOf(screen: string, name: Made, row: Row): Cell {
  const { service, method, path } = calls[name]
  const base = service === 'product' ? '/api' : realmAdminPath
  const { fault = '500', when, question } = row
  const about = [screen, when ? `${name} ${when}` : name, fault, ...(question ? ['asked'] : [])]
  const call = { method, path: row.path ?? base + (path.split('?')[0] ?? path) }
  return { name: about.join(' › '), row, call, fault }
}

/** For every screen what may become of its calls; the stores' tests have every fault of every call. */
export const cells: readonly Cell[] = Object.entries(screens).flatMap(([screen, rows]) =>
  Object.entries<Row | readonly Row[]>(rows).flatMap(([name, row]) =>
    [row].flat().map((each) => cellOf(screen, name as Made, each)),
  ),
)
