import * as z from 'zod/mini'
import type { CompanySettings } from '../../lib/accounting/snelstart/stored-settings.ts'
import { id, isSet } from '../../lib/api/endpoint.ts'
import { location, administration } from '../../lib/api/places.ts'
import { placeName, type PlaceIds } from '../../lib/domain/place.ts'
import type { Environment } from '../../lib/environment.ts'
import { linkDays, madeKeyLimit, workLimit } from '../../lib/limits.ts'
import {
  rememberedInBrowser,
  rememberedInTab,
  rememberedOf,
  sharedKeysOf,
  type Owner,
} from '../../lib/remembered.ts'
import { createWritten } from '../gateway/reads.ts'
import { keyName } from './writes.ts'

export const isAt = (place: PlaceIds) => (kept: PlaceIds) => placeName(kept) === placeName(place)

/** What this browser remembers of a user's places, the latest first, one of each place; never fails. */
function rememberedPlaces<Kept extends PlaceIds>(
  kind: 'work' | 'madeKeys',
  schema: z.ZodMiniType<Kept>,
  limit: number,
) {
  const memoryOf = (owner: Owner) => rememberedOf(owner, kind, z.array(schema))
  async function change(owner: Owner, place: PlaceIds, kept: Kept[]) {
    const { read, keep } = await memoryOf(owner)
    const earlier = read() ?? []
    const others = earlier.filter((each) => !isAt(place)(each))
    const isNothing = earlier.length + kept.length === 0
    if (!isNothing) keep([...kept, ...others].slice(0, limit))
  }
  return {
    read: async (owner: Owner): Promise<Kept[]> => (await memoryOf(owner)).read() ?? [],
    note: (owner: Owner, kept: Kept) => change(owner, kept, [kept]),
    forget: (owner: Owner, place: PlaceIds) => change(owner, place, []),
  }
}

const work = z.object({
  administration: id,
  location: id,
  /** Milliseconds since 1970. */
  at: z.number(),
})
/** A place that a user worked on in this browser, and when: ids only. */
export type Work = z.infer<typeof work>

const works = rememberedPlaces('work', work, workLimit)

export const readWork = works.read

/** Remembers that a user made a key for a place, or opened its wizard. */
export function noteWork(owner: Owner, { administration, location }: PlaceIds): Promise<void> {
  return works.note(owner, { administration, location, at: owner.environment.now() })
}

const madeKey = z.object({
  administration: id,
  location: id,
  /** The id of the key, by which it is approved. */
  key: id,
  /** Where it is approved: at the accounting package, or by the provider of polaris. */
  approvedBy: z.literal(['package', 'polaris']),
  /** Whether it is to take the place of one that was in use when it was made. */
  replacesAnother: z.boolean(),
  isHandedOver: z.optional(z.boolean()),
  /** What its place was called by whoever made that as well. */
  place: z.optional(z.object({ administration, location })),
})
/** A key that a user made in this browser, and that is not known to be approved. */
export type MadeKey = z.infer<typeof madeKey>

const madeKeys = rememberedPlaces('madeKeys', madeKey, madeKeyLimit)

export const readMadeKeys = madeKeys.read

/** Remembers a key for as long as the user is signed in, and for longer that it was made today. */
export async function noteMadeKey(owner: Owner, key: MadeKey): Promise<void> {
  await madeKeys.note(owner, key)
  const link = await linkOf(owner, key)
  link.keep(noonOf(owner.environment.now()))
}

/** Noon of a day, by which it is told. */
export const noonOf = (time: number) => new Date(time).setHours(12, 0, 0, 0)

/** The day on which a user made a link for a place in this browser, told by its noon. */
export const linkOf = (owner: Owner, place: PlaceIds) =>
  rememberedOf(owner, 'link', z.number(), place)

export function forgetOldLinks(environment: Environment): void {
  // A day of another season has an hour more or less.
  const oldest = noonOf(environment.now()) - (linkDays + 0.5) * 24 * 3600 * 1000
  for (const key of sharedKeysOf(environment, 'link')) {
    const { read, clear } = rememberedInBrowser(environment, 'link', key, z.number())
    if ((read() ?? 0) < oldest) clear()
  }
}

/** The key that a user made for a place in this browser; null where there is none. */
export async function findMadeKey(owner: Owner, place: PlaceIds): Promise<MadeKey | null> {
  return (await readMadeKeys(owner)).find(isAt(place)) ?? null
}

/**
 * True if a key that was made for a place may still await its approval: the settings of the place, null without a
 * coupling, do not name it as the one in use. Settings without that id leave it open for a key that replaces another.
 */
export function isPending(
  { key, replacesAnother }: MadeKey,
  settings: CompanySettings | null,
): boolean {
  const inUse = settings?.api_key?.id
  return isSet(inUse) ? String(inUse) !== String(key) : settings === null || replacesAnother
}

/** Forgets the key of a place that is coupled, or is to begin anew: the next press makes another one. */
export async function forgetMadeKey(owner: Owner, place: PlaceIds): Promise<void> {
  createWritten(owner).forget(keyName(place))
  await madeKeys.forget(owner, place)
  const link = await linkOf(owner, place)
  link.clear()
}

const choice = z.object({
  administration: z.nullable(administration),
  location: z.nullable(location),
  /** Whether another page chose it, and nobody here has changed it. */
  isGiven: z.optional(z.boolean()),
})
export type Choice = z.infer<typeof choice>

/** What the tab remembers of the connect screen, until the coupling is confirmed. */
export function connectMemory(owner: Owner) {
  return rememberedInTab(owner, 'connect', choice)
}
