import type * as z from 'zod/mini'
import { createDigest, logError, readJson, type Environment } from './environment.ts'
import { MessageKeyError } from './api/errors.ts'
import { placeName, type PlaceIds } from './domain/place.ts'
import type { Person } from './identity/user.ts'
import { storedDataLifetimeDays, wizardDraftLifetimeDays } from './limits.ts'

/** User and the browser environment that stores the user's data. */
export interface Owner {
  environment: Environment
  person: Pick<Person, 'id'>
}

/** Version of the data, increased if older pages cannot read it. */
const version = '1'

/** Prefix of the tab's storage keys in every version. */
const tabPrefixes = 'koppelpunt:memory:'

/** Prefix of the tab's storage keys, followed by the user's id. */
export const tabKeyPrefix = `${tabPrefixes}${version}:`

/** Storage key for the version of the last opened page. */
export const versionKey = 'koppelpunt:version'

/** Prefixes of storage keys, followed by a digest that hides users. */
const prefixes = {
  /** Time of each registration, to prevent duplicates. */
  boarded: 'koppelpunt:boarded:',
  work: 'koppelpunt:recent:',
  pendingKeys: 'koppelpunt:kept:keys:',
  report: 'koppelpunt:kept:report:',
  /** Time at which a location's last imports were requested. */
  imports: 'koppelpunt:kept:imports:',
  /** Day on which the user created a location's approval link. */
  link: 'koppelpunt:link:',
  cashDifferences: 'koppelpunt:kept:cash-differences:',
  /** Unfinished wizard of a location, excluding customer names. */
  wizardDraft: 'koppelpunt:kept:wizard:',
  /** Last wizard choices, as defaults for the next administration. */
  choices: 'koppelpunt:choices:',
  /** Name of the customer for whom `choices` were stored. */
  lastCustomer: 'koppelpunt:kept:last-customer:',
  subscription: 'koppelpunt:subscription:',
  approver: 'koppelpunt:approver:',
  /** Confirmation by the user that a location's coupling is their own. */
  ownCoupling: 'koppelpunt:own:',
} as const
export type StoredDataKind = keyof typeof prefixes

/** Kinds of data that outlive a sign-out (contract §4). */
const outlivingSignOut = ['link', 'choices', 'subscription', 'approver', 'ownCoupling'] as const
const outlivesSignOut = (kind: string) => (outlivingSignOut as readonly string[]).includes(kind)

/** Kinds of data that expire after their last change. */
const expiring = [...outlivingSignOut, 'wizardDraft'] as const
const lifetimeDays = (kind: string) =>
  kind === 'wizardDraft' ? wizardDraftLifetimeDays : storedDataLifetimeDays

/** Returns the number of days since 1970. */
const today = ({ now }: Environment) => Math.floor(now() / (24 * 3600 * 1000))

function isExpired(environment: Environment, kind: string, stored: unknown): boolean {
  const { day } = Object(stored) as { day?: unknown }
  return typeof day !== 'number' || today(environment) - day > lifetimeDays(kind)
}

/** Environments that must not store data, because the user has signed out. */
const closed = new WeakSet<Environment>()

/** Makes open pages of other versions stop writing. */
export function rememberVersion(environment: Environment): void {
  try {
    environment.sharedStorage.setItem(versionKey, version)
  } catch (error) {
    logError(environment, 'the version could not be noted', error)
  }
}

/** True if a page of a different version was opened after this page. */
export function isPageOutdated({ sharedStorage }: Pick<Environment, 'sharedStorage'>): boolean {
  return (sharedStorage.getItem(versionKey) ?? version) !== version
}

/** Returns a storage key that hides its user and location. */
export async function createStorageKey(
  kind: StoredDataKind,
  about: string,
  place?: PlaceIds,
): Promise<string> {
  if (!place) return prefixes[kind] + (await createDigest(about))
  const name = placeName(place)
  if (kind === 'report') return `${await createStorageKey(kind, about)}:${await createDigest(name)}`
  return createStorageKey(kind, JSON.stringify([about, name]))
}

/** Returns functions to read and write a value that all tabs share. */
export function accessBrowserValue<Value>(
  environment: Environment,
  kind: StoredDataKind,
  key: string,
  schema: z.ZodMiniType<Value>,
) {
  return openRecord(environment, 'sharedStorage', key, kind, schema)
}

