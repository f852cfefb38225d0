import { atom, type ReadableAtom } from 'nanostores'
import { logError, type Environment } from '../../lib/environment.ts'
import { failureMessage } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'

export type ListState<Item> =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'loaded'; items: readonly Item[] }
  | { status: 'failed'; detail: Message }

/** A list that is fetched when it is needed, and again when that failed. */
export interface List<Item> {
  $list: ReadableAtom<ListState<Item>>
  /** Fetches the list, unless it is there or on its way. */
  load: () => Promise<void>
  /** Adds an item that was made meanwhile. */
  add: (item: Item) => void
}

/** @param name what the log calls it */
export function createList<Item>(
  environment: Environment,
  name: string,
  fetchItems: () => Promise<readonly Item[]>,
): List<Item> {
  const $list = atom<ListState<Item>>({ status: 'idle' })
  return {
    $list,
    load: async () => {
      const { status } = $list.get()
      if (status === 'loading' || status === 'loaded') return
      $list.set({ status: 'loading' })
      try {
        $list.set({ status: 'loaded', items: await fetchItems() })
      } catch (error) {
        logError(environment, `could not be loaded: ${name}`, error)
        $list.set({ status: 'failed', detail: failureMessage(error) })
      }
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
