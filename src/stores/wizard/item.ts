import { atom, readonlyType } from 'nanostores'
import {
  outcomeOf,
  reasonsOf,
  SessionOver,
  statusOf,
  WordedError,
  type Reason,
} from '../../lib/api/errors.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import { noteFailure, type Failure } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Place } from '../../lib/domain/place.ts'
import { createLoadSignal, retryWhenOnline } from '../form/list.ts'
import type { SignedIn } from '../shell/portal.ts'
import type { WizardDraft } from './draft.ts'

/** Why something could not be made: a failure, or a reason of the wizard's own. */
export interface CreationError {
  message: Message | Failure
  /** The accounting package's, in plain words where it gives a code that is known. */
  reasons: readonly Reason[]
  /** The accounting package does not want it: trying the same once more is no use. */
  isRefusal: boolean
}

// The same ones each time: while they last, a key that is typed changes nothing but the text.
const empty = { status: 'empty' } as const
/** No number or code looks like this: it is not looked up. */
const invalid = { status: 'invalid' } as const
const checking = { status: 'checking' } as const
export const creating = { status: 'creating' } as const

/** What can be made, with why it could not be a moment ago, or is being made. */
export type CreationState = { status: 'missing'; error: CreationError | null } | typeof creating

/** How something stands in the accounting package; what is missing can be made. */
export type ItemState<Existing> =
  | typeof empty
  | typeof invalid
  | typeof checking
  | { status: 'failed'; message: Failure }
  | ({ status: 'existing' } & Existing)
  | CreationState

/** `refused` introduces the accounting package's reasons against it; a session that is over has refused nothing. */
export function creationErrorOf(
  environment: Environment,
  error: unknown,
  refused: Message,
): CreationError | null {
  if (error instanceof SessionOver) return null
  if (error instanceof WordedError)
    return { message: { key: error.key }, reasons: [], isRefusal: false }
  const reasons = reasonsOf(error)
  const isExplained = reasons.length > 0
  const isRefusal = isExplained && outcomeOf(error) === 'refused' && statusOf(error) !== 429
  const own = isExplained ? refused : undefined
  const told = noteFailure(environment, 'could not be created', error, own)
  const message = isRefusal ? { ...told, help: 'wizard:changeAndRetry' as const } : told
  return { message, reasons, isRefusal }
}

export interface WizardContext {
  portal: SignedIn
  place: Place
  draft: WizardDraft
  /** Throws if the location is by now coupled with another accounting administration than the one shown. */
  assertSameBook: () => Promise<void>
}

type Load<Existing> = (signal: AbortSignal) => Promise<{ text: string; found: Existing | null }>

interface Options<Existing> {
  environment: Environment
  name: string
  pattern: RegExp
  /** Milliseconds without typing before a look-up (§9). */
  pause: number
  find: (text: string, signal?: AbortSignal) => Promise<Existing | null>
  /** Reads an item again that is on the screen. */
  verify: (shown: Existing, text: string) => Promise<Existing | null>
  refused: Message
  keep: (text: string) => void
  /** Null where nobody was asked to make it after all. */
  make: (text: string) => Promise<Existing | null>
}

/** Something of the accounting package by its number or code (§4, §5), which is made where it is missing. */
export function createItem<Existing>(options: Options<Existing>) {
  const { environment, name, find } = options
  const $text = atom('')
  const $state = atom<ItemState<Existing>>(empty)
  const nextSignal = createLoadSignal()
  let last: () => Promise<void> = () => Promise.resolve()
  const textNow = () => $text.get().trim()
  /** Nothing may change while something is made, so that what is made is what is shown. */
  const isFree = () => $state.get().status !== 'creating'

  function take(found: Existing | null, error: CreationError | null = null): void {
    $state.set(found === null ? { status: 'missing', error } : { status: 'existing', ...found })
  }

  /** What is refused may exist by now, whatever the refusal says; else its reasons stand. */
  async function lookAfter(error: unknown, text: string): Promise<void> {
    if (statusOf(error) === undefined || outcomeOf(error) !== 'refused') return
    try {
      const found = await find(text)
      // Another one may be typed by now.
      if (found === null || textNow() !== text) return
      nextSignal()
      take(found)
    } catch (failure) {
      logError(environment, `could not be looked up after a refusal: ${name}`, failure)
    }
  }

  async function attempt(load: Load<Existing>): Promise<void> {
    last = () => attempt(load)
    const signal = nextSignal()
    $state.set(checking)
    try {
      const { text, found } = await load(signal)
      if (signal.aborted) return
      $text.set(text)
      take(found)
    } catch (error) {
      if (signal.aborted) return
      const message = noteFailure(environment, `could not be looked up: ${name}`, error)
      $state.set({ status: 'failed', message })
      retryWhenOnline(environment, error, signal, last)
    }
  }

  /** `wait`: unless something else is typed meanwhile. */
  async function lookUp(text: string, wait = 0): Promise<void> {
    $text.set(text)
    const sought = text.trim()
    if (!options.pattern.test(sought)) {
      nextSignal()
      $state.set(sought === '' ? empty : invalid)
      return
    }
    let pending = wait
    await attempt(async (signal) => {
      if (pending > 0) await environment.wait(pending, signal)
      pending = 0
      return { text, found: await find(sought, signal) }
    })
  }

  async function change(text: string, wait?: number): Promise<void> {
    if (!isFree()) return
    const looked = lookUp(text, wait)
    options.keep(text)
    await looked
  }

  /** Reads an existing item again, and shows it as it is now. Throws if that fails. */
  async function verify(): Promise<void> {
    const state = $state.get()
    if (state.status !== 'existing') return
    const found = await options.verify(state, textNow())
    if ($state.get() === state) take(found)
    // What was accepted meanwhile was shown as it was before.
    else await verify()
  }

  return {
    $text: readonlyType($text),
    $state,
    isFree,
    lookUp,
    /** Begins with what is found in another way. */
    start: (text: string, load: Load<Existing>) => {
      $text.set(text)
      return attempt(load)
    },
    verbs: {
      input: (text: string) => void change(text, options.pause),
      choose: (text: string) => change(text),
      /** Repeats a look-up that failed, or looks up what is there. */
      retry: async () => {
        if (!isFree()) return
        await ($state.get().status === 'failed' ? last() : lookUp($text.get()))
      },
      verify,
      create: async () => {
        if ($state.get().status !== 'missing') return
        const text = textNow()
        $state.set(creating)
        try {
          take(await options.make(text))
        } catch (error) {
          take(null, creationErrorOf(environment, error, options.refused))
          await lookAfter(error, text)
        }
      },
    },
  }
}
