import * as z from 'zod/mini'
import { id, type Id } from '../../../lib/api/endpoint.ts'
import {
  boardingValues,
  type BoardingValues,
  type FieldName,
} from '../../../lib/domain/customer.ts'
import { getCompanyKeys, createCustomerKey } from '../../../lib/domain/customer-list.ts'
import { getWizardVariant } from '../../../lib/domain/coupling.ts'
import type { Environment } from '../../../lib/environment.ts'
import type { Message } from '../../../lib/i18n/messages.ts'
import { listTabValueNames, accessTabValue, type Owner } from '../../../lib/remembered.ts'
import {
  approvalAddress,
  customerRowKeyPrefix,
  type CustomerLink,
} from '../../coupling/customer-links.ts'
import { isSamePlaceAs, type PendingKey } from '../../coupling/remembered-places.ts'
import type { DialogContent } from '../../shell/dialogs.ts'
import type { SignedIn } from '../../shell/portal.ts'
import type { PlaceWithKey } from '../board-customer.ts'
import type { CustomerMatch } from '../customer-lookup.ts'
import type { CreationStep } from '../memory.ts'

export interface RowMatch extends CustomerMatch {
  /** Key that this browser created, with its approval link. */
  approval: { key: Id; link: URL } | null
  /** True if the submit continues with this unfinished administration by default. */
  isToFinish: boolean
}

export const isMatchWithoutKey = ({ location, approval }: RowMatch) =>
  location === 'unfinished' && approval === null

export type RowState =
  /** `skipped` includes declined rows, `tried` means a dry run. */
  | { status: 'waiting' | 'failed' | 'skipped' | 'tried' }
  /** Current step, or null before the next step starts. */
  | { status: 'busy'; step: CreationStep | null }
  | { status: 'asking'; question: DialogContent; answer: (agreed: boolean) => void }
  /** Existing customer, with a link if this browser created the key. */
  | { status: 'exists'; administration: Id; location: Id | null; key?: Id; link?: URL }
  /** The coupling is pending (`awaiting`) or confirmed (`done`). */
  | ({ status: 'awaiting' | 'done'; link: URL } & PlaceWithKey)

export interface BoardingRow {
  id: number
  values: BoardingValues
  plan: string
  /** True if the user excluded the row, null by default. */
  decision: boolean | null
  /** True if the user or the default excludes the row. */
  isLeftOut: boolean
  problems: Readonly<Partial<Record<FieldName, Message>>>
  /** Text to compare rows, empty if the row needs validation. */
  identity: string
  /** True if a valid value looks like a mistake. */
  isUnusual: boolean
  duplicateOf: number | null
  matches: readonly RowMatch[]
  /** Key of the stored row, or null before the submit. */
  begun: string | null
  /** True if the customer was created before a reload. */
  isRecalled: boolean
  /** True if the approval link is selected. */
  isChosen?: boolean | undefined
  state: RowState | null
  /** Messages of the last attempt, ending with the failure. */
  notes: readonly DialogContent[]
}

export const emptyRow = {
  problems: {},
  identity: '',
  isLeftOut: false,
  isUnusual: false,
  duplicateOf: null,
  matches: [],
  begun: null,
  isRecalled: false,
  state: null,
  notes: [],
} as const

export const isRowWrong = ({ problems }: BoardingRow) => Object.keys(problems).length > 0

/** True if a row can be sent, which requires loaded subscriptions. */
export const isRowReady = (row: BoardingRow) =>
  !row.isLeftOut && !isRowWrong(row) && row.values.subscription.selected !== null

export const isRowSent = (state: RowState | null) =>
  state !== null && ['busy', 'asking', 'awaiting', 'done'].includes(state.status)

/** True if the user should check the unsent row. */
export const isRowDoubtful = ({ isLeftOut, state, isUnusual, duplicateOf, matches }: BoardingRow) =>
  !isLeftOut && !isRowSent(state) && (isUnusual || duplicateOf !== null || matches.length > 0)

