import * as z from 'zod/mini'
import type { Environment } from '../lib/environment.ts'
import { draftDelay } from '../lib/limits.ts'
import { isForgotten, memoryPrefix } from './memory-prefix.ts'

/** Something that the tab remembers across reloads, languages and a new sign-in of the same user. */
export interface TabMemory<Value> {
  read: () => Value | null
  /** Stores at once. Throws when the browser's storage is full or blocked. */
  write: (value: Value) => void
  /** Stores within 300 ms, and in any case when the page is left. */
  writeSoon: (value: Value) => void
  clear: () => void
}

/**
 * @param name says whose and what it is; another user's is never read
 * @param schema what does not fit it any more, after an update of the portal, is left alone
 */
export function createTabMemory<Value>(
  environment: Environment,
  user: string,
  name: string,
  schema: z.ZodMiniType<Value>,
): TabMemory<Value> {
  const key = `${memoryPrefix}${user}:${name}`
  let pending: { value: Value } | null = null

  function store(): void {
    if (pending === null || isForgotten(environment)) return
    environment.tabStorage.setItem(key, JSON.stringify(pending.value))
    pending = null
  }

  function tryToStore(): void {
    try {
      store()
    } catch (error) {
      environment.log(`the tab could not remember: ${name}`, { cause: String(error) })
    }
  }

  return {
    read: () => {
      const stored = environment.tabStorage.getItem(key)
      if (stored === null) return null
      try {
        return z.parse(schema, JSON.parse(stored))
      } catch (error) {
        environment.log(`what the tab remembered is not usable: ${name}`, {
          cause: (error as Error).name,
        })
        return null
      }
    },
    write: (value) => {
      pending = { value }
      store()
    },
    writeSoon: (value) => {
      const isScheduled = pending !== null
      pending = { value }
      if (isScheduled) return
      const stop = environment.onLeave(tryToStore)
      void environment.wait(draftDelay).then(() => {
        stop()
        tryToStore()
      })
    },
    clear: () => {
      pending = null
      environment.tabStorage.removeItem(key)
    },
  }
}