/** Returns functions to read and write a user's value, optionally per location. */
export async function accessUserValue<Value>(
  { environment, person: { id } }: Owner,
  kind: StoredDataKind,
  schema: z.ZodMiniType<Value>,
  place?: PlaceIds,
) {
  return accessBrowserValue(environment, kind, await createStorageKey(kind, id, place), schema)
}

/** Returns functions to read and write a tab's value across reloads. */
export function accessTabValue<Value>(
  { environment, person }: Owner,
  name: string,
  schema: z.ZodMiniType<Value>,
) {
  return openRecord(environment, 'tabStorage', `${tabKeyPrefix}${person.id}:${name}`, name, schema)
}

function openRecord<Value>(
  environment: Environment,
  storage: 'tabStorage' | 'sharedStorage',
  key: string,
  name: string,
  schema: z.ZodMiniType<Value>,
) {
  const isDated = storage === 'sharedStorage' && (expiring as readonly string[]).includes(name)
  const clear = () => environment[storage].removeItem(key)

  function write(value: Value): boolean {
    if (isTabStorageLocked(environment)) return false
    if (isPageOutdated(environment)) throw new MessageKeyError('shell:outdated')
    const stored = isDated ? { day: today(environment), value } : value
    environment[storage].setItem(key, JSON.stringify(stored))
    return true
  }

  return {
    read: (): Value | null => {
      if (environment[storage].getItem(key) === null) return null
      const stored = readJson(environment[storage], key)
      if (isDated && isExpired(environment, name, stored)) {
        clear()
        return null
      }
      const value: unknown = isDated ? (stored as { value?: unknown }).value : stored
      const { success, data } = schema.safeParse(value)
      if (success) return data
      environment.log(`what was remembered is not usable: ${name}`)
      return null
    },
    /** Stores a value, and returns false after a sign-out. */
    write,
    /** Stores a value and returns true on success. Never throws. */
    keep: (value: Value): boolean => {
      try {
        return write(value)
      } catch (error) {
        logError(environment, `could not be remembered: ${name}`, error)
        return false
      }
    },
    clear,
  }
}

/** Returns the names that begin with `start`, each without this prefix. */
export function listTabValueNames({ environment, person }: Owner, start: string): string[] {
  const prefix = `${tabKeyPrefix}${person.id}:${start}`
  return listKeys(environment.tabStorage, prefix).map((key) => key.slice(prefix.length))
}

/** True after a sign-out, when nothing may be stored. */
export const isTabStorageLocked = (environment: Environment) => closed.has(environment)

/**
 * Removes the data of other or signed-out users.
 *
 * @param exceptUser user who signs in. Omit for a sign-out, to also remove shared data
 */
export function removeUserData(environment: Environment, exceptUser?: string): void {
  const { tabStorage, sharedStorage } = environment
  if (exceptUser !== undefined) {
    for (const key of listKeys(tabStorage, tabPrefixes)) {
      if (!key.startsWith(`${tabKeyPrefix}${exceptUser}:`)) tabStorage.removeItem(key)
    }
    return
  }
  lockTabStorage(environment)
  for (const [kind, prefix] of Object.entries(prefixes)) {
    if (outlivesSignOut(kind)) continue
    for (const key of listKeys(sharedStorage, prefix)) sharedStorage.removeItem(key)
  }
}

/** Removes the expired data of all users. */
export function forgetExpired(environment: Environment): void {
  const { sharedStorage } = environment
  for (const kind of expiring) {
    for (const key of listKeys(sharedStorage, prefixes[kind])) {
      if (isExpired(environment, kind, readJson(sharedStorage, key))) sharedStorage.removeItem(key)
    }
  }
}

/** Removes all data of the tab and prevents further writes. */
export function lockTabStorage(environment: Environment): void {
  closed.add(environment)
  const { tabStorage } = environment
  for (const key of listKeys(tabStorage, tabPrefixes)) tabStorage.removeItem(key)
}

export function listKeys(storage: Storage, prefix: string): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter(
    (key) => key.startsWith(prefix),
  )
}
