import { atom, readonlyType } from 'nanostores'
import type { Environment } from '../../lib/environment.ts'
import type { InvalidRecordsHandler } from '../../lib/api/caller.ts'
import { logFailure, type Failure } from '../../lib/failure.ts'
import { SessionEndedError } from '../../lib/api/errors.ts'

/** State of a list, whose failed load can be retried (§8). */
export type ListState<Item> =
  | { status: 'idle' }
  | { status: 'loading' }
  /** `leftOut` describes the unusable records that the list omits. */
  | { status: 'loaded'; items: readonly Item[]; leftOut?: Failure }
  | { status: 'failed'; detail: Failure }

export type List<Item> = ReturnType<typeof createListStore<Item>>

/** Creates the store of a list that is loaded on demand. */
export function createListStore<Item>(
  environment: Environment,
  name: string,
  fetchItems: (signal: AbortSignal, leftOut: InvalidRecordsHandler) => Promise<readonly Item[]>,
) {
  const $list = atom<ListState<Item>>({ status: 'idle' })
  const nextSignal = createAbortSignalFactory()

  let reloading = Promise.resolve()
  const reload = () => (reloading = loadItems())

  async function fetchList(signal: AbortSignal): Promise<void> {
    let incomplete: { leftOut?: Failure } = {}
    const items = await fetchItems(signal, (error, count) => {
      const message = { key: 'failure:leftOut', parameters: { count: String(count) } } as const
      incomplete = { leftOut: logFailure(environment, `left out: ${name}`, error, message) }
    })
    if (!signal.aborted) $list.set({ status: 'loaded', items, ...incomplete })
  }

  async function loadItems(): Promise<void> {
    const signal = nextSignal()
    $list.set({ status: 'loading' })
    try {
      await fetchList(signal)
    } catch (error) {
      if (signal.aborted) return
      const detail = logFailure(environment, `could not be loaded: ${name}`, error)
      $list.set({ status: 'failed', detail })
      retryWhenOnline(environment, error, signal, reload)
    }
  }

  return {
    $list: readonlyType($list),
    /** Loads the list if necessary, and waits for the latest request. */
    load: async (): Promise<void> => {
      const { status } = $list.get()
      if (status === 'loading') await reloading
      else if (status !== 'loaded') await reload()
    },
    /** Reloads a list while the current items stay visible. */
    renew: async (): Promise<void> => {
      if ($list.get().status === 'loaded') await fetchList(nextSignal())
    },
    reload,
    clear: () => {
      nextSignal()
      $list.set({ status: 'idle' })
    },
    add: (item: Item) => {
      const list = $list.get()
      if (list.status === 'loaded') $list.set({ ...list, items: [...list.items, item] })
    },
  }
}

const none: readonly never[] = []

export function getListItems<Item>(list: ListState<Item>): readonly Item[] {
  return list.status === 'loaded' ? list.items : none
}

/** Returns the only item of a complete list, or undefined. */
export function getOnlyItem<Item>(list: ListState<Item>): Item | undefined {
  const isOnly = list.status === 'loaded' && list.items.length === 1 && !list.leftOut
  return isOnly ? list.items[0] : undefined
}

/** Repeats a failed read once the network is back. */
export function retryWhenOnline(
  { isOnline, on }: Pick<Environment, 'isOnline' | 'on'>,
  error: unknown,
  signal: AbortSignal,
  retry: () => unknown,
): void {
  // A retry would show the dialog about the ended session again.
  if (error instanceof SessionEndedError) return
  const stop = on('network', () => {
    if (!isOnline()) return
    stop()
    retry()
  })
  signal.addEventListener('abort', stop)
}

/** Creates a function that aborts its last signal and returns a new signal. */
export function createAbortSignalFactory(): () => AbortSignal {
  let current = new AbortController()
  return () => {
    current.abort()
    current = new AbortController()
    return current.signal
  }
}

/** Returns a function that runs at most `limit` tasks at once. */
export function createConcurrencyLimit(limit: number) {
  const waiting: (() => void)[] = []
  let free = limit

  return async function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
