import { atom, readonlyType } from 'nanostores'
import type { Environment } from '../../../lib/environment.ts'
import { noteFailure, type Failure } from '../../../lib/failure.ts'
import { retryWhenOnline } from '../../form/retry-when-online.ts'
import { createLoadSignal } from '../../form/load-signal.ts'

/** What the accounting package has under a number or code that is typed. */
export type LookupState<Found> =
  | { status: 'empty' }
  /** No number or code looks like this: it is not looked up. */
  | { status: 'invalid' }
  | { status: 'checking' }
  | { status: 'checked'; found: Found | null }
  | { status: 'failed'; message: Failure }

interface Started<Found> {
  text: string
  found: Found | null
}

export interface LookupOptions<Found> {
  environment: Environment
  /** What the log calls it. */
  name: string
  /** What a number or code looks like. */
  pattern: RegExp
  /** Milliseconds without typing before a look-up (§9). */
  pause: number
  /** Null when there is none. */
  find: (text: string, signal: AbortSignal) => Promise<Found | null>
}

// The same ones each time: while they last, a key that is typed changes nothing but the text.
const empty = { status: 'empty' } as const
const invalid = { status: 'invalid' } as const
const checking = { status: 'checking' } as const

/** Checks what is typed against the accounting package (§5); a late answer changes nothing. */
export function createLookup<Found>(options: LookupOptions<Found>) {
  const { environment, name, pattern, pause, find } = options
  const $text = atom('')
  const $lookup = atom<LookupState<Found>>(empty)
  const nextSignal = createLoadSignal()
  let last: () => Promise<void> = () => Promise.resolve()

  async function attempt(load: (signal: AbortSignal) => Promise<Started<Found>>): Promise<void> {
    last = () => attempt(load)
    const signal = nextSignal()
    $lookup.set(checking)
    try {
      const { text, found } = await load(signal)
      if (signal.aborted) return
      $text.set(text)
      $lookup.set({ status: 'checked', found })
    } catch (error) {
      if (signal.aborted) return
      const message = noteFailure(environment, `could not be looked up: ${name}`, error)
      $lookup.set({ status: 'failed', message })
      retryWhenOnline(environment, error, signal, last)
    }
  }

  async function lookUpAfter(text: string, wait: number): Promise<void> {
    $text.set(text)
    const sought = text.trim()
    if (!pattern.test(sought)) {
      nextSignal()
      $lookup.set(sought === '' ? empty : invalid)
      return
    }
    let pending = wait
    await attempt(async (signal) => {
      if (pending > 0) await environment.wait(pending, signal)
      pending = 0
      return { text, found: await find(sought, signal) }
    })
  }

  return {
    $text: readonlyType($text),
    $lookup: readonlyType($lookup),
    /** Looks a text up after the pause, unless something else is typed meanwhile. */
    input: (text: string) => void lookUpAfter(text, pause),
    /** Looks a text up at once. */
    lookUp: (text: string) => lookUpAfter(text, 0),
    /** Begins with a text, or with what is found in another way, under the text that it comes with. */
    start: (text: string, load: (signal: AbortSignal) => Promise<Started<Found>>) => {
      $text.set(text)
      return attempt(load)
    },
    /** Looks once more: repeats a look-up that failed, or looks up what is there. */
    retry: () => ($lookup.get().status === 'failed' ? last() : lookUpAfter($text.get(), 0)),
    /** Takes something for found, such as what was just made. */
    setFound: (found: Found) => {
      nextSignal()
      $lookup.set({ status: 'checked', found })
    },
  }
}
