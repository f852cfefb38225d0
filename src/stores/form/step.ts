import type { ReadableAtom } from 'nanostores'
import type { Environment } from '../../lib/environment.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'

/** A move as a hook sees it: `delta` steps forward, or back where it is negative. */
export interface Move<Name extends string> {
  currentStep: Name
  targetStep: Name
  delta: number
}

export type Movement<Name extends string> =
  { status: 'resting' } | { status: 'moving'; move: Move<Name> }

/** What became of a move. `step` of a refused one is the invalid step in the way. */
export type Outcome<Name extends string> =
  | { status: 'moved'; step: Name }
  | { status: 'refused'; reason: 'invalid'; step: Name }
  | { status: 'refused'; reason: 'vetoed' | 'busy' | 'absent' }

/** The sign beside a step: its errors once they are revealed, or a tick when it is valid and was visited. */
export type Sign = { kind: 'none' } | { kind: 'errors'; count: number } | { kind: 'valid' }

export interface Step<Name extends string> {
  name: Name
  isActive: boolean
  isVisited: boolean
  isValid: boolean
  /** Whether the step's errors are shown, also those of fields in which nobody typed yet. */
  isRevealed: boolean
  /** Why there is nothing to do in it; null where there is. */
  idle: MessageKey | null
  sign: Sign
}

/** The last move that an invalid step refused; `attempt` grows with each. */
export interface BlockedMove<Name extends string> {
  step: Name
  attempt: number
}

/** A step that was left while something in it is wrong or missing. */
export interface UnfinishedStep<Name extends string> {
  step: Name
  errors: number
}

/** The steps in which there is nothing to do, and why. */
export type IdleSteps<Name extends string> = Readonly<Partial<Record<Name, MessageKey>>>

export type ErrorCounts<Name extends string> = Readonly<Partial<Record<Name, number>>>

/** A problem of a step that is not among the form's own rules. */
export interface FurtherProblem {
  /** Id of the element that a link to the problem leads to. */
  field: string
  /** Name of that element: the message's `{field}`. */
  label: MessageKey
  message: Message
}

export type FurtherProblems<Name extends string> = Readonly<
  Partial<Record<Name, readonly FurtherProblem[]>>
>

export interface StepsOptions<Name extends string> {
  environment: Pick<Environment, 'location' | 'pushAddress' | 'replaceAddress' | 'onAddressChange'>
  /** Every step there can be, in their order. */
  names: readonly Name[]
  /** A step that summarises the others: it shows no tick while one of them is not valid. */
  closing?: Name
  /** Steps that a move to the next or the previous one passes. */
  $idle?: ReadableAtom<IdleSteps<Name>>
  /** Steps that are not there to begin with. */
  absent?: readonly Name[]
  /** Steps that were visited before a reload, as `keepVisited` received them. */
  visited?: readonly string[]
  keepVisited?: (visited: Name[]) => void
  /** Errors at the start; needed where incomplete steps block. */
  errors?: ErrorCounts<Name>
  /** Whether moving forward is allowed from a step that is not valid (§9). */
  allowsIncomplete?: boolean
  /** May veto a move by resolving with `false`; nothing else vetoes. */
  beforeStepChange?: (move: Move<Name>) => unknown
}

export interface Steps<Name extends string> {
  /** The steps that are there now. */
  $steps: ReadableAtom<readonly Step<Name>[]>
  $active: ReadableAtom<Name>
  /** While moving, the form is loading and disabled. */
  $movement: ReadableAtom<Movement<Name>>
  $blockedMove: ReadableAtom<BlockedMove<Name> | null>
  /** The steps before the active one that were left incomplete. */
  $unfinished: ReadableAtom<readonly UnfinishedStep<Name>[]>
  /** Goes to a step by its name, or by its index among the present steps. Rejects with what the hook throws. */
  goTo: (target: Name | number) => Promise<Outcome<Name>>
  next: () => Promise<Outcome<Name>>
  back: () => Promise<Outcome<Name>>
  /**
   * Before submitting: reveals every step and goes to the first that is not valid. Resolves with
   * whether all are; rejects with what the hook throws.
   */
  complete: () => Promise<boolean>
  /** Marks every step as visited: their fields were filled in from another one. */
  visitAll: () => void
  /** Hides the errors of a step until it is left again: it asks something else now. */
  conceal: (name: Name) => void
  /** Goes to the first step as if no step had been shown yet. */
  startAnew: () => Promise<Outcome<Name>>
  /** Sets how many errors steps have, revealed or not; a step that is not named keeps its number. */
  reportErrors: (counts: ErrorCounts<Name>) => void
  include: (name: Name) => void
  /** Takes a step away; if it was the active one, the one before it is now. */
  exclude: (name: Name) => void
  /**
   * Follows the browser's back and forward buttons. Returns the way to stop.
   *
   * @param report receives what the hook throws
   */
  followAddress: (report: (error: unknown) => void) => () => void
}

/** Completes a step with what follows from the number of its errors. */
export function toStep<Name extends string>({
  errors,
  ...step
}: Omit<Step<Name>, 'isValid' | 'sign'> & { errors: number }): Step<Name> {
  return { ...step, isValid: errors === 0, sign: signOf(step, errors) }
}

type Shown = Pick<Step<string>, 'isVisited' | 'isRevealed' | 'idle'>

function signOf(step: Shown, errors: number): Sign {
  if (errors === 0) return { kind: step.isVisited && step.idle === null ? 'valid' : 'none' }
  return step.isRevealed ? { kind: 'errors', count: errors } : { kind: 'none' }
}
