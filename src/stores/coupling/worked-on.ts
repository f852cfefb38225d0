import * as z from 'zod/mini'
import { id } from '../../lib/api/endpoint.ts'
import { placeName, type PlaceIds } from '../../lib/domain/place.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import { workLimit } from '../../lib/limits.ts'
import { readJson } from '../../lib/stored.ts'
import { isForgotten, keyOf, recentPrefix } from '../session/user-memory.ts'

const work = z.object({
  administration: id,
  location: id,
  /** Milliseconds since 1970; earlier versions of the portal kept none. */
  at: z.optional(z.number()),
})
/** A place that a user worked on in this browser, and when. */
export type Work = z.infer<typeof work>

const works = z.array(work)

/** What a user worked on in this browser, the latest first: ids only. */
export async function readWork(environment: Environment, user: string): Promise<Work[]> {
  return read(environment, await keyOf(recentPrefix, user))
}

/** Remembers that a user made a key for a place, or opened its wizard. Never fails. */
export async function noteWork(
  environment: Environment,
  user: string,
  { administration, location }: PlaceIds,
): Promise<void> {
  const place = { administration, location, at: environment.now() }
  try {
    const key = await keyOf(recentPrefix, user)
    if (isForgotten(environment)) return
    const others = read(environment, key).filter((each) => placeName(each) !== placeName(place))
    const latest = [place, ...others].slice(0, workLimit)
    environment.sharedStorage.setItem(key, JSON.stringify(latest))
  } catch (error) {
    logError(environment, 'this browser could not remember what was worked on', error)
  }
}

/** What is not usable, after an update of the portal, is left alone. */
function read({ sharedStorage }: Environment, key: string): Work[] {
  const stored = z.safeParse(works, readJson(sharedStorage, key)).data ?? []
  return stored.slice(0, workLimit)
}
