import { atom, computed, readonlyType } from 'nanostores'
import * as z from 'zod/mini'
import { createApiCaller } from '../../../lib/api/caller.ts'
import { listSubscriptions, type Subscription } from '../../../lib/api/registrations.ts'
import {
  boardingValues,
  createCustomerValidator,
  fieldNames,
  findWarning,
  getText,
  normalizeText,
  setFieldText,
  textFieldNames,
  type BoardingValues,
  type FieldName,
  type TextFieldName,
} from '../../../lib/domain/customer.ts'
import { createCustomerKey, findDuplicateRows } from '../../../lib/domain/customer-list.ts'
import { getWizardVariant } from '../../../lib/domain/coupling.ts'
import type { ListTable } from '../../../lib/domain/read-list.ts'
import type { Message } from '../../../lib/i18n/messages.ts'
import { accessTabValue } from '../../../lib/remembered.ts'
import { readPendingKeys, type PendingKey } from '../../coupling/remembered-places.ts'
import { confirmDiscardDraft, openDraft } from '../../form/drafts.ts'
import { createListStore, getListItems, getOnlyItem } from '../../form/list.ts'
import { readReseller } from '../../../lib/domain/query.ts'
import type { DialogContent } from '../../shell/dialogs.ts'
import type { SignedIn } from '../../shell/portal.ts'
import { createScreenStore } from '../../shell/screen-store.ts'
import { createExistingCustomers } from './existing.ts'
import { createListReader, type ListFile, type ListSource } from './reading.ts'
import { isRowReady, isRowSent, emptyRow, restoreRows, type BoardingRow } from './rows.ts'
import { createListSubmission } from './run.ts'
import { createRowFilterTabs } from './tabs.ts'

const entry = z.object({
  values: boardingValues,
  plan: z.string(),
  decision: z.nullable(z.boolean()),
  isChosen: z.optional(z.boolean()),
})
type Entry = z.infer<typeof entry>

const storedList = z.object({
  entries: z.array(entry),
  ignored: z.array(z.string()),
  long: z.array(z.number()),
  plan: z.string(),
  /** Encoding or sheet of the file, absent for pasted text. */
  encoding: z.optional(z.string()),
})
type StoredList = z.infer<typeof storedList>

const editedRow = z.object({ id: z.number(), values: boardingValues })

export type CustomerList = ReturnType<typeof createCustomerList>

