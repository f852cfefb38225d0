import { atom, computed, type ReadableAtom, readonlyType } from 'nanostores'
import { CallError, outcomeOf, SessionOver, statusOf } from '../../lib/api/errors.ts'
import type { Reason } from '../../lib/api/refusals.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import { noteFailure, type Failure } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Place } from '../../lib/domain/place.ts'
import { lookUpLife } from '../../lib/limits.ts'
import { createLoadSignal, retryWhenOnline } from '../form/list.ts'
import type { SignedIn } from '../shell/portal.ts'
import type { WizardDraft } from './draft.ts'

/** Why something could not be made: a failure, or a refusal of the portal's own. */
export interface CreateError {
  message: Message | Failure
  /** The accounting package's, in plain words where it gives a code that is known. */
  reasons: readonly Reason[]
  /** The accounting package does not want it: trying the same once more is no use. */
  isRefusal: boolean
}

type CreationState = { status: 'resting'; error: CreateError | null } | { status: 'creating' }

const resting: CreationState = { status: 'resting', error: null }

/** Makes something, one at a time; `refused` introduces the accounting package's reasons against that. */
export function createCreation(environment: Environment, refused: Message) {
  const $creation = atom<CreationState>(resting)

  function createErrorOf(error: unknown): CreateError {
    const failure = error instanceof CallError ? error.failure : null
    const messages = (failure?.kind === 'status' ? failure.serverMessages : undefined) ?? []
    const plain = error instanceof CallError ? error.reasons : undefined
    const reasons = plain ?? messages.map((text) => ({ text, lang: 'nl' }) as const)
    const isExplained = reasons.length > 0
    const isRefusal = isExplained && outcomeOf(error) === 'refused' && statusOf(error) !== 429
    const own = isExplained ? refused : undefined
    const told = noteFailure(environment, 'could not be created', error, own)
    const message = isRefusal ? { ...told, help: 'wizard:changeAndRetry' as const } : told
    return { message, reasons, isRefusal }
  }

  const isResting = () => $creation.get().status === 'resting'
  return {
    $creation: readonlyType($creation),
    /** Nothing may change while something is made, so that what is made is what is shown. */
    isResting,
    forget: () => $creation.set(resting),
    refuse: (message: Message) =>
      $creation.set({ status: 'resting', error: { message, reasons: [], isRefusal: false } }),
    /** Resolves with null when it fails; `$creation` then has the reason. */
    run: async <Created>(
      create: () => Promise<Created>,
      onFailure: (error: unknown) => Promise<void>,
    ) => {
      if (!isResting()) return null
      $creation.set({ status: 'creating' })
      try {
        const created = await create()
        $creation.set(resting)
        return created
      } catch (error) {
        // A session that is over has refused nothing.
        const isOver = error instanceof SessionOver
        $creation.set(isOver ? resting : { status: 'resting', error: createErrorOf(error) })
        await onFailure(error)
        return null
      }
    },
  }
}

export interface WizardContext {
  portal: SignedIn
  place: Place
  draft: WizardDraft
}

// The same ones each time: while they last, a key that is typed changes nothing but the text.
const empty = { status: 'empty' } as const
/** No number or code looks like this: it is not looked up. */
const invalid = { status: 'invalid' } as const
const checking = { status: 'checking' } as const

type Unknown =
  typeof empty | typeof invalid | typeof checking | { status: 'failed'; message: Failure }

/** How something stands in the accounting package; what is missing can be made. */
export type ItemState<Existing> =
  | Unknown
  | ({ status: 'existing' } & Existing)
  | { status: 'missing'; error: CreateError | null }
  | { status: 'creating' }

type Load<Found> = (signal: AbortSignal) => Promise<{ text: string; found: Found | null }>

