import * as z from 'zod/mini'
import { logError, type Environment } from '../../lib/environment.ts'
import { draftDelay } from '../../lib/limits.ts'
import { isForgotten, memoryPrefix } from '../session/user-memory.ts'

/**
 * What is still to be stored, by its key, and the keys of which the storing is planned: a screen that
 * starts anew reads it as well.
 */
const pendingIn = new WeakMap<Environment, { values: Map<string, unknown>; planned: Set<string> }>()

/**
 * Something that the tab remembers across reloads, languages and a new sign-in of the same user.
 *
 * @param name says whose and what it is; another user's is never read
 * @param schema what does not fit it any more, after an update of the portal, is left alone
 * @param unusable what is read in the place of that; as if there were nothing unless given
 */
export function createTabMemory<Value>(
  environment: Environment,
  user: string,
  name: string,
  schema: z.ZodMiniType<Value>,
  unusable: Value | null = null,
) {
  const key = `${memoryPrefix}${user}:${name}`
  const pending = pendingIn.get(environment) ?? { values: new Map(), planned: new Set() }
  pendingIn.set(environment, pending)
  const { values, planned } = pending

  function store(value: unknown): void {
    if (isForgotten(environment)) return
    environment.tabStorage.setItem(key, JSON.stringify(value))
    values.delete(key)
  }

  function tryToStore(): void {
    try {
      if (values.has(key)) store(values.get(key))
    } catch (error) {
      logError(environment, `the tab could not remember: ${name}`, error)
    }
  }

  return {
    read: (): Value | null => {
      tryToStore()
      const stored = environment.tabStorage.getItem(key)
      if (stored === null) return null
      try {
        return z.parse(schema, JSON.parse(stored))
      } catch (error) {
        environment.log(`what the tab remembered is not usable: ${name}`, {
          cause: (error as Error).name,
        })
        return unusable
      }
    },
    /** Stores at once. Throws when the browser's storage is full or blocked. */
    write: (value: Value) => store(value),
    /** Stores within 300 ms, and in any case when the page is left. */
    writeSoon: (value: Value) => {
      values.set(key, value)
      if (planned.has(key)) return
      planned.add(key)
      const stop = environment.on('leave', tryToStore)
      void environment.wait(draftDelay).then(() => {
        planned.delete(key)
        stop()
        tryToStore()
      })
    },
    clear: () => {
      values.delete(key)
      environment.tabStorage.removeItem(key)
    },
  }
}
