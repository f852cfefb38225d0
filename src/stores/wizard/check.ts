import { atom, type ReadableAtom } from 'nanostores'
import type { Environment } from '../../lib/environment.ts'
import { failureMessage } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { createLatest } from '../latest.ts'

/** What the accounting package has under a number or code that is typed. */
export type CheckState<Found> =
  | { status: 'empty' }
  /** No number or code looks like this: it is not looked up. */
  | { status: 'invalid' }
  | { status: 'checking' }
  | { status: 'checked'; found: Found | null }
  | { status: 'failed'; message: Message }

export interface Check<Found> {
  $text: ReadableAtom<string>
  $check: ReadableAtom<CheckState<Found>>
  /** Looks a text up after the pause, unless something else is typed meanwhile. */
  type: (text: string) => void
  /** Looks a text up at once. */
  take: (text: string) => Promise<void>
  /** Begins with a text, or with what is found in another way, under the text that it comes with. */
  begin: (text: string, load: (signal: AbortSignal) => Promise<Begun<Found>>) => Promise<void>
  /** Looks once more: repeats a look-up that failed, or looks up what is there. */
  again: () => Promise<void>
  /** Takes something for found, such as what was just made. */
  settle: (found: Found) => void
}

interface Begun<Found> {
  text: string
  found: Found | null
}

interface Options<Found> {
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

/** Checks what is typed against the accounting package (§5); a late answer changes nothing. */
export function createCheck<Found>({ environment, name, pattern, pause, find }: Options<Found>) {
  const $text = atom('')
  const $check = atom<CheckState<Found>>({ status: 'empty' })
  const latest = createLatest()
  let last: () => Promise<void> = () => Promise.resolve()

  async function attempt(load: (signal: AbortSignal) => Promise<Begun<Found>>): Promise<void> {
    last = () => attempt(load)
    const signal = latest()
    $check.set({ status: 'checking' })
    try {
      const { text, found } = await load(signal)
      if (signal.aborted) return
      $text.set(text)
      $check.set({ status: 'checked', found })
    } catch (error) {
      if (signal.aborted) return
      environment.log(`could not be looked up: ${name}`, { message: String(error) })
      $check.set({ status: 'failed', message: failureMessage(error) })
    }
  }

  async function lookUp(text: string, wait: number): Promise<void> {
    $text.set(text)
    const sought = text.trim()
    if (!pattern.test(sought)) {
      latest()
      $check.set({ status: sought === '' ? 'empty' : 'invalid' })
      return
    }
    let pending = wait
    await attempt(async (signal) => {
      if (pending > 0) await environment.wait(pending, signal)
      pending = 0
      return { text, found: await find(sought, signal) }
    })
  }

  const check: Check<Found> = {
    $text,
    $check,
    type: (text) => void lookUp(text, pause),
    take: (text) => lookUp(text, 0),
    begin: (text, load) => {
      $text.set(text)
      return attempt(load)
    },
    again: () => ($check.get().status === 'failed' ? last() : lookUp($text.get(), 0)),
    settle: (found) => {
      latest()
      $check.set({ status: 'checked', found })
    },
  }
  return check
}