/** Creates the store of a customer list (§2). */
export function createCustomerList(portal: SignedIn) {
  const { environment, dialogs } = portal
  const isPolaris = getWizardVariant(portal.person) === 'polaris'
  const validate = createCustomerValidator(isPolaris)
  const memory = openDraft(portal, 'boarding-list', storedList, () => ({}))
  /** Storing the whole list on every keystroke would take long. */
  const editedMemory = accessTabValue(portal, 'boarding-list-row', editedRow)
  const subscriptions = createListStore(environment, 'subscriptions', (signal) =>
    createApiCaller(portal)(listSubscriptions, {}, { signal }),
  )
  const $source = atom<ListSource>({ status: 'none' })
  const reader = createListReader(portal, $source, showTable)
  const $onlyFile = atom<string | null>(null)
  const $rows = atom<readonly BoardingRow[]>([])
  const existing = createExistingCustomers(portal, () =>
    $rows.get().filter(({ state }) => !isRowSent(state)),
  )
  const run = createListSubmission({
    portal,
    $rows,
    recall,
    leaveOut: (row) => change(row, { decision: true }),
  })
  const tabs = createRowFilterTabs($rows)
  const $plan = atom('')
  let isEdited = false
  let pendingKeys: readonly PendingKey[] = []

  /** Included rows that name no subscription or an unknown subscription. */
  const $planless = computed([$rows, subscriptions.$list], (rows, { status }) => {
    const isPlanless = (row: BoardingRow) =>
      !row.isLeftOut && !isRowSent(row.state) && !findSubscription(row.plan)
    return status === 'loaded' ? rows.filter(isPlanless) : []
  })

  /** Finds subscriptions by id, or else by name. */
  function findSubscriptions(plan: string): readonly Subscription[] {
    const offered = getListItems(subscriptions.$list.get())
    const isNamed = ({ name }: Subscription) => name.trim().toLowerCase() === plan.toLowerCase()
    const ofId = offered.find(({ id }) => String(id) === plan)
    return ofId ? [ofId] : offered.filter(isNamed)
  }

  function findSubscription(plan: string): Subscription | null {
    const [found = null, ...others] = findSubscriptions(plan)
    return others.length === 0 ? found : null
  }

  /** Returns the row's subscription or the default subscription. */
  function planOf({ plan }: Entry): Subscription | null {
    const only = plan === '' ? getOnlyItem(subscriptions.$list.get()) : null
    return findSubscription(plan) ?? findSubscription($plan.get()) ?? only ?? null
  }

  function validateRow(row: BoardingRow): BoardingRow {
    const values: BoardingValues = { ...row.values, subscription: { selected: planOf(row) } }
    const { 'subscription.selected': missing, ...problems } = validate(values)
    const isUnusual = fieldNames.some((field) => findWarning(values, field))
    const validated = { ...row, values, problems, isUnusual, identity: createCustomerKey(values) }
    const isLoaded = subscriptions.$list.get().status === 'loaded'
    if (!missing || !isLoaded) return validated
    const unknownPlan: Message = { key: 'customers:noSuchPlan', parameters: { plan: row.plan } }
    const isUnnamed = row.plan === '' || findSubscriptions(row.plan).length > 0
    const planProblem = isUnnamed ? missing : unknownPlan
    return { ...validated, problems: { ...problems, 'subscription.selected': planProblem } }
  }

  /** Validates the rows and marks duplicates, without replacing unchanged row objects. */
  function mark(changed = $rows.get()): void {
    const rows = changed.map((row) => {
      const { selected } = row.values.subscription
      const hasPlanResult = selected !== null || 'subscription.selected' in row.problems
      const isValidated = row.identity !== '' && selected === planOf(row) && hasPlanResult
      return isRowSent(row.state) || isValidated ? row : validateRow(row)
    })
    const duplicates = findDuplicateRows(rows)
    const identities = new Set<string>()
    $rows.set(
      rows.map((row) => {
        const isRepeated = identities.has(row.identity)
        identities.add(row.identity)
        // Matches by name are ignored if better matches exist.
        const own = row.matches.filter(({ isCertain }) => isCertain)
        const matches = own.length > 0 ? own : row.matches
        const exists = matches.some(({ isToFinish }) => !isToFinish)
        const isLeftOut = row.decision ?? (isRepeated || (exists && row.begun === null))
        const duplicateOf = duplicates.get(row.id) ?? null
        if (row.isLeftOut === isLeftOut && row.duplicateOf === duplicateOf) return row
        return { ...row, isLeftOut, duplicateOf }
      }),
    )
  }

  /** Updates the tabs, unless the user is editing a cell. */
  function renewTabs(): void {
    if (!isEdited) tabs.renew()
  }

  function look(): Promise<void> {
    existing.renew()
    return existing.list.reload()
  }

  function markExisting(): void {
    const rows = [...$rows.get()]
    for (const { id, values, matches } of existing.matched()) {
      const row = rows[id]
      if (!row || row.matches === matches || row.matches.length + matches.length === 0) continue
      const { merchant_info: merchant, serial_info: company } = row.values
      if (merchant !== values.merchant_info || company !== values.serial_info) continue
      rows[id] = { ...row, matches }
    }
    mark(rows)
  }

  function keep(): void {
    const source = $source.get()
    if (source.status !== 'read') return
    const entries = $rows.get().map(({ values, plan, decision, isChosen }) => ({
      values: { ...values, subscription: { selected: null } },
      plan,
      decision,
      isChosen,
    }))
    const { ignored, long, encoding } = source
    const list = { entries, ignored, long, encoding, plan: $plan.get() }
    if (memory.keep(list)) editedMemory.clear()
  }

  function change({ id }: BoardingRow, part: Partial<Entry>): void {
    const row = $rows.get()[id]
    if (!row) return
    mark($rows.get().with(id, { ...row, ...part, identity: '' }))
    keep()
  }

  function show({ entries, plan, ...about }: StoredList, table: ListTable | null = null): void {
    run.forget()
    $plan.set(plan)
    mark(entries.map((each, id) => ({ ...emptyRow, id, ...each })))
    $source.set({ status: 'read', table, ...about })
    keep()
    recall()
    const looking = look()
    tabs.goTo(null)
    void looking.then(renewTabs)
  }

  /** Restores the rows, if the subscriptions that identify them are loaded. */
  function recall(): void {
    if (subscriptions.$list.get().status === 'loaded')
      mark(restoreRows(portal, $rows.get(), pendingKeys))
  }

  /** Shows a table, and keeps corrections in columns with an unchanged mapping. */
  async function showTable(table: ListTable, encoding: string | undefined): Promise<void> {
    const { readRows } = await import('../../../lib/domain/read-list.ts')
    const { rows, ignored, long } = readRows(table)
    const source = $source.get()
    const before = source.status === 'read' ? source.table : null
    const isSame = (field: FieldName) =>
      String(table.mapping[field]) === String(before?.mapping[field])
    const unchanged = textFieldNames.filter(isSame)
    const entries = rows.map((row, id) => {
      const now = before && $rows.get()[id]
      if (!now) return { ...row, decision: null }
      const keep = (values: BoardingValues, field: TextFieldName) =>
        setFieldText(values, field, getText(now.values, field))
      const plan = isSame('subscription.selected') ? now.plan : row.plan
      return { values: unchanged.reduce(keep, row.values), plan, decision: now.decision }
    })
    show({ entries, ignored, long, encoding, plan: before ? $plan.get() : '' }, table)
  }

  async function discard(): Promise<void> {
    const hasLinks = run.$progress.get().linked > 0
    const help = hasLinks ? 'customers:discardHelp' : undefined
    if ($source.get().status === 'read' && !(await confirmDiscardDraft(dialogs, help))) return
    run.forget()
    $rows.set([])
    $onlyFile.set(null)
    $source.set({ status: 'none' })
    memory.clear()
    editedMemory.clear()
  }

  function open(file: ListFile, isPasted = false): Promise<void> {
    $onlyFile.set(null)
    return reader.open(file, isPasted)
  }

  return {
    isPolaris,
    reseller: readReseller(environment),
    run,
    tabs,
    subscriptions,
    $source: readonlyType($source),
    /** Name of the opened file, if several files were dropped. */
    $onlyFile: readonlyType($onlyFile),
    $rows: readonlyType($rows),
    existing: existing.list,
    /** Creates the customers after a confirmation and a new lookup. */
    board: async (): Promise<void> => {
      const source = $source.get()
      const { unsent } = run.$progress.get()
      if (unsent > 0 && !(await dialogs.confirm(creationQuestion(unsent, isPolaris)))) return
      void look()
      // Leaving an edited cell may start another lookup.
      while (existing.list.$list.get().status === 'loading') await existing.list.load()
      // The user may have opened another list during the lookup.
      if ($source.get() !== source) return
      // Later lookups must not exclude rows of newly created customers.
      $rows.set($rows.get().map((row) => (isRowReady(row) ? { ...row, decision: false } : row)))
      keep()
      if (run.$progress.get().total === 0) tabs.goTo('all')
      await run.start()
    },
    start: async (): Promise<void> => {
      subscriptions.$list.listen(() => {
        mark()
        recall()
        renewTabs()
      })
      existing.list.$list.listen(markExisting)
      run.$run.listen(({ status }) => {
        // Switching the filter would remove the focus from the edited cell.
        if (status === 'idle' && !isEdited && run.$progress.get().through > 0) tabs.goTo(null)
      })
      const last = memory.read()
      const edited = editedMemory.read()
      const entries = last?.entries.map((each, id) =>
        id === edited?.id ? { ...each, values: edited.values } : each,
      )
      if (last && entries) show({ ...last, entries })
      const readKeys = async () => {
        pendingKeys = await readPendingKeys(portal)
        if (!run.$isRunning.get()) recall()
      }
      environment.on('shared', () => void readKeys())
      // Restoring rows needs the pending keys before the subscriptions are loaded.
      await readKeys()
      await subscriptions.load()
    },
    open: (file: ListFile) => open(file),
    /** Asks before the first dropped file replaces an open list. */
    drop: async ([file, ...others]: readonly File[]): Promise<void> => {
      if (!file) return
      if ($source.get().status === 'read') await discard()
      if ($source.get().status === 'read') return
      await open(file)
      $onlyFile.set(others.length > 0 ? file.name : null)
    },
    paste: (text: string) => open(new Blob([text]), true),
    chooseColumns: reader.chooseColumns,
    chooseLinks: (rows: readonly BoardingRow[], isChosen: boolean): void => {
      const ids = new Set(rows.map(({ id }) => id))
      $rows.set($rows.get().map((row) => (ids.has(row.id) ? { ...row, isChosen } : row)))
      keep()
    },
    edit: ({ id }: BoardingRow, field: TextFieldName, text: string): void => {
      const row = $rows.get()[id]
      if (!row) return
      const values = setFieldText(row.values, field, text)
      $rows.set($rows.get().with(id, validateRow({ ...row, values, matches: [] })))
      editedMemory.keep({ id, values })
      isEdited = true
    },
    leave: ({ id }: BoardingRow, field: TextFieldName): void => {
      const row = $rows.get()[id]
      if (!row || !isEdited) return
      const text = normalizeText(field, getText(row.values, field))
      change(row, { values: setFieldText(row.values, field, text) })
      isEdited = false
      void existing.list.reload()
    },
    /** An empty `plan` selects the subscription that is chosen for all rows. */
    choosePlan: (row: BoardingRow, plan: string) => change(row, { plan }),
    choosePlanOfAll: (plan: string): void => {
      $plan.set(plan)
      keep()
      mark()
      tabs.renew()
    },
    $planless,
    $planOfAll: readonlyType($plan),
    leaveOut: (row: BoardingRow, isLeftOut: boolean) => change(row, { decision: isLeftOut }),
    discard,
  }
}

function creationQuestion(count: number, isPolaris: boolean): DialogContent {
  const [one, many, detail] = isPolaris
    ? (['customers:createPlaceOne', 'customers:createPlaces', 'customers:createPlaceHelp'] as const)
    : (['customers:createOne', 'customers:create', 'customers:createHelp'] as const)
  const key = count === 1 ? one : many
  return { message: { key, parameters: { count: String(count) } }, detail: { key: detail } }
}

export const customerListScreen = createScreenStore(createCustomerList)
