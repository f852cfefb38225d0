import { atom, computed, readonlyType } from 'nanostores'
import * as z from 'zod/mini'
import { listSubscriptions, type Subscription } from '../../../lib/api/registrations.ts'
import {
  boardingValues,
  createJudge,
  textOf,
  tidied,
  withText,
  type BoardingValues,
  type FieldName,
  type TextFieldName,
} from '../../../lib/domain/customer.ts'
import { identityOf, twinsOf } from '../../../lib/domain/customer-list.ts'
import { variantOf } from '../../../lib/domain/coupling.ts'
import type { UnclearList } from '../../../lib/domain/read-list.ts'
import { noteFailure, type Failure } from '../../../lib/failure.ts'
import type { Message } from '../../../lib/i18n/messages.ts'
import { listByteLimit } from '../../../lib/limits.ts'
import { askStartAnew, rememberedDraft } from '../../form/drafts.ts'
import { createList, itemsOf } from '../../form/list.ts'
import { readReseller } from '../../../lib/domain/query.ts'
import { readsOf } from '../../gateway/reads.ts'
import type { SignedIn } from '../../shell/portal.ts'
import { createScreenStore } from '../../shell/screen-store.ts'
import { createExisting, type LookedUpRow } from './existing.ts'
import { isSent, newRow, recalled, type Row } from './rows.ts'
import { createRun } from './run.ts'
import { createTabs } from './tabs.ts'

/** What is stored of a row: the rest is judged anew. */
const entry = z.object({
  values: boardingValues,
  plan: z.string(),
  decision: z.nullable(z.boolean()),
})
type Entry = z.infer<typeof entry>

const kept = z.object({
  entries: z.array(entry),
  ignored: z.array(z.string()),
  long: z.array(z.number()),
  /** Id of the subscription of all that name none. */
  plan: z.string(),
})
type Kept = z.infer<typeof kept>

export type Source =
  | { status: 'none' | 'reading' }
  | { status: 'refused'; message: Message | Failure }
  /** Takes it in once more, with the columns that were chosen. */
  | ({ status: 'unclear'; choose: (chosen: Chosen) => Promise<void> } & UnclearList)
  | ({ status: 'read' } & Pick<Kept, 'ignored' | 'long'>)

type Chosen = ReadonlyMap<number, FieldName>

export type CustomerList = ReturnType<typeof createCustomerList>

