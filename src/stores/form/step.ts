import type { ReadableAtom } from 'nanostores'
import type { Environment } from '../../lib/environment.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'

/** What a hook gets to know about a move: `delta` steps on, or back where it is negative. */
export interface Move<Name extends string> {
  currentStep: Name
  targetStep: Name
  delta: number
}

export type Movement<Name extends string> =
  { status: 'resting' } | { status: 'moving'; move: Move<Name> }

/** What became of a move. An invalid step in the way is named. */
export type Outcome<Name extends string> =
  | { status: 'moved'; step: Name }
  | { status: 'refused'; reason: 'invalid'; step: Name }
  | { status: 'refused'; reason: 'vetoed' | 'busy' | 'absent' }

/** A step's sign: its errors once they are revealed, or a tick when it is valid and was visited. */
export type Mark = { kind: 'none' } | { kind: 'errors'; count: number } | { kind: 'valid' }

export interface Step<Name extends string> {
  name: Name
  isActive: boolean
  isVisited: boolean
  isValid: boolean
  /** The step's errors may be shown, also where nobody typed yet. */
  isRevealed: boolean
  mark: Mark
}

/** The last attempt that an invalid step refused; the number grows with each. */
export interface BlockedMove<Name extends string> {
  step: Name
  attempt: number
}

/** A step that was moved on from while something in it is wrong or missing. */
export interface UnfinishedStep<Name extends string> {
  step: Name
  errors: number
}

export type ErrorCounts<Name extends string> = Readonly<Partial<Record<Name, number>>>

/** Something wrong with a step that the form's own rules know nothing of. */
export interface FurtherProblem {
  /** Id of the element that it leads to. */
  field: string
  /** What that is called: the message's `{field}`. */
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
  /** A step that repeats the others: it shows no tick while one of them is not valid. */
  closing?: Name
  /** Steps that are not there to begin with. */
  absent?: readonly Name[]
  /** Steps that an earlier load of the page visited, as it was told to keep them. */
  visited?: readonly string[]
  keepVisited?: (visited: Name[]) => void
  /** Errors to begin with; needed where incomplete steps block. */
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
  /** The steps before the active one that were moved on from, and are not complete. */
  $unfinished: ReadableAtom<readonly UnfinishedStep<Name>[]>
  /** Goes to a step by its name, or by its place among the steps that are there, from 0. Rejects with what the hook throws. */
  goTo: (target: Name | number) => Promise<Outcome<Name>>
  next: () => Promise<Outcome<Name>>
  back: () => Promise<Outcome<Name>>
  /**
   * Before submitting: reveals every step and goes to the first that is not valid. Resolves with
   * whether all are; rejects with what the hook throws.
   */
  complete: () => Promise<boolean>
  /** Every step counts as visited: what they ask was filled in from another one. */
  visitAll: () => void
  /** What a step asks is another: its errors show once it is left again. */
  conceal: (name: Name) => void
  /** Goes to the first step as if no step had been shown yet. */
  startAnew: () => Promise<Outcome<Name>>
  /** Tells how many errors steps have, revealed or not; a step that is not named keeps its number. */
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

/** A step as it is shown, from what is known about it. */
export function toStep<Name extends string>({
  errors,
  ...step
}: Omit<Step<Name>, 'isValid' | 'mark'> & { errors: number }): Step<Name> {
  return { ...step, isValid: errors === 0, mark: markOf(step, errors) }
}

function markOf(step: { isVisited: boolean; isRevealed: boolean }, errors: number): Mark {
  if (errors === 0) return { kind: step.isVisited ? 'valid' : 'none' }
  return step.isRevealed ? { kind: 'errors', count: errors } : { kind: 'none' }
}
