import { atom, readonlyType, type WritableAtom } from 'nanostores'
import { isSetUp, type CompanySettings } from '../../../lib/accounting/snelstart/stored-settings.ts'
import { isSameSetting } from '../../../lib/accounting/snelstart/company-settings.ts'
import { defaultRelation } from '../../../lib/accounting/snelstart/relations.ts'
import {
  decidedIn,
  isLack,
  type OtherLocation,
  type Report,
  summaryOf,
  type Summarized,
  type Summary,
} from '../../../lib/accounting/snelstart/summary.ts'
import type { Location } from '../../../lib/api/locations.ts'
import { idsOf, type Place } from '../../../lib/domain/place.ts'
import { noteFailure, saysSignIn, type Failure } from '../../../lib/failure.ts'
import type { Message, MessageKey } from '../../../lib/i18n/messages.ts'
import { coupledLookUpLimit, sideBySide } from '../../../lib/limits.ts'
import { readSettings, wizardOf } from '../../coupling/place.ts'
import { createTurns } from '../../form/list.ts'
import type { Wizard } from '../wizard.ts'
import type { Finished } from './submitting.ts'
import { createSaving, type Obstacle, type Save, type Saving } from './saving.ts'

/** Another location of the administration, and what is known of its coupling. */
export type Row = { place: Place } & (
  | { status: 'unasked' | 'asking' | 'uncoupled' }
  | { status: 'unread'; failure: Failure }
  /** Coupled with another accounting administration: its settings name ledgers of another book. */
  | { status: 'otherBook'; wizard: URL }
  | Settable
)

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

export type Chain = ReturnType<typeof createChain>

/** What a row says of what stands in its way. */
const obstacles: Readonly<Record<Obstacle, MessageKey>> = {
  'wizard:otherTab': 'wizard:chainOtherTab',
  'wizard:unconfirmed': 'wizard:unconfirmed',
  'wizard:otherBook': 'wizard:otherBook',
  'wizard:changedElsewhere': 'wizard:chainChanged',
}

export const isSettable = (row: Row): row is Settable & Row => 'saving' in row

/**
 * The other locations of an administration (product §2, "A chain at once"): what is stored of one is
 * saved for those that book in the same accounting administration, one location after the other, each
 * for real or as a dry run, as the flag has it by then. Each is read anew just before.
 *
 * @param summarized what is stored
 * @param isThere whether all that would be written is still there
 * @param end goes on with what comes after the saves
 */
