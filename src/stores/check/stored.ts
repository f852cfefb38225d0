import { atom, readonlyType } from 'nanostores'
import { misplaced } from '../../lib/accounting/snelstart/coupling-rules.ts'
import { documentOf, type Stored } from '../../lib/accounting/snelstart/stored.ts'
import { isSetUp } from '../../lib/accounting/snelstart/stored-settings.ts'
import type { ReportDocument } from '../../lib/accounting/snelstart/summary.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import { noteFailure, type Failure } from '../../lib/failure.ts'
import { sharedPlaceKey } from '../../lib/remembered.ts'
import type { Portal } from '../shell/portal.ts'
import { cashDifferencesOf } from '../wizard/draft.ts'
import { createKeptReport, type ReportPage } from '../wizard/saving/report.ts'
import { createCheck } from './screen.ts'

export type StoredState =
  | { status: 'loading' }
  | { status: 'failed'; detail: Failure }
  /** Not coupled, or nobody has set it up: nothing is stored. */
  | { status: 'unset' }
  | { status: 'loaded'; stored: Stored; document: ReportDocument }

/**
 * Reads what is stored for a location, all of it anew, by the reads of its check. Null where nobody has set
 * it up.
 */
export async function readStored(
  portal: Portal,
  user: string,
  ids: PlaceIds,
): Promise<Stored | null> {
  const { environment } = portal
  const { reads } = createCheck(portal, user, ids)
  const [administration, location, current] = await Promise.all([
    reads.administration(),
    reads.location(),
    reads.settings(),
  ])
  if (!administration || !location || misplaced({ administration, location })) return null
  if (current === null || current === 'waiting' || !isSetUp(current)) return null
  const [info, templates, ledgers, relation, cashDifferences] = await Promise.all([
    reads.info(),
    reads.templates(),
    reads.ledgers(),
    reads.relation(),
    cashDifferencesOf(environment, user, ids),
  ])
  return {
    ...{ place: { administration, location }, current, info, templates, ledgers, relation },
    cashDifferences: cashDifferences.read(),
    at: environment.now(),
  }
}

/** What is stored for a location, as a document beside the last report of this browser. Writes nothing. */
export function createStored(
  portal: Portal,
  user: string,
  ids: PlaceIds,
  page: Pick<ReportPage, 'isMessageKey'>,
) {
  const { environment } = portal
  const $stored = atom<StoredState>({ status: 'loading' })

  async function load(): Promise<void> {
    $stored.set({ status: 'loading' })
    try {
      const stored = await readStored(portal, user, ids)
      const key = await sharedPlaceKey('report', user, ids)
      const last = createKeptReport(environment, key, page).read()
      $stored.set(
        stored
          ? { status: 'loaded', stored, document: documentOf(stored, last) }
          : { status: 'unset' },
      )
    } catch (error) {
      const detail = noteFailure(environment, 'what is stored could not be read', error)
      $stored.set({ status: 'failed', detail })
    }
  }

  return {
    $stored: readonlyType($stored),
    /** Reads everything, or everything once more. */
    load,
  }
}
