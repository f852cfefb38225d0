import { atom, readonlyType } from 'nanostores'
import { CallError, outcomeOf, SessionOver, statusOf } from '../../../lib/api/errors.ts'
import type { Reason } from '../../../lib/api/refusals.ts'
import type { Environment } from '../../../lib/environment.ts'
import { noteFailure, type Failure } from '../../../lib/failure.ts'
import type { Message } from '../../../lib/i18n/messages.ts'

/**
 * Why something could not be made: a failure, or a refusal of the portal's own. `reasons` are the accounting
 * package's, in plain words where it gives a code that is known.
 */
export interface CreateError {
  message: Message | Failure
  reasons: readonly Reason[]
  /** The accounting package does not want it: trying the same once more is no use. */
  isRefusal: boolean
}

/** Whether something is being made, or why the last attempt failed. */
export type CreationState =
  { status: 'resting'; error: CreateError | null } | { status: 'creating' }

type OnFailure = (error: unknown) => Promise<void>

const resting: CreationState = { status: 'resting', error: null }

/**
 * Makes something of the accounting package.
 *
 * @param refused introduces the accounting package's reasons
 */
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
    /** What was refused is no longer meant. */
    forget: () => $creation.set(resting),
    /** Refuses without asking anybody. */
    refuse: (message: Message) =>
      $creation.set({ status: 'resting', error: { message, reasons: [], isRefusal: false } }),
    /** Makes something, one at a time. Resolves with null when that fails; `$creation` then has the reason. */
    run: async <Created>(create: () => Promise<Created>, onFailure?: OnFailure) => {
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
        await onFailure?.(error)
        return null
      }
    },
  }
}
