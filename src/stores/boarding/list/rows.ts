import * as z from 'zod/mini'
import { id, type Id } from '../../../lib/api/endpoint.ts'
import {
  boardingValues,
  type BoardingValues,
  type FieldName,
} from '../../../lib/domain/customer.ts'
import { companyKeys, identityOf } from '../../../lib/domain/customer-list.ts'
import { variantOf } from '../../../lib/domain/coupling.ts'
import type { Environment } from '../../../lib/environment.ts'
import type { Message } from '../../../lib/i18n/messages.ts'
import { namesInTab, rememberedInTab, type Owner } from '../../../lib/remembered.ts'
import { approvalAddress, rowName, type CustomerLink } from '../../coupling/customer-links.ts'
import type { DialogContent } from '../../shell/dialogs.ts'
import type { SignedIn } from '../../shell/portal.ts'
import type { Couplable } from '../board-customer.ts'
import type { CustomerMatch } from '../customer-lookup.ts'
import type { SagaStep } from '../memory.ts'

export interface RowMatch extends CustomerMatch {
  /** Key that this browser created for the row's location, and the address where it is approved. */
  approval: { key: Id; link: URL } | null
  /** True if boarding goes on with it unless the user decides otherwise. */
  isToFinish: boolean
}

export const isKeyless = ({ location, approval }: RowMatch) =>
  location === 'unfinished' && approval === null

export type RowState =
  /** `skipped`: excluded, or the user declined a question. `tried`: a dry run sent nothing. */
  | { status: 'waiting' | 'failed' | 'skipped' | 'tried' }
  /** No step during a look-up, and between an answer of the user and the row's turn. */
  | { status: 'busy'; step: SagaStep | null }
  | { status: 'asking'; question: DialogContent; answer: (agreed: boolean) => void }
  /** The customer exists, and the row is excluded. The link is present if this browser created the key. */
  | { status: 'exists'; administration: Id; location: Id | null; key?: Id; link?: URL }
  /** The customer is boarded. `done`: the coupling is confirmed as well. */
  | ({ status: 'awaiting' | 'done'; link: URL } & Couplable)

export interface BoardingRow {
  id: number
  values: BoardingValues
  plan: string
  /** The user's decision to exclude the row or not; null if there is none. */
  decision: boolean | null
  /** True if the row is excluded: by decision, or by default if it repeats another row or exists. */
  isLeftOut: boolean
  problems: Readonly<Partial<Record<FieldName, Message>>>
  /** Text that is equal for rows with the same values; empty if the row has to be judged again. */
  identity: string
  duplicateOf: number | null
  matches: readonly RowMatch[]
  /** Name of the tab's memory of the row, once boarding began. */
  begun: string | null
  /** True if the row was boarded before a reload. The run reads the state of its coupling last. */
  isRecalled: boolean
  isChosen: boolean
  state: RowState | null
  /** Messages of the last attempt; the last one is the failure. */
  notes: readonly DialogContent[]
}

export const newRow = {
  problems: {},
  identity: '',
  isLeftOut: false,
  duplicateOf: null,
  matches: [],
  begun: null,
  isRecalled: false,
  isChosen: false,
  state: null,
  notes: [],
} as const

export const isReady = ({ isLeftOut, problems, values }: BoardingRow) =>
  !isLeftOut && Object.keys(problems).length === 0 && values.subscription.selected !== null

export const isSent = (state: RowState | null) =>
  state !== null && ['busy', 'asking', 'awaiting', 'done'].includes(state.status)

/** Returns the state to show, also of an excluded row. */
export function stateOf({ state, isLeftOut, matches: [match] }: BoardingRow): RowState | null {
  const isSkipped = state?.status === 'skipped'
  if (!isLeftOut) return isSkipped ? null : state
  if (isSkipped || isSent(state)) return state
  if (!match) return { status: 'skipped' }
  const { administration, locationId: location, approval } = match
  return { status: 'exists', administration, location, ...approval }
}

/** Returns the link with which the customer of a row approves (§2); null if there is none. */
export function linkOf(row: BoardingRow): CustomerLink | null {
  const state = stateOf(row)
  if (!state || !('link' in state) || state.location === null) return null
  const { administration, location, link } = state
  const { merchant_info: merchant, serial_info: company } = row.values
  return {
    place: { administration, location },
    name: company.serial.name,
    shop: company.location.name,
    email: merchant.username,
    link,
  }
}

const begunRow = z.object({
  values: boardingValues,
  made: z.optional(z.object({ administration: id, location: id, key: id })),
})

export function rowMemory(owner: Owner, name: string) {
  return rememberedInTab<z.infer<typeof begunRow>>(owner, `${rowName}${name}`, begunRow)
}

export const createRowName = ({ randomId }: Environment) => `:${randomId()}`

export function withLink(portal: SignedIn, { administration, location, key }: Couplable) {
  const couplable = { administration, location, key }
  const approvedBy = variantOf(portal.person) === 'polaris' ? 'polaris' : 'package'
  return { ...couplable, link: approvalAddress(portal, { ...couplable, approvedBy }) }
}

/**
 * Keys by which rows are found in the tab's memory, the most certain first: the same values, then rows that were
 * edited after boarding began, then the same company, which may be another customer.
 */
const memoryKeys: readonly ((row: BoardingRow) => readonly string[])[] = [
  ({ identity }) => [identity],
  ({ state, isRecalled, begun }) => (state && !isRecalled && begun ? [begun] : []),
  ({ values }) => companyKeys(values),
]

/** Returns the rows with the tab's memory of them. Each memory is of one row: a second row is another customer. */
export function recallRows(portal: SignedIn, rows: readonly BoardingRow[]): readonly BoardingRow[] {
  const memories = namesInTab(portal, rowName).flatMap((name) => {
    const last = rowMemory(portal, name).read()
    const keys = last ? [identityOf(last.values), name, ...companyKeys(last.values)] : []
    return keys.map((key) => ({ key, name, made: last?.made }))
  })
  const byKey = Map.groupBy(memories, ({ key }) => key)
  const found = new Map<BoardingRow['id'], (typeof memories)[number]>()
  const taken = new Set<string>()
  for (const keysOf of memoryKeys) {
    for (const row of rows.filter(({ id: each }) => !found.has(each))) {
      const candidates = keysOf(row).flatMap((key) => byKey.get(key) ?? [])
      const memory = candidates.find(({ name }) => !taken.has(name))
      if (!memory) continue
      taken.add(memory.name)
      found.set(row.id, memory)
    }
  }
  return rows.map((row) => {
    const { key, name: begun = null, made } = found.get(row.id) ?? {}
    if (made && key === row.identity && !row.state) {
      const state: RowState = { status: 'awaiting', ...withLink(portal, made) }
      return { ...row, begun, isRecalled: true, state }
    }
    return begun === row.begun ? row : { ...row, begun }
  })
}
