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

export type Chain = ReturnType<typeof createChain>

/** What a row says of what stands in its way. */
const obstacles: Readonly<Record<Exclude<Obstacle, 'wizard:otherBook'>, MessageKey>> = {
  'wizard:otherTab': 'wizard:chainOtherTab',
  'wizard:unconfirmed': 'wizard:unconfirmed',
  'wizard:changedElsewhere': 'wizard:chainChanged',
}

export const isSettable = (row: Row): row is Settable => 'saving' in row

/**
 * The other locations of an administration (product §2, "A chain at once"): what is stored of one is saved
 * for those that book in the same accounting administration, one after the other, as the flag has it then.
 *
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

  function ofOtherBook(place: Place): Row {
    return { place, status: 'otherBook', wizard: wizardOf(portal, idsOf(place), variant) }
  }

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

  function leave(): Promise<void> {
    const done = settable().filter(({ status }) => status === 'done')
    const report = withOthers(saved.report, $rows.get())
    return end({ ...saved, report, others: done.map(({ place }) => place) })
  }

  /** Saves a location, or one line of it, and tells what became of that. */
  async function work(row: Settable, save?: Save): Promise<void> {
    const { place, saving, $settings } = row
    const show = (part: Partial<Settable>) => set({ ...row, told: null, ...part })
    const attempt = { gateway: gatewayNow(), choices: decidedIn(summarized()) }
    show({ status: 'busy' })
    try {
      const obstacle = await saving.send(attempt, save)
      if (obstacle === 'wizard:otherBook') set(ofOtherBook(place))
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
      await work(row, save)
      areSaved &&= latest(each)?.status === 'done'
      if (isSignedOut(latest(each))) break
    }
    $isRunning.set(false)
    // Whatever is not as expected is read before it goes.
    const isUnread = $rows.get().some(({ status }) => status === 'unread' || status === 'asking')
    if (areSaved && !isUnread && dueIn($rows.get()).length === 0) await leave()
  }

  return {
    $rows: readonlyType($rows),
    $isRunning: readonlyType($isRunning),
    place: choices.place,
    dueIn,
    more: async (): Promise<void> => {
      const due = $rows.get().filter(({ status }) => status === 'unasked')
      const next = due.slice(0, coupledLookUpLimit)
      for (const { place } of next) set({ place, status: 'asking' })
      const inTurn = createTurns(sideBySide)
      await Promise.all(next.map((row) => inTurn(() => read(row))))
    },
    readAgain: read,
    choose: (row: Settable, isChosen: boolean) => set({ ...row, isChosen }),
    run: () => run(dueIn($rows.get())),
    retry: (row: Settable, save: Save) => run([row], save),
    /** Goes on with those that are done. */
    leave,
  }
}

/** A report with what became of the other locations. Of one without a change more, it stays on record. */
function withOthers(report: Report, rows: readonly Row[]): Report {
  const others = rows.flatMap((row): OtherLocation[] => {
    const { location } = row.place
    const about = { location: location.name, locationId: String(location.id) }
    if (row.status === 'unasked' || row.status === 'asking') return []
    if (!isSettable(row)) return [{ ...about, outcome: row.status, settings: [] }]
    if (row.status !== 'done') {
      const isNotDone = row.status === 'failed' || row.status === 'tried'
      return [{ ...about, outcome: isNotDone ? 'failed' : 'unchosen', settings: [] }]
    }
    const settings = row.summary.filter(({ now }) => now?.isChanged)
    const earlier = report.others?.find(
      ({ locationId, outcome }) => locationId === about.locationId && outcome === 'done',
    )
    return [settings.length === 0 && earlier ? earlier : { ...about, outcome: 'done', settings }]
  })
  return { ...report, others }
}
