import { atom, readonlyType, type WritableAtom } from 'nanostores'
import { isSameSetting } from '../../lib/accounting/snelstart/company-settings.ts'
import { defaultRelation } from '../../lib/accounting/snelstart/relations.ts'
import { isComplete, type Stored } from '../../lib/accounting/snelstart/stored.ts'
import { ledgerText, requiredPurposes } from '../../lib/accounting/snelstart/ledgers.ts'
import { isRefused } from '../../lib/accounting/snelstart/suitability.ts'
import { namedLedger } from '../../lib/accounting/snelstart/choices.ts'
import type { CompanyInfo } from '../../lib/accounting/snelstart/calls.ts'
import {
  getCompanySettings,
  isSetUp,
  type CompanySettings,
} from '../../lib/accounting/snelstart/stored-settings.ts'
import {
  decidedIn,
  isLack,
  summaryOf,
  type Summary,
} from '../../lib/accounting/snelstart/summary.ts'
import { listLocations } from '../../lib/api/places.ts'
import { idsOf, ofPlace, type Place } from '../../lib/domain/place.ts'
import { noteFailure, saysSignIn } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { coupledLookUpLimit, sideBySide } from '../../lib/limits.ts'
import { wizardOf } from '../../lib/domain/coupling.ts'
import { createTurns } from '../form/list.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import type { SignedIn } from '../shell/portal.ts'
import { cashDifferencesOf } from '../wizard/draft.ts'
import { createImports, type EndState } from '../wizard/saving/imports.ts'
import { createSaving, setupLock, type Save, type Saving } from '../wizard/saving/saving.ts'

interface At {
  place: Place
  /** Why it could not be read, or nothing was sent; lines say what could not be saved. */
  told?: Message | null
}

/**
 * Another location, and what is known of its coupling: `otherBook` is with another accounting administration,
 * `ownLedger` names no ledger of its own where the one to be copied is refused.
 */
export type Row =
  | (At & { status: 'unasked' | 'asking' | 'uncoupled' | 'unread' | 'otherBook' | 'ownLedger' })
  | Settable

/** One that books in the same accounting administration. */
export interface Settable extends At {
  /** Tried: by a dry run, which sent nothing. */
  status: 'offered' | 'busy' | 'failed' | 'tried' | 'done'
  isChosen: boolean
  isSetUp: boolean
  saving: Saving
  $settings: WritableAtom<CompanySettings>
  $info: WritableAtom<CompanyInfo>
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
  /** Ledgers that SnelStart refuses: they are copied to no other location. */
  const refusedLedgers = requiredPurposes.flatMap((purpose) => {
    const ledger = stored.ledgers[purpose]
    return !isLack(ledger) && isRefused(purpose, ledger) ? [{ purpose, ledger }] : []
  })
  const kept = refusedLedgers.map(({ purpose }) => purpose)
  const refused = refusedLedgers.map(({ ledger }) => ledgerText(ledger)).join(', ')
  const headers = { administration: administration.id }
  const others = (await gatewayOf(portal).call(listLocations, { headers })).filter(
    ({ id }) => String(id) !== String(place.location.id),
  )
  const $state = atom<{ status: 'choosing' } | EndState>({ status: 'choosing' })
  const $rows = atom(
    others.map((location): Row => ({ place: { administration, location }, status: 'unasked' })),
  )
  /** Gateway of the last save. */
  let savedBy = gatewayOf(portal)

  const imports = createImports(
    { portal, place },
    {
      $state,
      reset: () => $state.set({ status: 'choosing' }),
      isSending: () => settable().some(({ saving }) => saving.isLoading()),
      said: ({ gateway }) => ({ before: endTexts(gateway) }),
      forget: async ({ gateway: { owner }, places }) => {
        const number = stored.numbers.cash_differences
        if (number === null) return
        for (const at of places) (await cashDifferencesOf(owner, idsOf(at), book)).keep(number)
      },
    },
  )
  function endTexts({ isDryRun }: { isDryRun: boolean }): readonly [Message, ...Message[]] {
    if (isDryRun) return [{ key: 'wizard:doneDryRun' }]
    return [
      { key: 'wizard:chainEnd', parameters: { count: String(done().length) } },
      ...(refused
        ? [{ key: 'wizard:chainNotCopied', parameters: { ledgers: refused } } as const]
        : []),
    ]
  }

  const set = (row: Row) =>
    $rows.set($rows.get().map((each) => (each.place === row.place ? row : each)))
  const settable = () => $rows.get().filter(isSettable)
  const done = () => settable().filter(({ status }) => status === 'done')
  const dueIn = (rows: readonly Row[]) =>
    rows.filter(isSettable).filter(({ isChosen, status }) => isChosen && status !== 'done')

  function summaryWith({ $settings, $info }: Settable): Summary {
    const [current, info] = [$settings.get(), $info.get()]
    const { currentRelation: relation } = stored
    const isIts = relation !== null && String(relation.id) === String(defaultRelation(current))
    return summaryOf({ ...stored, current, info, kept, currentRelation: isIts ? relation : null })
  }