/** Returns the state to display, also for excluded rows. */
export function getRowState(row: BoardingRow): RowState | null {
  const { state, isLeftOut, decision, duplicateOf } = row
  const [match] = row.matches
  const isSkipped = state?.status === 'skipped'
  if (!isLeftOut) return isSkipped ? null : state
  if (isSkipped || isRowSent(state)) return state
  // Only a row of an existing customer has a link.
  if (!match || decision === true || duplicateOf !== null) return { status: 'skipped' }
  const { administration, locationId: location, approval } = match
  return { status: 'exists', administration, location, ...approval }
}

/** Returns the approval link of a row's customer (§2). */
export function getRowLink(row: BoardingRow): CustomerLink | null {
  const state = getRowState(row)
  if (!state || !('link' in state) || state.location === null) return null
  const { administration, location, link } = state
  const { merchant_info: merchant, serial_info: company } = row.values
  return {
    place: { administration, location },
    name: company.serial.name,
    shop: company.location.name,
    contact: merchant.full_name,
    email: merchant.username,
    link,
  }
}

const begunRow = z.object({
  values: boardingValues,
  created: z.optional(z.object({ administration: id, location: id, key: id })),
})

export function openRowRecord(owner: Owner, name: string) {
  return accessTabValue<z.infer<typeof begunRow>>(owner, `${customerRowKeyPrefix}${name}`, begunRow)
}

export const createRowName = ({ randomId }: Environment) => `:${randomId()}`

export function addApprovalLink(
  portal: SignedIn,
  { administration, location, key, ...from }: PlaceWithKey,
) {
  const couplable = { administration, location, key }
  const isPolaris = getWizardVariant(portal.person) === 'polaris'
  const { approvedBy = isPolaris ? 'polaris' : 'package' } = from
  return { ...couplable, link: approvalAddress(portal, { ...couplable, approvedBy }) }
}

/** Keys of a row's stored data, most reliable key first. */
const storedKeys: readonly ((row: BoardingRow) => readonly string[])[] = [
  ({ identity }) => [identity],
  ({ state, isRecalled, begun }) => (state && !isRecalled && begun ? [begun] : []),
  ({ values }) => getCompanyKeys(values),
]

/** Restores the rows, assigning each stored customer to one row. */
export function restoreRows(
  portal: SignedIn,
  rows: readonly BoardingRow[],
  pendingKeys: readonly PendingKey[],
): readonly BoardingRow[] {
  const memories = listTabValueNames(portal, customerRowKeyPrefix).flatMap((name) => {
    const last = openRowRecord(portal, name).read()
    const keys = last ? [createCustomerKey(last.values), name, ...getCompanyKeys(last.values)] : []
    return keys.map((key) => ({ key, name, created: last?.created }))
  })
  const byKey = Map.groupBy(memories, ({ key }) => key)
  const found = new Map<BoardingRow['id'], (typeof memories)[number]>()
  const taken = new Set<string>()
  for (const keysOf of storedKeys) {
    for (const row of rows.filter(({ id: each }) => !found.has(each))) {
      const candidates = keysOf(row).flatMap((key) => byKey.get(key) ?? [])
      const memory = candidates.find(({ name }) => !taken.has(name))
      if (!memory) continue
      taken.add(memory.name)
      found.set(row.id, memory)
    }
  }
  return rows.map((row) => {
    const { key: foundBy, name: begun = null, created } = found.get(row.id) ?? {}
    const isLinked = row.state?.status === 'awaiting'
    if (created && foundBy === row.identity && (isLinked || !row.state)) {
      // The key of the row may have been replaced since.
      const pending = pendingKeys.find(isSamePlaceAs(created))
      const state: RowState = {
        status: 'awaiting',
        ...addApprovalLink(portal, { ...created, ...pending }),
      }
      if (isLinked) return { ...row, state }
      return { ...row, begun, isRecalled: true, isChosen: row.isChosen ?? true, state }
    }
    return begun === row.begun ? row : { ...row, begun }
  })
}
