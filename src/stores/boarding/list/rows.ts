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
import { approvalAddress, type CustomerLink } from '../../coupling/customer-links.ts'
import type { Content } from '../../shell/dialogs.ts'
import type { SignedIn } from '../../shell/portal.ts'
import type { Couplable } from '../board-customer.ts'
import type { CustomerMatch } from '../customer-lookup.ts'
import type { SagaStep } from '../memory.ts'

/** Existing administration that may be a row's. */
export interface Namesake extends CustomerMatch {
  /** Key that this browser made for the row's location, and the address where it is approved. */
  approval: { key: Id; link: URL } | null
  /** True if boarding goes on with what exists unless the user decides otherwise. */
  isToFinish: boolean
}

/** True if only the key of the row's location may be missing. */
export const isKeyless = ({ location, approval }: Namesake) =>
  location === 'unfinished' && approval === null

/** How far a row is. */
export type RowState =
  /** Skipped: left out, or the user would rather not. Tried: a dry run sent nothing of it. */
  | { status: 'waiting' | 'failed' | 'skipped' | 'tried' }
  /** No step while it waits for its turn after an answer, or looks what there is. */
  | { status: 'busy'; step: SagaStep | null }
  | { status: 'asking'; question: Content; answer: (agreed: boolean) => void }
  /** Nothing is made of it. The link is there where this browser made its key. */
  | { status: 'exists'; administration: Id; location: Id | null; key?: Id; link?: URL }
  /** All is made; done: its coupling is given as well. */
  | ({ status: 'awaiting' | 'done'; link: URL } & Couplable)

/** One customer of a list: what was typed, what is known of it, what was made, and what it asks. */
export interface Row {
  /** Its place in the list, from 0; the same as long as the list is. */
  id: number
  /** What the boarding form would hold, tidied as that is. */
  values: BoardingValues
  /** Name or id of its own subscription; empty: that of all. */
  plan: string
  decision: boolean | null
  /** Not to be made: so is a row that repeats another or exists, unless somebody decides otherwise. */
  isLeftOut: boolean
  problems: Readonly<Partial<Record<FieldName, Message>>>
  identity: string
  /** The first row before it about the same company. This and what follows hold it back by no rule. */
  twin: number | null
  namesakes: readonly Namesake[]
  /** Under which name the tab remembers it, once it was begun. */
  begun: string | null
  /** Whether an earlier load of the page made it: whether it is coupled by now is looked at last. */
  isRecalled: boolean
  /** Whether its link is chosen, to be copied with others. */
  isChosen: boolean
  /** Null: not begun. */
  state: RowState | null
  /** What it was told on its way: last why it failed. */
  notes: readonly Content[]
}

/** A row that nobody has judged yet. */
export const newRow = {
  problems: {},
  identity: '',
  isLeftOut: false,
  twin: null,
  namesakes: [],
  begun: null,
  isRecalled: false,
  isChosen: false,
  state: null,
  notes: [],
} as const

export const isReady = ({ isLeftOut, problems, values }: Row) =>
  !isLeftOut && Object.keys(problems).length === 0 && values.subscription.selected !== null

/** Whether what a row holds was sent, and not in vain. */
export const isSent = (state: RowState | null) =>
  state !== null && ['busy', 'asking', 'awaiting', 'done'].includes(state.status)

/** How a row is, also one that is left alone: there already, or not wanted. */
export function stateOf({ state, isLeftOut, namesakes: [there] }: Row): RowState | null {
  const isSkipped = state?.status === 'skipped'
  if (!isLeftOut) return isSkipped ? null : state
  if (isSkipped || isSent(state)) return state
  if (!there) return { status: 'skipped' }
  const { administration, locationId: location, approval } = there
  return { status: 'exists', administration, location, ...approval }
}

/** The link by which the customer of a row approves, if there is one (§2). */
export function linkOf(row: Row): CustomerLink | null {
  const state = stateOf(row)
  if (!state || !('link' in state) || state.location === null) return null
  const { administration, location, link } = state
  const { merchant_info: merchant, serial_info: company } = row.values
  const [name, shop] = [company.serial.name, company.location.name]
  return { place: { administration, location }, name, shop, email: merchant.username, link }
}

const begun = z.object({
  /** What it held: by that it is found again, and told from what it holds by now. */
  values: boardingValues,
  made: z.optional(z.object({ administration: id, location: id, key: id })),
})
const rowName = 'boarding-row'

/** What the tab remembers of a row that was begun; about 600 bytes once it is made. */
export function begunMemory(owner: Owner, name: string) {
  return rememberedInTab<z.infer<typeof begun>>(owner, `${rowName}${name}`, begun)
}

/** A name under which a row is begun. */
export const newName = ({ randomId }: Environment) => `:${randomId()}`

/** What was made of a customer, with the link that a user of this portal gives on. */
export function madeOf(portal: SignedIn, { administration, location, key }: Couplable) {
  const made = { administration, location, key }
  const approvedBy = variantOf(portal.person) === 'polaris' ? 'polaris' : 'package'
  return { ...made, link: approvalAddress(portal, { ...made, approvedBy }) }
}

/**
 * By what rows are found again: those that hold what was begun, then those that were changed in this page,
 * which stay what was begun, then those of the same company, which may be other customers.
 */
const keysOf: readonly ((row: Row) => readonly string[])[] = [
  ({ identity }) => [identity],
  ({ state, isRecalled, begun }) => (state && !isRecalled && begun ? [begun] : []),
  ({ values }) => companyKeys(values),
]

/** Rows with what the tab began of them, each of one row: another one of it is another customer. */
export function recalled(portal: SignedIn, rows: readonly Row[]): readonly Row[] {
  const known = namesInTab(portal, rowName).flatMap((name) => {
    const last = begunMemory(portal, name).read()
    const keys = last ? [identityOf(last.values), name, ...companyKeys(last.values)] : []
    return keys.map((key) => ({ key, name, made: last?.made }))
  })
  const byKey = Map.groupBy(known, ({ key }) => key)
  const found = new Map<Row['id'], (typeof known)[number]>()
  const taken = new Set<string>()
  for (const keys of keysOf) {
    for (const row of rows) {
      if (found.has(row.id)) continue
      const candidates = keys(row).flatMap((key) => byKey.get(key) ?? [])
      const last = candidates.find(({ name }) => !taken.has(name))
      if (!last) continue
      taken.add(last.name)
      found.set(row.id, last)
    }
  }
  return rows.map((row) => {
    const { key, name: begun = null, made } = found.get(row.id) ?? {}
    if (made && key === row.identity && !row.state) {
      const state: RowState = { status: 'awaiting', ...madeOf(portal, made) }
      return { ...row, begun, isRecalled: true, state }
    }
    return begun === row.begun ? row : { ...row, begun }
  })
}