  function rowOf(at: Place, settings: CompanySettings | null): Row {
    if (settings === null) return { place: at, status: 'uncoupled' }
    if (!isSameSetting(settings.snelstart_administratie_identifier, book))
      return { place: at, status: 'otherBook' }
    const isLacking = kept.some((purpose) => namedLedger(purpose, settings) === null)
    if (isLacking) return { place: at, status: 'ownLedger' }
    const $settings = atom(settings)
    const $info = atom(stored.info)
    return {
      place: at,
      status: 'offered',
      isChosen: false,
      isSetUp: isSetUp(settings),
      saving: createSaving({ environment, portal, place: at, $settings, $info }),
      $settings,
      $info,
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

  /** Reads the location again whose settings are copied. Tells if they are not as shown any more. */
  async function verifySource(): Promise<boolean> {
    if (!(await environment.hold(setupLock(place)))) {
      await dialogs.alert({ message: { key: 'wizard:otherTab' } })
      return false
    }
    const fresh = await read()
    // Prices are of the accounting administration: each location gets those of now.
    const copied = ({ ledgers, ...of }: Stored) => [
      { ...decidedIn({ ...of, ledgers }), info: null },
      ledgers,
    ]
    const isSame =
      fresh !== null &&
      isComplete(fresh) &&
      isSameSetting(fresh.current.snelstart_administratie_identifier, book) &&
      isSameSetting(copied(fresh), copied(stored))
    if (!isSame) await dialogs.alert({ message: { key: 'wizard:chainSourceChanged' } })
    return isSame
  }

  /** Saves a location; false if the settings to copy have changed, so that the others cannot be saved either. */
  async function work(row: Settable, retried: ReadonlySet<Save>): Promise<boolean> {
    const { saving, $info } = row
    const show = (status: Settable['status'], told: Message | null = null) =>
      set({ ...row, status, told })
    const gateway = gatewayOf(portal)
    show('busy')
    try {
      if (!(await verifySource())) {
        set(row)
        return false
      }
      const fresh = await saving.read(gateway)
      if (fresh === 'wizard:otherBook') set({ place: row.place, status: 'otherBook' })
      else if (typeof fresh === 'string') show('failed', { key: fresh })
      else {
        const merged = saving.merge(fresh, decidedIn({ ...stored, info: $info.get(), kept }))
        if (merged === null) show('failed', { key: 'wizard:changedElsewhere' })
        else {
          await imports.begin({ gateway, places: [row.place] })
          await saving.save(gateway, merged, retried)
          if (!saving.isSaved()) show('failed')
          else if (gateway.isDryRun) show('tried')
          else {
            savedBy = gateway
            show('done')
          }
        }
      }
    } catch (error) {
      show('failed', noteFailure(environment, 'another location could not be set up', error))
    }
    return true
  }

  const latest = ({ place: at }: Settable) => settable().find((each) => each.place === at)

  /** Whether a location failed since nobody is signed in any more: then so would the others. */
  function isSignedOut(row: Settable | undefined): boolean {
    const lines = Object.values(row?.saving.$lines.get() ?? {})
    const failures = lines.map((line) => line.status === 'error' && line.message)
    return [row?.told, ...failures].some((message) => message && saysSignIn(message))
  }

  async function run(rows: readonly Settable[], retried = new Set<Save>()): Promise<void> {
    let areSaved = true
    for (const each of rows) {
      const row = latest(each)
      // It may have been left out since.
      if (!row || (!row.isChosen && retried.size === 0)) continue
      if (!(await work(row, retried))) return
      areSaved &&= latest(each)?.status === 'done'
      if (isSignedOut(latest(each))) break
    }
    // Whatever is not as expected is read before it goes.
    const isUnread = $rows.get().some(({ status }) => status === 'unread' || status === 'asking')
    if (areSaved && !isUnread && dueIn($rows.get()).length === 0) await leave()
  }

  const leave = () => imports.ask({ gateway: savedBy, places: done().map((row) => row.place) })

  return {
    place,
    wizardOf: ({ place: at }: Row) => wizardOf(portal, idsOf(at)),
    $state: readonlyType($state),
    $rows: readonlyType($rows),
    $isRunning: imports.$isBusy,
    /** The ledgers that are not copied; empty if all are. */
    refused,
    endTexts,
    /** What saving changes of a location, or has changed. */
    summaryOf: summaryWith,
    dueIn,
    more,
    readAgain: ask,
    choose: (row: Settable, isChosen: boolean) => set({ ...row, isChosen }),
    run: () => imports.press(() => run(dueIn($rows.get()))),
    retry: (row: Settable, save: Save) => imports.press(() => run([row], new Set([save]))),
    leave: () => imports.press(leave),
    retryImports: imports.retry,
    goOn: imports.goOn,
  }
}
