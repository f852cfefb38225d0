import { atom, readonlyType, type WritableAtom } from 'nanostores'
import { isSameSetting } from '../../lib/accounting/snelstart/company-settings.ts'
import { defaultRelation } from '../../lib/accounting/snelstart/relations.ts'
import { isWhole, type Stored } from '../../lib/accounting/snelstart/stored.ts'
import {
  getCompanySettings,
  isSetUp,
  type CompanySettings,
} from '../../lib/accounting/snelstart/stored-settings.ts'
import { decidedIn, summaryOf, type Summary } from '../../lib/accounting/snelstart/summary.ts'
import { listLocations } from '../../lib/api/places.ts'
import { idsOf, ofPlace, type Place } from '../../lib/domain/place.ts'
import { noteFailure, saysSignIn } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { coupledLookUpLimit, lookUpLife, sideBySide } from '../../lib/limits.ts'
import { wizardOf } from '../../lib/domain/coupling.ts'
import { createTurns } from '../form/list.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import type { SignedIn } from '../shell/portal.ts'
import { tellFailure } from '../shell/screen-store.ts'
import { cashDifferencesOf } from '../wizard/draft.ts'
import { createImports, type EndState } from '../wizard/saving/imports.ts'
import { createSaving, type Save, type Saving } from '../wizard/saving/saving.ts'

interface At {
  place: Place
  /** Why it could not be read, or nothing was sent; lines say what could not be saved. */
  told?: Message | null
}

/** Another location, and what is known of its coupling: `otherBook` is with another accounting administration. */
export type Row =
  (At & { status: 'unasked' | 'asking' | 'uncoupled' | 'unread' | 'otherBook' }) | Settable

/** One that books in the same accounting administration. */
export interface Settable extends At {
  /** Tried: by a dry run, which sent nothing. */
  status: 'offered' | 'busy' | 'failed' | 'tried' | 'done'
  isChosen: boolean
  isSetUp: boolean
  saving: Saving
  $settings: WritableAtom<CompanySettings>
}

export type Chain = Awaited<ReturnType<typeof createChain>>

export const isSettable = (row: Row): row is Settable => 'saving' in row

/**
 * The other locations of an administration (product §2, "A chain at once"): what is stored of one is saved
 * for those that book in the same accounting administration, one after the other, as the flag has it then.
 */
