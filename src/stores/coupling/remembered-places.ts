import * as z from 'zod/mini'
import type { CompanySettings } from '../../lib/accounting/snelstart/stored-settings.ts'
import { id, isSet } from '../../lib/api/endpoint.ts'
import { locationSchema, administrationSchema } from '../../lib/api/places.ts'
import {
  administrationLabel,
  getPlaceIds,
  placeName,
  type PlaceIds,
} from '../../lib/domain/place.ts'
import { pendingKeyLimit, recentPlaceLimit } from '../../lib/limits.ts'
import { accessUserValue, type Owner } from '../../lib/remembered.ts'
import { openDraft } from '../form/drafts.ts'
import { openWriteLog } from '../gateway/write-log.ts'
import { getKeyWriteName } from './writes.ts'

export const isSamePlaceAs = (place: PlaceIds) => (other: PlaceIds) =>
  placeName(other) === placeName(place)

/** Creates a storage with one entry per location, latest first. */
function rememberedPlaces<Entry extends PlaceIds>(
  kind: 'work' | 'pendingKeys',
  schema: z.ZodMiniType<Entry>,
  limit: number,
) {
  const memoryOf = (owner: Owner) => accessUserValue(owner, kind, z.array(schema))
  async function change(owner: Owner, place: PlaceIds, entries: Entry[]) {
    const { read, keep } = await memoryOf(owner)
    const earlier = read() ?? []
    const others = earlier.filter((each) => !isSamePlaceAs(place)(each))
    if (earlier.length + entries.length > 0) keep([...entries, ...others].slice(0, limit))
  }
  return {
    read: async (owner: Owner): Promise<Entry[]> => (await memoryOf(owner)).read() ?? [],
    note: (owner: Owner, entry: Entry) => change(owner, entry, [entry]),
    forget: (owner: Owner, place: PlaceIds) => change(owner, place, []),
  }
}

const work = z.object({ administration: id, location: id, at: z.number() })
export type RecentPlace = z.infer<typeof work>

const works = rememberedPlaces('work', work, recentPlaceLimit)

export const readRecentPlaces = works.read

export function rememberRecentPlace(
  owner: Owner,
  { administration, location }: PlaceIds,
): Promise<void> {
  return works.note(owner, { administration, location, at: owner.environment.now() })
}

const pendingKey = z.object({
  administration: id,
  location: id,
  key: id,
  approvedBy: z.literal(['package', 'polaris']),
  replacesAnother: z.boolean(),
  isHandedOver: z.optional(z.boolean()),
  place: z.optional(z.object({ administration: administrationSchema, location: locationSchema })),
})
export type PendingKey = z.infer<typeof pendingKey>

const pendingKeys = rememberedPlaces('pendingKeys', pendingKey, pendingKeyLimit)

export const readPendingKeys = pendingKeys.read

/** Stores a key until sign-out, and its date for longer. */
export async function rememberPendingKey(owner: Owner, key: PendingKey): Promise<void> {
  await pendingKeys.note(owner, key)
  const link = await openLinkDateRecord(owner, key)
  link.keep(getLocalNoon(owner.environment.now()))
}

/** Returns the local noon of a day, in ms since 1970. */
export const getLocalNoon = (time: number) => new Date(time).setHours(12, 0, 0, 0)

/** Opens the record with the date of an approval link (ms since 1970). */
export const openLinkDateRecord = (owner: Owner, place: PlaceIds) =>
  accessUserValue(owner, 'link', z.number(), place)

export const findPendingKey = async (owner: Owner, place: PlaceIds): Promise<PendingKey | null> =>
  (await readPendingKeys(owner)).find(isSamePlaceAs(place)) ?? null

/** True if this browser stores a pending key or an approval link's date. */
export async function isApprovalAwaited(owner: Owner, place: PlaceIds): Promise<boolean> {
  if (await findPendingKey(owner, place)) return true
  return (await openLinkDateRecord(owner, place)).read() !== null
}

/** True if the location does not use the key yet. */
export function isKeyPending(
  { key, replacesAnother }: PendingKey,
  settings: CompanySettings | null,
): boolean {
  const inUse = settings?.api_key?.id
  return isSet(inUse) ? String(inUse) !== String(key) : settings === null || replacesAnother
}

/** Deletes the stored key, so that the next submit creates another. */
export async function forgetPendingKey(owner: Owner, place: PlaceIds): Promise<void> {
  openWriteLog(owner).forget(getKeyWriteName(place))
  await pendingKeys.forget(owner, place)
  const link = await openLinkDateRecord(owner, place)
  link.clear()
}

const choice = z.object({
  administration: z.nullable(administrationSchema),
  location: z.nullable(locationSchema),
  /** True if the location was preselected and not changed since. */
  isGiven: z.optional(z.boolean()),
})
export type SelectedPlace = z.infer<typeof choice>

/** Opens the tab's draft of the connect screen. */
export function openConnectDraft(owner: Owner) {
  return openDraft(owner, 'connect', choice, ({ administration, location }) => {
    if (!administration) return null
    const label = administrationLabel(administration)
    if (!location) return { administration: label }
    const place = getPlaceIds({ administration, location })
    return { place, administration: label, location: location.name }
  })
}
