import * as z from 'zod/mini'
import { getCompanyInfo } from '../../../lib/accounting/snelstart/calls/company-info.ts'
import { companySettings, withoutSecret } from '../../../lib/accounting/snelstart/calls/company.ts'
import { listOrderTemplates } from '../../../lib/accounting/snelstart/calls/order-templates.ts'
import { namedLedger, requiredPurposes } from '../../../lib/accounting/snelstart/ledgers.ts'
import { defaultRelation } from '../../../lib/accounting/snelstart/relations.ts'
import { valuesFrom } from '../../../lib/accounting/snelstart/values.ts'
import { location } from '../../../lib/api/locations.ts'
import { administration } from '../../../lib/api/serials.ts'
import { idsOf, placeName, type PlaceIds } from '../../../lib/domain/place.ts'
import { logError, type Environment } from '../../../lib/environment.ts'
import { createTabMemory } from '../../gateway/tab-memory.ts'

const seen = z.object({
  place: z.object({ administration, location }),
  settings: companySettings,
  info: getCompanyInfo.response,
  templates: z.readonly(listOrderTemplates.response),
})
/** What a wizard opens with, as the services answered it. */
export type Seen = z.infer<typeof seen>

const memoryOf = (environment: Environment, user: string, ids: PlaceIds) =>
  createTabMemory(environment, user, `seen:${placeName(ids)}`, seen)

/**
 * What the tab saw last of a place; null where it saw nothing. It is shown once: the visit remembers
 * it anew, unless it finds that the coupling is gone, or does not come that far.
 */
export function takeSeen(environment: Environment, user: string, ids: PlaceIds): Seen | null {
  const memory = memoryOf(environment, user, ids)
  const taken = memory.read()
  memory.clear()
  return taken
}

/** Remembers it for the next visit, without the key itself. */
export function rememberSeen(environment: Environment, user: string, shown: Seen): void {
  try {
    const settings = withoutSecret(shown.settings)
    memoryOf(environment, user, idsOf(shown.place)).write({ ...shown, settings })
  } catch (error) {
    logError(environment, 'the tab could not remember what it saw', error)
  }
}

/** For what has changed by now, or may have. */
export function forgetSeen(environment: Environment, user: string, ids: PlaceIds): void {
  memoryOf(environment, user, ids).clear()
}

/** Whether a wizard shows the same of both, but for settings about which it asks nothing. */
export function isShownAlike(one: Seen, other: Seen): boolean {
  const shownOf = ({ settings, ...rest }: Seen) =>
    JSON.stringify([
      rest.place,
      rest.info,
      rest.templates,
      settings.snelstart_administratie_identifier,
      valuesFrom(settings),
      requiredPurposes.map((purpose) => namedLedger(purpose, settings)),
      defaultRelation(settings),
    ])
  return shownOf(one) === shownOf(other)
}