/** A list of customers (§2): what is read of it, what is wrong with it, and what exists already. */
export function createCustomerList(portal: SignedIn) {
  const { environment, dialogs, locale } = portal
  const isPolaris = variantOf(portal.person) === 'polaris'
  const judge = createJudge(isPolaris)
  const memory = rememberedDraft(portal, 'boarding-list', kept, () => ({}))
  const subscriptions = createList(environment, 'subscriptions', (signal) =>
    readsOf(portal).call(listSubscriptions, {}, { signal }),
  )
  const $source = atom<Source>({ status: 'none' })
  const $rows = atom<readonly Row[]>([])
  const existing = createExisting(portal, () => $rows.get().filter(({ state }) => !isSent(state)))
  const run = createRun({
    portal,
    $rows,
    recall,
    leaveOut: (row) => change(row, { decision: true }),
  })
  const tabs = createTabs($rows)
  const $plan = atom('')
  let looking = Promise.resolve()
  /** Whether a text was changed since it was looked for what exists. */
  let isChanged = false

  /** The subscription of all that name none: the one that was chosen, or the only one. */
  const $planOfAll = computed([subscriptions.$list, $plan], (offered, plan) => {
    const [only = null, ...others] = itemsOf(offered)
    if (others.length === 0) return only
    return itemsOf(offered).find((each) => String(each.id) === plan) ?? null
  })

  function planOf({ plan }: Entry): Subscription | null {
    if (plan === '') return $planOfAll.get()
    const offered = itemsOf(subscriptions.$list.get())
    const named = (each: Subscription) => each.name.trim().toLowerCase() === plan.toLowerCase()
    return offered.find((each) => String(each.id) === plan) ?? offered.find(named) ?? null
  }

  function judged(row: Row): Row {
    const values: BoardingValues = { ...row.values, subscription: { selected: planOf(row) } }
    const { 'subscription.selected': lacks, ...problems } = judge(values)
    const identity = identityOf(values)
    // Until the subscriptions are there, nobody knows whether it lacks one.
    const isKnown = subscriptions.$list.get().status === 'loaded'
    // That of all is asked for once.
    if (!lacks || !isKnown || row.plan === '') return { ...row, values, problems, identity }
    const lack = { key: 'customers:noSuchPlan', parameters: { plan: row.plan } } as const
    return { ...row, values, identity, problems: { ...problems, 'subscription.selected': lack } }
  }

  /** Judges and compares rows; those that are as before stay the same objects. */
  function mark(given = $rows.get()): void {
    const rows = given.map((row) => {
      const { selected } = row.values.subscription
      const isPlanned = selected === planOf(row) && (selected !== null || row.plan === '')
      return isPlanned && row.identity !== '' ? row : judged(row)
    })
    const twins = twinsOf(rows)
    const times = new Map<string, number>()
    $rows.set(
      rows.map((row) => {
        const { identity } = row
        const time = (times.get(identity) ?? 0) + 1
        times.set(identity, time)
        // An administration that is certainly the customer's decides, not one of the same name.
        const own = row.namesakes.filter(({ match }) => match === 'certain')
        const matches = own.length > 0 ? own : row.namesakes
        const isThere = matches.some(({ isToFinish }) => !isToFinish)
        const isLeftOut = row.decision ?? (time > 1 || (isThere && row.begun === null))
        const twin = twins.get(row.id) ?? null
        if (row.isLeftOut === isLeftOut && row.twin === twin) return row
        return { ...row, isLeftOut, twin }
      }),
    )
  }

  /** Starts a look-up that reads everything again. */
  function look(): void {
    existing.renew()
    looking = existing.list.reload()
  }

  /** Takes over what exists, but not for rows that were edited since they were looked up. */
  function markExisting(found: readonly LookedUpRow[]): void {
    const rows = [...$rows.get()]
    for (const { id, values, namesakes } of found) {
      const row = rows[id]
      if (!row || (row.namesakes.length === 0 && namesakes.length === 0)) continue
      const { merchant_info: merchant, serial_info: company } = row.values
      if (merchant !== values.merchant_info || company !== values.serial_info) continue
      rows[id] = { ...row, namesakes }
    }
    mark(rows)
  }

  function keep(): void {
    const source = $source.get()
    if (source.status !== 'read') return
    const entries = $rows.get().map(({ values, plan, decision }) => ({
      values: { ...values, subscription: { selected: null } },
      ...{ plan, decision },
    }))
    memory.keep({ ...source, entries, plan: $plan.get() })
  }

  function change({ id }: Row, part: Partial<Entry>): void {
    const row = $rows.get()[id]
    if (!row) return
    mark($rows.get().with(id, { ...row, ...part, identity: '' }))
    keep()
  }

  function show({ entries, ignored, long, plan }: Kept): void {
    run.forget()
    $plan.set(plan)
    mark(entries.map((each, id) => ({ ...newRow, id, ...each })))
    $source.set({ status: 'read', ignored, long })
    keep()
    recall()
    look()
    tabs.goTo(null)
    void looking.then(tabs.renew)
  }

  /** Finds what was begun. Until the subscriptions are there, nobody knows what a row holds. */
  function recall(): void {
    if (subscriptions.$list.get().status === 'loaded') mark(recalled(portal, $rows.get()))
  }

  async function take(file: Pick<Blob, 'size' | 'arrayBuffer'>, chosen?: Chosen): Promise<void> {
    function refuse(message: Message | Failure): void {
      $source.set({ status: 'refused', message })
    }
    if (file.size > listByteLimit) {
      const parameters = { megabytes: String(listByteLimit / 1_000_000) }
      refuse({ key: 'customers:tooBig', parameters })
      return
    }
    $source.set({ status: 'reading' })
    try {
      const { decode, readList } = await import('../../../lib/domain/read-list.ts')
      const given = decode(new Uint8Array(await file.arrayBuffer()))
      const read =
        given === null
          ? { key: 'customers:noText' as const }
          : readList(given, { locale, isPolaris }, chosen)
      if ('key' in read) refuse(read)
      else if ('lacks' in read) {
        const choose = (columns: Chosen) => take(file, columns)
        $source.set({ status: 'unclear', choose, ...read })
      } else {
        const entries = read.rows.map((row) => ({ ...row, decision: null }))
        show({ entries, ignored: [...read.ignored], long: [...read.long], plan: '' })
      }
    } catch (error) {
      refuse(noteFailure(environment, 'a list could not be read', error))
    }
  }

  return {
    isPolaris,
    reseller: readReseller(environment),
    run,
    tabs,
    subscriptions,
    $source: readonlyType($source),
    $rows: readonlyType($rows),
    existing: existing.list,
    /** Boards the customers, once it is read again which of them exist. */
    board: async (): Promise<void> => {
      const source = $source.get()
      look()
      // A field that is left replaces the look-up by another one.
      while (existing.list.$list.get().status === 'loading') await looking
      // Another list may have been taken in meanwhile, which nobody has seen.
      if ($source.get() !== source) return
      // What becomes of all of them is looked at now.
      if (run.$progress.get().total === 0) tabs.goTo('all')
      await run.start()
    },
    start: (): void => {
      subscriptions.$list.listen(() => {
        mark()
        recall()
        tabs.renew()
      })
      existing.list.$list.listen((look) => markExisting(itemsOf(look)))
      void subscriptions.load()
      const last = memory.read()
      if (last) show(last)
    },
    open: take,
    paste: (text: string) => take(new Blob([text])),
    chooseLinks: (rows: readonly Row[], isChosen: boolean): void => {
      const ids = new Set(rows.map(({ id }) => id))
      $rows.set($rows.get().map((row) => (ids.has(row.id) ? { ...row, isChosen } : row)))
    },
    edit: ({ id }: Row, field: TextFieldName, text: string): void => {
      const row = $rows.get()[id]
      if (!row) return
      const values = withText(row.values, field, text)
      $rows.set($rows.get().with(id, judged({ ...row, values, namesakes: [] })))
      keep()
      isChanged = true
    },
    /** The field of a row was left: its text is tidied, and what exists is looked for. */
    leave: ({ id }: Row, field: TextFieldName): void => {
      const row = $rows.get()[id]
      if (!row || !isChanged) return
      const text = tidied(field, textOf(row.values, field))
      change(row, { values: withText(row.values, field, text) })
      isChanged = false
      looking = existing.list.reload()
    },
    /** Chooses a row's own subscription by its id; empty: that of all. */
    choosePlan: (row: Row, plan: string) => change(row, { plan }),
    choosePlanOfAll: (plan: string): void => {
      $plan.set(plan)
      keep()
      mark()
      tabs.renew()
    },
    $planOfAll,
    leaveOut: (row: Row, isLeftOut: boolean) => change(row, { decision: isLeftOut }),
    discard: async (): Promise<void> => {
      const hasLinks = run.$progress.get().linked > 0
      if (!(await askStartAnew(dialogs, hasLinks ? 'customers:discardHelp' : undefined))) return
      run.forget()
      $rows.set([])
      $source.set({ status: 'none' })
      memory.clear()
    },
  }
}

export const customerListScreen = createScreenStore(createCustomerList)