export async function createChain(
  portal: SignedIn,
  stored: Stored,
  read: () => Promise<Stored | null>,
) {
  const { environment, dialogs } = portal
  const { place } = stored
  const { administration } = place
  const { snelstart_administratie_identifier: book } = stored.current
  const choices = decidedIn(stored)
  const headers = { administration: administration.id }
  const others = (await gatewayOf(portal).call(listLocations, { headers })).filter(
    ({ id }) => String(id) !== String(place.location.id),
  )
  const $state = atom<{ status: 'choosing' } | EndState>({ status: 'choosing' })
  const $rows = atom(
    others.map((location): Row => ({ place: { administration, location }, status: 'unasked' })),
  )
  const $isRunning = atom(false)
  let readAt = stored.at

  const imports = createImports(
    { portal, place },
    {
      $state,
      keep: () => undefined,
      said: ({ gateway }) => ({ before: endTexts(gateway) }),
      forget: async ({ places }) => {
        const number = stored.numbers.cash_differences
        if (number === null) return
        for (const at of places) (await cashDifferencesOf(portal, idsOf(at))).keep(number)
      },
    },
  )
  const endTexts = ({ isDryRun }: { isDryRun: boolean }): readonly [Message, ...Message[]] =>
    isDryRun
      ? [{ key: 'wizard:doneDryRun' }]
      : [{ key: 'wizard:chainEnd', parameters: { count: String(done().length) } }]

  const set = (row: Row) =>
    $rows.set($rows.get().map((each) => (each.place === row.place ? row : each)))
  const settable = () => $rows.get().filter(isSettable)
  const done = () => settable().filter(({ status }) => status === 'done')
  const dueIn = (rows: readonly Row[]) =>
    rows.filter(isSettable).filter(({ isChosen, status }) => isChosen && status !== 'done')

  function summaryWith({ $settings }: Settable): Summary {
    const current = $settings.get()
    const { currentRelation: relation } = stored
    const isIts = relation !== null && String(relation.id) === String(defaultRelation(current))
    return summaryOf({ ...stored, current, currentRelation: isIts ? relation : null })
  }

  function rowOf(at: Place, settings: CompanySettings | null): Row {
    if (settings === null) return { place: at, status: 'uncoupled' }
    if (!isSameSetting(settings.snelstart_administratie_identifier, book))
      return { place: at, status: 'otherBook' }
    const $settings = atom(settings)
    const $info = atom(stored.info)
    return {
      place: at,
      status: 'offered',
      isChosen: false,
      isSetUp: isSetUp(settings),
      saving: createSaving({ environment, portal, place: at, $settings, $info }, book),
      $settings,
    }
  }

  async function ask({ place: at }: Row): Promise<void> {
    set({ place: at, status: 'asking' })
    try {
      set(rowOf(at, await gatewayOf(portal).call(getCompanySettings, ofPlace(at))))
    } catch (error) {
      const told = noteFailure(environment, 'another location could not be read', error)
      set({ place: at, status: 'unread', told })
    }
  }

  async function more(): Promise<void> {
    const unasked = $rows.get().filter(({ status }) => status === 'unasked')
    const inTurn = createTurns(sideBySide)
    const next = unasked.slice(0, coupledLookUpLimit)
    for (const { place: at } of next) set({ place: at, status: 'asking' })
    await Promise.all(next.map((row) => inTurn(() => ask(row))))
  }

  /** Whether all that would be written is still stored and there, for real; tells where it is not. */
  async function isThere(): Promise<boolean> {
    if (environment.now() - readAt < lookUpLife) return true
    const fresh = await read()
    if (fresh && isWhole(fresh) && isSameSetting(decidedIn(fresh), choices)) {
      readAt = fresh.at
      return true
    }
    await dialogs.alert({ message: { key: 'wizard:chainSourceChanged' } })
    return false
  }

  async function work(row: Settable, save?: Save): Promise<void> {
    const { saving } = row
    const show = (status: Settable['status'], told: Message | null = null) =>
      set({ ...row, status, told })
    const attempt = { gateway: gatewayOf(portal), choices }
    show('busy')
    try {
      const obstacle = await saving.send(attempt, save)
      if (obstacle === 'wizard:otherBook') set({ place: row.place, status: 'otherBook' })
      else if (obstacle !== null) show('failed', { key: obstacle })
      else if (!saving.isSaved(attempt)) show('failed')
      else show(attempt.gateway.isDryRun ? 'tried' : 'done')
    } catch (error) {
      show('failed', noteFailure(environment, 'another location could not be set up', error))
    }
  }

  const latest = ({ place: at }: Settable) => settable().find((each) => each.place === at)

  /** Whether a location failed since nobody is signed in any more: then so would the others. */
  function isSignedOut(row: Settable | undefined): boolean {
    const lines = Object.values(row?.saving.$lines.get() ?? {})
    const failures = lines.map((line) => line.status === 'error' && line.message)
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
      if (!(await gatewayOf(portal).mayWrite(isThere))) break
      await work(row, save)
      areSaved &&= latest(each)?.status === 'done'
      if (isSignedOut(latest(each))) break
    }
    $isRunning.set(false)
    // Whatever is not as expected is read before it goes.
    const isUnread = $rows.get().some(({ status }) => status === 'unread' || status === 'asking')
    if (areSaved && !isUnread && dueIn($rows.get()).length === 0) await leave()
  }

  async function leave(): Promise<void> {
    await imports.ask({
      gateway: gatewayOf(portal),
      choices,
      places: done().map((row) => row.place),
    })
  }

  async function guarded(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      await tellFailure(portal, { key: 'wizard:submitFailed' }, error)
      $isRunning.set(false)
      $state.set({ status: 'choosing' })
    }
  }

  return {
    place,
    wizardOf: ({ place: at }: Row) => wizardOf(portal, idsOf(at)),
    $state: readonlyType($state),
    $rows: readonlyType($rows),
    $isRunning: readonlyType($isRunning),
    endTexts,
    /** What saving changes of a location, or has changed. */
    summaryOf: summaryWith,
    dueIn,
    more,
    readAgain: ask,
    choose: (row: Settable, isChosen: boolean) => set({ ...row, isChosen }),
    run: () => guarded(() => run(dueIn($rows.get()))),
    retry: (row: Settable, save: Save) => guarded(() => run([row], save)),
    leave: () => guarded(leave),
    retryImports: () => guarded(imports.retry),
    goOn: () => guarded(imports.goOn),
  }
}
