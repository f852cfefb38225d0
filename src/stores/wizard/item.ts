import { atom, readonlyType } from 'nanostores'
import {
  getWriteOutcome,
  getRefusalReasons,
  SessionEndedError,
  getHttpStatus,
  MessageKeyError,
  type RefusalReason,
} from '../../lib/api/errors.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import { logFailure, type Failure } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Place } from '../../lib/domain/place.ts'
import { createAbortSignalFactory, retryWhenOnline } from '../form/list.ts'
import type { SignedIn } from '../shell/portal.ts'
import type { WizardDraft } from './draft.ts'

export interface CreationError {
  message: Message | Failure
  reasons: readonly RefusalReason[]
  /** True if the accounting package would refuse the same record again. */
  isRefusal: boolean
}

// Equal states share one object, so that listeners are not notified again.
const empty = { status: 'empty' } as const
const invalid = { status: 'invalid' } as const
const checking = { status: 'checking' } as const
export const creationInProgress = { status: 'creating' } as const

/** State of a missing record, with the last creation error. */
export type CreationState =
  { status: 'missing'; error: CreationError | null } | typeof creationInProgress

/** State of a record looked up by number or code. */
export type RecordState<Existing> =
  | typeof empty
  | typeof invalid
  | typeof checking
  | { status: 'failed'; message: Failure }
  | ({ status: 'existing' } & Existing)
  | CreationState

/** Describes a failed creation, null if the session has ended. */
export function createCreationError(
  environment: Environment,
  error: unknown,
  refused: Message,
): CreationError | null {
  if (error instanceof SessionEndedError) return null
  if (error instanceof MessageKeyError)
    return { message: { key: error.key }, reasons: [], isRefusal: false }
  const reasons = getRefusalReasons(error)
  const isExplained = reasons.length > 0
  const isRefusal =
    isExplained && getWriteOutcome(error) === 'refused' && getHttpStatus(error) !== 429
  const introduction = isExplained ? refused : undefined
  const failure = logFailure(environment, 'could not be created', error, introduction)
  const message = isRefusal ? { ...failure, help: 'wizard:changeAndRetry' as const } : failure
  return { message, reasons, isRefusal }
}

export interface WizardContext {
  portal: SignedIn
  place: Place
  draft: WizardDraft
  /** Throws if the location was coupled to another accounting administration. */
  assertSameBook: () => Promise<void>
}

type Load<Existing> = (signal: AbortSignal) => Promise<{ text: string; record: Existing | null }>

interface Options<Existing> {
  environment: Environment
  name: string
  pattern: RegExp
  pause: number
  find: (text: string, signal?: AbortSignal) => Promise<Existing | null>
  verify: (shown: Existing, text: string) => Promise<Existing | null>
  refused: Message
  keep: (text: string) => void
  create: (text: string) => Promise<Existing | null>
}

/** Creates the store of a ledger or relation (§4, §5). */
export function createRecordStore<Existing>(options: Options<Existing>) {
  const { environment, name, find } = options
  const $text = atom('')
  const $state = atom<RecordState<Existing>>(empty)
  const nextSignal = createAbortSignalFactory()
  let repeatLookUp: () => Promise<void> = () => Promise.resolve()
  const currentText = () => $text.get().trim()
  /** False during a creation, because a change would not reach the request. */
  const isEditable = () => $state.get().status !== 'creating'

  function setRecord(record: Existing | null, error: CreationError | null = null): void {
    $state.set(record === null ? { status: 'missing', error } : { status: 'existing', ...record })
  }

  /** Looks up a refused record, which somebody else may have created. */
  async function lookUpRefused(error: unknown, text: string): Promise<void> {
    if (getHttpStatus(error) === undefined || getWriteOutcome(error) !== 'refused') return
    try {
      const record = await find(text)
      if (record === null || currentText() !== text) return
      nextSignal()
      setRecord(record)
    } catch (failure) {
      logError(environment, `could not be looked up: ${name}`, failure)
    }
  }

  async function attempt(load: Load<Existing>): Promise<void> {
    repeatLookUp = () => attempt(load)
    const signal = nextSignal()
    $state.set(checking)
    try {
      const { text, record } = await load(signal)
      if (signal.aborted) return
      $text.set(text)
      setRecord(record)
    } catch (error) {
      if (signal.aborted) return
      const message = logFailure(environment, `could not be looked up: ${name}`, error)
      $state.set({ status: 'failed', message })
      retryWhenOnline(environment, error, signal, repeatLookUp)
    }
  }

  /** Looks up a record after `pause` milliseconds. */
  async function lookUp(text: string, pause = 0): Promise<void> {
    $text.set(text)
    const trimmed = text.trim()
    if (!options.pattern.test(trimmed)) {
      nextSignal()
      $state.set(trimmed === '' ? empty : invalid)
      return
    }
    let remaining = pause
    await attempt(async (signal) => {
      if (remaining > 0) await environment.wait(remaining, signal)
      remaining = 0
      return { text, record: await find(trimmed, signal) }
    })
  }

  async function change(text: string, pause?: number): Promise<void> {
    if (!isEditable()) return
    const lookingUp = lookUp(text, pause)
    options.keep(text)
    await lookingUp
  }

  /** Reads an existing record again, or throws on a failure. */
  async function verify(): Promise<void> {
    const state = $state.get()
    if (state.status !== 'existing') return
    const record = await options.verify(state, currentText())
    if ($state.get() === state) setRecord(record)
    // Reads the record again, because its state changed during the request.
    else await verify()
  }

  return {
    $text: readonlyType($text),
    $state,
    isEditable,
    lookUp,
    /** Shows a loaded record instead of looking up the entered text. */
    start: (text: string, load: Load<Existing>) => {
      $text.set(text)
      return attempt(load)
    },
    verbs: {
      input: (text: string) => void change(text, options.pause),
      choose: (text: string) => change(text),
      retry: async () => {
        if (!isEditable()) return
        await ($state.get().status === 'failed' ? repeatLookUp() : lookUp($text.get()))
      },
      verify,
      create: async () => {
        if ($state.get().status !== 'missing') return
        const text = currentText()
        $state.set(creationInProgress)
        try {
          setRecord(await options.create(text))
        } catch (error) {
          setRecord(null, createCreationError(environment, error, options.refused))
          await lookUpRefused(error, text)
        }
      },
    },
  }
}
