import { atom, type ReadableAtom } from 'nanostores'
import { logError, type Environment } from '../../lib/environment.ts'
import { failureMessage } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { againOnline } from './again-online.ts'
import { createLatest } from './latest.ts'

/** When fetching fails, the list stays empty and can be asked for again (§8). */
export type ListState<Item> =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'loaded'; items: readonly Item[] }
  | { status: 'failed'; detail: Message }

/**
 * A list that is fetched when it is needed, and again when that failed: when somebody asks for it, or
 * once the network is back.
 */
export interface List<Item> {
  $list: ReadableAtom<ListState<Item>>
  /** Fetches the list, unless it is there or on its way. */
  load: () => Promise<void>
  /** Fetches the list anew; what is on its way is given up. */
  reload: () => Promise<void>
  /** Empties the list; what is on its way is given up. */
  clear: () => void
  /** Adds an item that was made meanwhile. */
  add: (item: Item) => void
}

/**
 * @param name what the log calls it
 * @param fetchItems rejects when its signal aborts
 */
export function createList<Item>(
  environment: Environment,
  name: string,
  fetchItems: (signal: AbortSignal) => Promise<readonly Item[]>,
): List<Item> {
  const $list = atom<ListState<Item>>({ status: 'idle' })
  const nextSignal = createLatest()

  async function reload(): Promise<void> {
    const signal = nextSignal()
    $list.set({ status: 'loading' })
    try {
      const items = await fetchItems(signal)
      if (!signal.aborted) $list.set({ status: 'loaded', items })
    } catch (error) {
      if (signal.aborted) return
      logError(environment, `could not be loaded: ${name}`, error)
      $list.set({ status: 'failed', detail: failureMessage(error) })
      againOnline(environment, error, signal, reload)
    }
  }

  return {
    $list,
    load: async () => {
      const { status } = $list.get()
      if (status !== 'loading' && status !== 'loaded') await reload()
    },
    reload,
    clear: () => {
      nextSignal()
      $list.set({ status: 'idle' })
    },
    add: (item) => {
      const list = $list.get()
      if (list.status === 'loaded') $list.set({ ...list, items: [...list.items, item] })
    },
  }
}

const none: readonly never[] = []

/** The items that are there by now. */
export function itemsOf<Item>(list: ListState<Item>): readonly Item[] {
  return list.status === 'loaded' ? list.items : none
}
