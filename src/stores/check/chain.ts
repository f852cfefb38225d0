import { atom, readonlyType, type WritableAtom } from 'nanostores'
import type { Variant } from '../../lib/accounting/snelstart/choices.ts'
import { isSameSetting } from '../../lib/accounting/snelstart/company-settings.ts'
import { defaultRelation } from '../../lib/accounting/snelstart/relations.ts'
import {
  isWhole,
  storesSame,
  summarizedOf,
  type Stored,
} from '../../lib/accounting/snelstart/stored.ts'
import { isSetUp, type CompanySettings } from '../../lib/accounting/snelstart/stored-settings.ts'
import { decidedIn, summaryOf, type Summary } from '../../lib/accounting/snelstart/summary.ts'
import { listLocations } from '../../lib/api/locations.ts'
import { idsOf, type Place } from '../../lib/domain/place.ts'
import { withStep } from '../../lib/domain/steps.ts'
import { noteFailure, saysSignIn, type Failure } from '../../lib/failure.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { coupledLookUpLimit, lookUpLife, sideBySide } from '../../lib/limits.ts'
import { readSettings, wizardOf } from '../coupling/place.ts'
import { createTurns } from '../form/list.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import type { Portal } from '../shell/portal.ts'
import { tellFailure } from '../shell/screen-store.ts'
import { isOwnCoupling } from '../wizard/coupling.ts'
import { cashDifferencesOf } from '../wizard/draft.ts'
import { createImports, type EndState } from '../wizard/saving/imports.ts'
import { createSaving, type Obstacle, type Save, type Saving } from '../wizard/saving/saving.ts'
import { readStored } from './stored.ts'

/** Another location of the administration, and what is known of its coupling. */
export type Row =
  | { place: Place; status: 'unasked' | 'asking' | 'uncoupled' }
  | { place: Place; status: 'unread'; failure: Failure }
  /** Coupled with another accounting administration: its settings name ledgers of another book. */
  | { place: Place; status: 'otherBook'; wizard: URL }
  | Settable

/** One that books in the same accounting administration. */
export interface Settable {
  place: Place
  /** Tried: by a dry run, which sent nothing. */
  status: 'offered' | 'busy' | 'failed' | 'tried' | 'done'
  isChosen: boolean
  isSetUp: boolean
  /** What saving changes, or has changed. */
  summary: Summary
  /** Why nothing was sent; the lines say what could not be saved. */
  told: Message | null
  saving: Saving
  $settings: WritableAtom<CompanySettings>
}

/** How far it is; `closed` says why it cannot begin, where there is something to say. */
export type ChainState =
  { status: 'loading' | 'choosing' } | { status: 'closed'; told: Message | null } | EndState

export type Chain = ReturnType<typeof createChain>

/** What a row says of what stands in its way. */
const obstacles: Readonly<Record<Exclude<Obstacle, 'wizard:otherBook'>, MessageKey>> = {
  'wizard:otherTab': 'wizard:chainOtherTab',
  'wizard:unconfirmed': 'wizard:unconfirmed',
  'wizard:changedElsewhere': 'wizard:chainChanged',
}

export const isSettable = (row: Row): row is Settable => 'saving' in row

interface Options {
  portal: Portal
  user: string
  variant: Variant
  stored: Stored
}

/**
 * The other locations of an administration (product §2, "A chain at once"): what is stored of one is saved
 * for those that book in the same accounting administration, one after the other, as the flag has it then.
 */