export function createChain(
  choices: Wizard,
  summarized: () => Summarized,
  saved: Finished,
  locations: readonly Location[],
  isThere: () => Promise<boolean>,
  end: (finished: Finished) => Promise<void>,
) {
  const { environment, portal, variant, gatewayNow } = choices
  const { administration } = choices.place
  const { snelstart_administratie_identifier: book } = summarized().current
  const $rows = atom<readonly Row[]>(
    locations.map((location) => ({ place: { administration, location }, status: 'unasked' })),
  )
  const $isRunning = atom(false)

  const set = (row: Row) =>
    $rows.set($rows.get().map((each) => (each.place === row.place ? row : each)))
  const settable = () => $rows.get().filter(isSettable)
  const dueIn = (rows: readonly Row[]) =>
    rows.filter(isSettable).filter(({ isChosen, status }) => isChosen && status !== 'done')

  function summaryWith(current: CompanySettings): Summary {
    const { relation, currentRelation } = summarized()
    const named = [currentRelation, isLack(relation) ? null : relation].find(
      (each) => each !== null && String(each.id) === String(defaultRelation(current)),
    )
    return summaryOf({ ...summarized(), current, currentRelation: named ?? null })
  }

  const ofOtherBook = (place: Place): Row => ({
    place,
    status: 'otherBook',
    wizard: wizardOf(portal, idsOf(place), variant),
  })

  function rowOf(place: Place, settings: CompanySettings | null): Row {
    if (settings === null) return { place, status: 'uncoupled' }
    if (!isSameSetting(settings.snelstart_administratie_identifier, book)) return ofOtherBook(place)
    const $settings = atom(settings)
    return {
      place,
      status: 'offered',
      isChosen: false,
      isSetUp: isSetUp(settings),
      summary: summaryWith(settings),
      told: null,
      saving: createSaving({ ...choices, place, $settings }, book),
      $settings,
    }
  }

  async function read({ place }: Row): Promise<void> {
    set({ place, status: 'asking' })
    try {
      set(rowOf(place, await readSettings(gatewayNow().call, idsOf(place))))
    } catch (error) {
      const failure = noteFailure(environment, 'another location could not be read', error)
      set({ place, status: 'unread', failure })
    }
  }

  const leave = () =>
    end({
      ...saved,
      report: withOthers(saved.report, $rows.get()),
      others: settable()
        .filter(({ status }) => status === 'done')
        .map(({ place }) => place),
    })

  /** Saves a location, or one line of it, and tells what became of that. Gives whether all of it is saved. */
  async function work(row: Settable, save?: Save): Promise<boolean> {
    const { place, saving, $settings } = row
    const show = (part: Partial<Settable>) => set({ ...row, told: null, ...part })
    const attempt = { gateway: gatewayNow(), choices: decidedIn(summarized()) }
    show({ status: 'busy' })
    try {
      const obstacle = await saving.send(attempt, save)
      if (obstacle !== null) {
        const told = { key: obstacles[obstacle] }
        if (obstacle === 'wizard:otherBook') set(ofOtherBook(place))
        else show({ status: 'failed', told, summary: summaryWith($settings.get()) })
        return false
      }
      const isSaved = saving.isSaved(attempt)
      const status = attempt.gateway.isDryRun ? 'tried' : 'done'
      show({ status: isSaved ? status : 'failed' })
      return isSaved
    } catch (error) {
      const told = noteFailure(environment, 'another location could not be set up', error)
      show({ status: 'failed', told })
      return false
    }
  }

  const latest = ({ place }: Settable) => settable().find((each) => each.place === place)

  /** Whether a location failed since nobody is signed in any more: then so would the others. */
  function isSignedOut(row: Settable | undefined): boolean {
    const lines = Object.values(row?.saving.$lines.get() ?? {})
    const failures = lines.flatMap((line) => (line.status === 'error' ? line.message : []))
    return [row?.told, ...failures].some((message) => message && saysSignIn(message))
  }

  async function run(rows: readonly Settable[], save?: Save): Promise<void> {
    if ($isRunning.get()) return portal.dialogs.alert({ message: { key: 'wizard:stillSending' } })
    $isRunning.set(true)
    let areSaved = true
    for (const each of rows) {
      const row = latest(each)
      // It may have been left out since.
      if (!row || (!row.isChosen && !save)) continue
      if (!(await gatewayNow().mayWrite(isThere))) break
      areSaved = (await work(row, save)) && areSaved
      if (isSignedOut(latest(each))) break
    }
    $isRunning.set(false)
    // Whatever is not as expected is read before it goes.
    const isUnread = $rows.get().some(({ status }) => status === 'unread' || status === 'asking')
    if (areSaved && !isUnread && dueIn($rows.get()).length === 0) await leave()
  }

  return {
    $rows: readonlyType($rows),
    /** Whether something is being saved. */
    $isRunning: readonlyType($isRunning),
    place: choices.place,
    dueIn,
    /** Reads the next locations, a few at a time. */
    more: async (): Promise<void> => {
      const due = $rows.get().filter(({ status }) => status === 'unasked')
      const next = due.slice(0, coupledLookUpLimit)
      for (const { place } of next) set({ place, status: 'asking' })
      const inTurn = createTurns(sideBySide)
      await Promise.all(next.map((row) => inTurn(() => read(row))))
    },
    readAgain: read,
    choose: (row: Settable, isChosen: boolean) => set({ ...row, isChosen }),
    /** Saves for the chosen locations, as far as that is still to be done. */
    run: () => run(dueIn($rows.get())),
    /** Repeats a save that failed. */
    retry: (row: Settable, save: Save) => run([row], save),
    /** Goes on with those that are done. */
    leave,
  }
}

/**
 * A report with what became of the other locations. Where nothing had to be changed any more, what the
 * report already has of one stays on record.
 */
function withOthers(report: Report, rows: readonly Row[]): Report {
  const others = rows.flatMap((row): OtherLocation[] => {
    const { location } = row.place
    const about = { location: location.name, locationId: String(location.id) }
    if (row.status === 'unasked' || row.status === 'asking') return []
    if (!isSettable(row)) return [{ ...about, outcome: row.status, settings: [] }]
    const { status, summary } = row
    if (status !== 'done') {
      const isNotDone = status === 'failed' || status === 'tried'
      return [{ ...about, outcome: isNotDone ? 'failed' : 'unchosen', settings: [] }]
    }
    const settings = summary.filter(({ now }) => now?.isChanged)
    const earlier = report.others?.find(
      ({ locationId, outcome }) => locationId === about.locationId && outcome === 'done',
    )
    return [settings.length === 0 && earlier ? earlier : { ...about, outcome: status, settings }]
  })
  return { ...report, others }
}
