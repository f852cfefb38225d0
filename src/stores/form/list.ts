import { atom, readonlyType } from 'nanostores'
import type { Environment } from '../../lib/environment.ts'
import type { LeftOut } from '../../lib/api/caller.ts'
import { noteFailure, type Failure } from '../../lib/failure.ts'
import { SessionOver } from '../../lib/api/errors.ts'

/** A list that failed has no items, and can be fetched again (§8). */
export type ListState<Item> =
  | { status: 'idle' }
  | { status: 'loading' }
  /** `leftOut`: records that could not be used, and how many. */
  | { status: 'loaded'; items: readonly Item[]; leftOut?: Failure }
  | { status: 'failed'; detail: Failure }

export type List<Item> = ReturnType<typeof createList<Item>>

/** A list that is fetched when needed; `fetchItems` rejects when its signal aborts, and tells what it leaves out. */
export function createList<Item>(
  environment: Environment,
  name: string,
  fetchItems: (signal: AbortSignal, leftOut: LeftOut) => Promise<readonly Item[]>,
) {
  const $list = atom<ListState<Item>>({ status: 'idle' })
  const nextSignal = createLoadSignal()

  async function reload(): Promise<void> {
    const signal = nextSignal()
    $list.set({ status: 'loading' })
    let told: { leftOut?: Failure } = {}
    try {
      const items = await fetchItems(signal, (error, count) => {
        const message = { key: 'failure:leftOut', parameters: { count: String(count) } } as const
        told = { leftOut: noteFailure(environment, `left out: ${name}`, error, message) }
      })
      if (signal.aborted) return
      $list.set({ status: 'loaded', items, ...told })
    } catch (error) {
      if (signal.aborted) return
      const detail = noteFailure(environment, `could not be loaded: ${name}`, error)
      $list.set({ status: 'failed', detail })
      retryWhenOnline(environment, error, signal, reload)
    }
  }

  return {
    $list: readonlyType($list),
    /** Fetches the list, unless it is there or on its way. */
    load: async (): Promise<void> => {
      const { status } = $list.get()
      if (status !== 'loading' && status !== 'loaded') await reload()
    },
    /** Fetches a loaded list again, which stays on the screen meanwhile. Throws if that fails. */
    renew: async (): Promise<void> => {
      if ($list.get().status !== 'loaded') return
      const signal = nextSignal()
      const items = await fetchItems(signal, () => undefined)
      if (!signal.aborted) $list.set({ status: 'loaded', items })
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

export function itemsOf<Item>(list: ListState<Item>): readonly Item[] {
  return list.status === 'loaded' ? list.items : none
}

/** Repeats a read that failed, once, when the network is back, until the signal aborts; never what leads to a write. */
export function retryWhenOnline(
  { isOnline, on }: Pick<Environment, 'isOnline' | 'on'>,
  error: unknown,
  signal: AbortSignal,
  retry: () => Promise<unknown>,
): void {
  // Its dialog would open a second time.
  if (error instanceof SessionOver) return
  const stop = on('network', () => {
    if (!isOnline()) return
    stop()
    void retry()
  })
  signal.addEventListener('abort', stop)
}

/** For loads of which only the newest counts: each signal that is given aborts the one before. */
export function createLoadSignal(): () => AbortSignal {
  let current = new AbortController()
  return () => {
    current.abort()
    current = new AbortController()
    return current.signal
  }
}

/** Lets so many pieces of work be under way at the same time: the others wait, first come, first served. */
export function createTurns(limit: number) {
  const waiting: (() => void)[] = []
  let free = limit

  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
