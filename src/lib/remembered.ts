import type * as z from 'zod/mini'
import { createDigest, logError, readJson, type Environment } from './environment.ts'
import { WordedError } from './api/errors.ts'
import { placeName, type PlaceIds } from './domain/place.ts'
import type { Person } from './identity/user.ts'

/** User whose data is remembered, and the storage. */
export interface Owner {
  environment: Environment
  person: Pick<Person, 'id'>
}

/** Version of everything that is remembered. Increment when a page of before could not read what is written now. */
const version = '1'

/** Start of the tab's keys of all versions. */
const tabPrefixes = 'koppelpunt:memory:'

/** Start of the keys of everything that the tab remembers of a user, followed by the user's id. */
export const tabPrefix = `${tabPrefixes}${version}:`

/** Key under which the tabs share the version of the page that was opened last. */
export const versionKey = 'koppelpunt:version'

/** Starts of the keys of what all tabs of this browser share; a digest follows, which shows neither whose nor what. */
const prefixes = {
  /** When a customer was finished, by what was sent: nobody boards the same one twice. */
  boarded: 'koppelpunt:boarded:',
  work: 'koppelpunt:recent:',
  pendingKeys: 'koppelpunt:kept:keys:',
  report: 'koppelpunt:kept:report:',
  /** When the imports of a place were last started, and if they may be running. */
  imports: 'koppelpunt:kept:imports:',
  /** The day on which a user made a link for a place: no key, and nobody's name. */
  link: 'koppelpunt:link:',
  cashDifferences: 'koppelpunt:kept:cash-differences:',
  /** Last choices in a wizard, for the next administration, without names. */
  choices: 'koppelpunt:choices:',
  subscription: 'koppelpunt:subscription:',
  ending: 'koppelpunt:ending:',
  /** The user's confirmation that the coupling of a place is their own. */
  ownCoupling: 'koppelpunt:own:',
} as const
export type SharedKind = keyof typeof prefixes

const outlivingSignOut = ['link', 'choices', 'subscription', 'ending', 'ownCoupling']

/** Tabs that have forgotten their user, and remember nothing more. */
const closed = new WeakSet<Environment>()

/** Notes that a page of this version was opened: open pages of other versions write nothing any more. */
export function rememberVersion(environment: Environment): void {
  try {
    environment.sharedStorage.setItem(versionKey, version)
  } catch (error) {
    logError(environment, 'the version could not be noted', error)
  }
}

/** True if a page of another version was opened after this one, such as after an update of the portal. */
export function isOutdated({ sharedStorage }: Pick<Environment, 'sharedStorage'>): boolean {
  return (sharedStorage.getItem(versionKey) ?? version) !== version
}

/** Key of what tabs share of a user, of a user's place, or about a text. Those of a user's reports begin alike. */
export async function sharedKey(
  kind: SharedKind,
  about: string,
  place?: PlaceIds,
): Promise<string> {
  if (!place) return prefixes[kind] + (await createDigest(about))
  const name = placeName(place)
  if (kind === 'report') return `${await sharedKey(kind, about)}:${await createDigest(name)}`
  return sharedKey(kind, JSON.stringify([about, name]))
}

export const sharedKeysOf = ({ sharedStorage }: Environment, kind: SharedKind) =>
  keysOf(sharedStorage, prefixes[kind])

/** Returns access to a value that all tabs of this browser share, by a key of `sharedKey`. */
export function rememberedInBrowser<Value>(
  environment: Environment,
  kind: SharedKind,
  key: string,
  schema: z.ZodMiniType<Value>,
) {
  return remembered(environment, 'sharedStorage', key, kind, schema)
}

/** Returns access to a value that this browser stores for a user, or for a place of the user. */
export async function rememberedForUser<Value>(
  { environment, person: { id } }: Owner,
  kind: SharedKind,
  schema: z.ZodMiniType<Value>,
  place?: PlaceIds,
) {
  return rememberedInBrowser(environment, kind, await sharedKey(kind, id, place), schema)
}

/** Returns access to a value of the tab, which survives reloads and a new sign-in of the same user only. */
export function rememberedInTab<Value>(
  { environment, person }: Owner,
  name: string,
  schema: z.ZodMiniType<Value>,
) {
  return remembered(environment, 'tabStorage', `${tabPrefix}${person.id}:${name}`, name, schema)
}

function remembered<Value>(
  environment: Environment,
  storage: 'tabStorage' | 'sharedStorage',
  key: string,
  name: string,
  schema: z.ZodMiniType<Value>,
) {
  function write(value: Value): boolean {
    if (isMemoryClosed(environment)) return false
    if (isOutdated(environment)) throw new WordedError('shell:outdated')
    environment[storage].setItem(key, JSON.stringify(value))
    return true
  }

  return {
    /** Returns null if there is no usable value. */
    read: (): Value | null => {
      if (environment[storage].getItem(key) === null) return null
      const { success, data } = schema.safeParse(readJson(environment[storage], key))
      if (success) return data
      environment.log(`what was remembered is not usable: ${name}`)
      return null
    },
    /** Returns false after a sign-out. Throws if the storage is full or blocked, or the page is outdated. */
    write,
    /** Writes a value and returns true if that worked. Never throws. */
    keep: (value: Value): boolean => {
      try {
        return write(value)
      } catch (error) {
        logError(environment, `could not be remembered: ${name}`, error)
        return false
      }
    },
    clear: () => environment[storage].removeItem(key),
  }
}

/** The names under which the tab remembers something of a user, of those that begin so, without that beginning. */
export function namesInTab({ environment, person }: Owner, start: string): string[] {
  const prefix = `${tabPrefix}${person.id}:${start}`
  return keysOf(environment.tabStorage, prefix).map((key) => key.slice(prefix.length))
}

/** True after a sign-out, when no data of the user may be stored any more. */
export const isMemoryClosed = (environment: Environment) => closed.has(environment)

/**
 * Forgets what the tab remembers of all users but `exceptUser`, who signs in. Without one, on a sign-out, it forgets
 * everything, and what the browser remembers of any user and does not outlive that.
 */
export function forgetMemory(environment: Environment, exceptUser?: string): void {
  const { tabStorage, sharedStorage } = environment
  if (exceptUser !== undefined) {
    for (const key of keysOf(tabStorage, tabPrefixes)) {
      if (!key.startsWith(`${tabPrefix}${exceptUser}:`)) tabStorage.removeItem(key)
    }
    return
  }
  closeMemory(environment)
  for (const [kind, prefix] of Object.entries(prefixes)) {
    if (outlivingSignOut.includes(kind)) continue
    for (const key of keysOf(sharedStorage, prefix)) sharedStorage.removeItem(key)
  }
}

/** Forgets all that the tab remembers, and lets it remember nothing more. */
export function closeMemory(environment: Environment): void {
  closed.add(environment)
  const { tabStorage } = environment
  for (const key of keysOf(tabStorage, tabPrefixes)) tabStorage.removeItem(key)
}

export function keysOf(storage: Storage, prefix: string): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter(
    (key) => key.startsWith(prefix),
  )
}
