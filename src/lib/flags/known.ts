import { logError, type Environment } from '../environment.ts'
import { readJson } from '../stored.ts'
import { flagNames, type FlagName } from './names.ts'

/** The flag client keeps there what it knows (§7). */
const prefix = 'unleash:repository:'

/** A flag as the service has it; the client keeps all of it. */
interface Toggle {
  name: string
  enabled?: unknown
}

export type EnabledFlags = ReadonlySet<FlagName>

/** The flags of a set that are on. */
export function enabledIn(toggles: readonly Toggle[]): EnabledFlags {
  const enabled = toggles.filter((flag) => flag.enabled === true).map(({ name }) => name)
  return new Set(flagNames.filter((name) => enabled.includes(name)))
}

const isToggle = (flag: unknown): flag is Toggle =>
  typeof (Object(flag) as Partial<Toggle>).name === 'string'

const isSessionId = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,9}$/.test(value)

/** What this browser keeps under a name of the client's; undefined where that is not what it should be. */
export function readKept(storage: Storage, name: string): unknown {
  const kept = readJson(storage, prefix + name)
  const isUsable = name === 'repo' ? Array.isArray(kept) && kept.every(isToggle) : isSessionId(kept)
  return isUsable ? kept : undefined
}

/** The flags that are on as far as this browser knows; null where it knows none. */
export function knownFlags({ sharedStorage }: Environment): EnabledFlags | null {
  const kept = readKept(sharedStorage, 'repo') as readonly Toggle[] | undefined
  return kept ? enabledIn(kept) : null
}

/** Keeps something under a name of the client's. */
export function keep(environment: Environment, name: string, value: unknown): void {
  try {
    environment.sharedStorage.setItem(prefix + name, JSON.stringify(value))
  } catch (error) {
    logError(environment, 'this browser could not remember the flags', error)
    // The next page asks rather than takes older ones for what they are now.
    environment.sharedStorage.removeItem(prefix + name)
  }
}

/** This browser's session id (§3): a random number below 1e9, which it keeps. */
export function sessionIdOf(environment: Environment): string {
  const kept = readKept(environment.sharedStorage, 'sessionId')
  if (isSessionId(kept)) return kept
  const made = String(Math.floor(environment.random() * 1e9))
  keep(environment, 'sessionId', made)
  return made
}