interface Options<Found, Existing> {
  environment: Environment
  name: string
  pattern: RegExp
  /** Milliseconds without typing before a look-up (§9). */
  pause: number
  find: (text: string, signal?: AbortSignal) => Promise<Found | null>
  existing: (found: Found) => Existing
  /** What `existing` depends on beside what was found. */
  sources?: readonly ReadableAtom[]
  refused: Message
  keep: (text: string) => void
  /** Resolves with why it is not made, where nobody was asked to make it. */
  make: (text: string) => Promise<Message | null>
}

/** Something of the accounting package by its number or code (§4, §5), which is made where it is missing. */
export function createItem<Found, Existing>(options: Options<Found, Existing>) {
  const { environment, name, find, existing, sources = [] } = options
  const $text = atom('')
  const $lookup = atom<Unknown | { status: 'checked'; found: Found | null }>(empty)
  const creation = createCreation(environment, options.refused)
  const nextSignal = createLoadSignal()
  let last: () => Promise<void> = () => Promise.resolve()
  let foundAt = 0
  const textNow = () => $text.get().trim()

  const $state = computed(
    [$lookup, creation.$creation, ...sources],
    (state, making): ItemState<Existing> => {
      if (making.status === 'creating') return making
      if (state.status !== 'checked') return state
      if (state.found === null) return { status: 'missing', error: making.error }
      return { status: 'existing', ...existing(state.found) }
    },
  )

  function setChecked(found: Found | null): void {
    foundAt = environment.now()
    $lookup.set({ status: 'checked', found })
  }

  function take(found: Found): void {
    nextSignal()
    setChecked(found)
  }

  /** Takes what somebody else has made since it was looked up; gives whether anything is there. */
  async function isThere(text: string): Promise<boolean> {
    const found = await find(text)
    // Another one may be typed by now.
    if (found === null || textNow() !== text) return false
    creation.forget()
    take(found)
    return true
  }

  /** What is refused may exist by now, whatever the refusal says; else its reasons stand. */
  async function lookAfter(error: unknown, text: string): Promise<void> {
    if (statusOf(error) === undefined || outcomeOf(error) !== 'refused') return
    try {
      await isThere(text)
    } catch (failure) {
      logError(environment, `could not be looked up after a refusal: ${name}`, failure)
    }
  }

  async function attempt(load: Load<Found>): Promise<void> {
    last = () => attempt(load)
    const signal = nextSignal()
    $lookup.set(checking)
    try {
      const { text, found } = await load(signal)
      if (signal.aborted) return
      $text.set(text)
      setChecked(found)
    } catch (error) {
      if (signal.aborted) return
      const message = noteFailure(environment, `could not be looked up: ${name}`, error)
      $lookup.set({ status: 'failed', message })
      retryWhenOnline(environment, error, signal, last)
    }
  }

  /** `wait`: unless something else is typed meanwhile. */
  async function lookUp(text: string, wait = 0): Promise<void> {
    $text.set(text)
    const sought = text.trim()
    if (!options.pattern.test(sought)) {
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

  /** What was refused before is no longer meant. */
  async function change(look: () => Promise<void>): Promise<void> {
    if (!creation.isResting()) return
    creation.forget()
    const looked = look()
    options.keep($text.get())
    await looked
  }

  return {
    $text: readonlyType($text),
    $state,
    creation,
    textNow,
    lookUp,
    /** Begins with what is found in another way. */
    start: (text: string, load: Load<Found>) => {
      $text.set(text)
      return attempt(load)
    },
    take,
    isThere,
    verbs: {
      input: (text: string) => void change(() => lookUp(text, options.pause)),
      choose: (text: string) => change(() => lookUp(text)),
      /** Repeats a look-up that failed, or looks up what is there. */
      retry: async () => {
        if (!creation.isResting()) return
        await ($lookup.get().status === 'failed' ? last() : lookUp($text.get()))
      },
      isOld: () => $state.get().status === 'existing' && environment.now() - foundAt > lookUpLife,
      create: async () => {
        if ($state.get().status !== 'missing') return
        const text = textNow()
        const refusal = await creation.run(
          () => options.make(text),
          (error) => lookAfter(error, text),
        )
        if (refusal !== null) creation.refuse(refusal)
      },
    },
  }
}