export function createChain({ portal, user, variant, stored }: Options) {
  const { environment, dialogs } = portal
  const { place } = stored
  const { administration } = place
  const { snelstart_administratie_identifier: book } = stored.current
  const gatewayNow = () => gatewayOf(portal, user)
  const $state = atom<ChainState>({ status: 'loading' })
  const $info = atom(stored.info)
  const $rows = atom<readonly Row[]>([])
  const $isRunning = atom(false)
  let readAt = stored.at

  const imports = createImports(
    { portal, user, gatewayNow, place },
    {
      $state,
      keep: () => undefined,
      said: ({ gateway, places }) => ({ before: endTexts(gateway, places.length) }),
      forget: async ({ places }) => {
        const number = stored.cashDifferences
        if (number === null) return
        for (const at of places)
          (await cashDifferencesOf(environment, user, idsOf(at))).write(number)
      },
    },
  )
  const endTexts = (
    { isDryRun }: { isDryRun: boolean },
    count = done().length,
  ): readonly [Message, ...Message[]] => [
    isDryRun
      ? { key: 'wizard:doneDryRun' }
      : { key: 'wizard:chainEnd', parameters: { count: String(count) } },
  ]

  const set = (row: Row) =>
    $rows.set($rows.get().map((each) => (each.place === row.place ? row : each)))
  const settable = () => $rows.get().filter(isSettable)
  const done = () => settable().filter(({ status }) => status === 'done')
  const dueIn = (rows: readonly Row[]) =>
    rows.filter(isSettable).filter(({ isChosen, status }) => isChosen && status !== 'done')

  const summarized = () => ({ ...summarizedOf(stored), info: $info.get() })

  function summaryWith(current: CompanySettings): Summary {
    const { relation } = stored
    const isIts = relation !== null && String(relation.id) === String(defaultRelation(current))
    return summaryOf({ ...summarized(), current, currentRelation: isIts ? relation : null })
  }

  function ofOtherBook(at: Place): Row {
    return { place: at, status: 'otherBook', wizard: wizardOf(portal, idsOf(at), variant) }
  }

  function rowOf(at: Place, settings: CompanySettings | null): Row {
    if (settings === null) return { place: at, status: 'uncoupled' }
    if (!isSameSetting(settings.snelstart_administratie_identifier, book)) return ofOtherBook(at)
    const $settings = atom(settings)
    return {
      place: at,
      status: 'offered',
      isChosen: false,
      isSetUp: isSetUp(settings),
      summary: summaryWith(settings),
      told: null,
      saving: createSaving({ environment, portal, place: at, $settings, $info }, book),
      $settings,
    }
  }

  async function read({ place: at }: Row): Promise<void> {
    set({ place: at, status: 'asking' })
    try {
      set(rowOf(at, await readSettings(gatewayNow().call, idsOf(at))))
    } catch (error) {
      const failure = noteFailure(environment, 'another location could not be read', error)
      set({ place: at, status: 'unread', failure })
    }
  }

  /** Reads the next ones. */
  async function more(): Promise<void> {
    const unasked = $rows.get().filter(({ status }) => status === 'unasked')
    const inTurn = createTurns(sideBySide)
    const next = unasked.slice(0, coupledLookUpLimit)
    for (const { place: at } of next) set({ place: at, status: 'asking' })
    await Promise.all(next.map((row) => inTurn(() => read(row))))
  }

  /** What others get is what is stored: where that is not what the wizard would store, it comes first. */
  async function open(): Promise<ChainState> {
    if (variant === 'polaris' && !(await isOwnCoupling(portal, user, place)))
      return { status: 'closed', told: null }
    if (!isWhole(stored)) return { status: 'closed', told: { key: 'wizard:chainUnsaved' } }
    const headers = { administration: administration.id }
    const all = await gatewayNow().call(listLocations, { headers })
    const others = all.filter(({ id }) => String(id) !== String(place.location.id))
    if (others.length === 0) return { status: 'closed', told: { key: 'wizard:chainNone' } }
    $rows.set(
      others.map((location) => ({ place: { administration, location }, status: 'unasked' })),
    )
    return { status: 'choosing' }
  }

  async function start(): Promise<void> {
    $state.set({ status: 'loading' })
    try {
      $state.set(await open())
      await more()
    } catch (error) {
      const told = noteFailure(environment, 'the other locations could not be listed', error)
      $state.set({ status: 'closed', told })
    }
  }

  /** Whether all that would be written is still stored and there, for real; tells where it is not. */
  async function isThere(): Promise<boolean> {
    if (environment.now() - readAt < lookUpLife) return true
    const fresh = await readStored(portal, user, idsOf(place))
    if (fresh && isWhole(fresh) && storesSame(fresh, stored)) {
      readAt = fresh.at
      return true
    }
    await dialogs.alert({ message: { key: 'wizard:chainSourceChanged' } })
    return false
  }

  /** Saves a location, or one line of it, and tells what became of that. */
  async function work(row: Settable, save?: Save): Promise<void> {
    const { place: at, saving, $settings } = row
    const show = (part: Partial<Settable>) => set({ ...row, told: null, ...part })
    const attempt = { gateway: gatewayNow(), choices: decidedIn(summarized()) }
    show({ status: 'busy' })
    try {
      const obstacle = await saving.send(attempt, save)
      if (obstacle === 'wizard:otherBook') set(ofOtherBook(at))
      else if (obstacle !== null) {
        const told = { key: obstacles[obstacle] }
        show({ status: 'failed', told, summary: summaryWith($settings.get()) })
      } else if (!saving.isSaved(attempt)) show({ status: 'failed' })
      else show({ status: attempt.gateway.isDryRun ? 'tried' : 'done' })
    } catch (error) {
      const told = noteFailure(environment, 'another location could not be set up', error)
      show({ status: 'failed', told })
    }
  }

  const latest = ({ place: at }: Settable) => settable().find((each) => each.place === at)

  /** Whether a location failed since nobody is signed in any more: then so would the others. */
  function isSignedOut(row: Settable | undefined): boolean {
    const lines = Object.values(row?.saving.$lines.get() ?? {})
    const failures = lines.flatMap((line) => (line.status === 'error' ? line.message : []))
    return [row?.told, ...failures].some((message) => message && saysSignIn(message))
  }

  async function run(rows: readonly Settable[], save?: Save): Promise<void> {
    if ($isRunning.get()) return dialogs.alert({ message: { key: 'wizard:stillSending' } })
    $isRunning.set(true)
    let areSaved = true
    for (const each of rows) {
      const row = latest(each)
      // It may have been left out since.
      if (!row || (!row.isChosen && !save)) continue
      if (!(await gatewayNow().mayWrite(isThere))) break
      await work(row, save)
      areSaved &&= latest(each)?.status === 'done'
      if (isSignedOut(latest(each))) break
    }
    $isRunning.set(false)
    // Whatever is not as expected is read before it goes.
    const isUnread = $rows.get().some(({ status }) => status === 'unread' || status === 'asking')
    if (areSaved && !isUnread && dueIn($rows.get()).length === 0) await leave()
  }

  /** Goes on with those that are done: asks about their imports. */
  async function leave(): Promise<void> {
    const choices = decidedIn(summarized())
    await imports.ask({ gateway: gatewayNow(), choices, places: done().map((row) => row.place) })
  }

  /** Shows whatever goes wrong, and leaves the panel usable. */
  async function guarded(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      await tellFailure(portal, { key: 'wizard:submitFailed' }, error)
      $isRunning.set(false)
      $state.set({ status: 'choosing' })
    }
  }

  /** What an import that failed is done about. */
  const afterFailure = (
    act: (state: Extract<EndState, { status: 'importFailed' }>) => Promise<void>,
  ) =>
    guarded(async () => {
      const state = $state.get()
      if (state.status === 'importFailed') await act(state)
    })

  return {
    place,
    /** Where it is set up. */
    wizard: withStep(wizardOf(portal, idsOf(place), variant), 'summary'),
    $state: readonlyType($state),
    $rows: readonlyType($rows),
    $isRunning: readonlyType($isRunning),
    endTexts,
    dueIn,
    start,
    more: () => guarded(more),
    readAgain: (row: Row) => guarded(() => read(row)),
    choose: (row: Settable, isChosen: boolean) => set({ ...row, isChosen }),
    /** Sets up all that are chosen and not done, and goes on once they are. */
    run: () => guarded(() => run(dueIn($rows.get()))),
    retry: (row: Settable, save: Save) => guarded(() => run([row], save)),
    /** Goes on with those that are done. */
    leave: () => guarded(leave),
    retryImports: () => afterFailure((state) => imports.start(state, state.failed)),
    goOn: () => afterFailure(imports.leave),
  }
}
