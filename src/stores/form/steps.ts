import { atom, computed, readonlyType, type ReadableAtom } from 'nanostores'
import { withStep, type FormStep } from '../../lib/domain/steps.ts'
import type { Environment } from '../../lib/environment.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'

/** Change of step, with a negative `delta` for moving back. */
export interface StepMove<Name extends string> {
  currentStep: Name
  targetStep: Name
  delta: number
}

export interface FormStepState<Name extends string> {
  name: Name
  label: MessageKey
  isActive: boolean
  isVisited: boolean
  isRevealed: boolean
  /** Reason why the step is skipped, otherwise null. */
  skippedBecause: MessageKey | null
  /** Number of visible errors, or `valid` for a visited valid step. */
  sign: number | 'valid' | null
}

export type SkippedSteps<Name extends string> = Readonly<Partial<Record<Name, MessageKey>>>

export interface StepProblem {
  field: string
  label: MessageKey
  message: Message
  /** True if a pending lookup may still solve the problem. */
  isPending?: boolean
}

export type StepProblems<Name extends string> = Readonly<
  Partial<Record<Name, readonly StepProblem[]>>
>

interface Options<Name extends string> {
  environment: Pick<Environment, 'location' | 'pushAddress' | 'replaceAddress' | 'on'>
  descriptions: readonly FormStep<Name>[]
  $problems: ReadableAtom<StepProblems<Name> | null>
  /** Summary step, whose tick requires all steps to be valid. */
  closing?: Name
  $skipped?: ReadableAtom<SkippedSteps<Name>>
  visited?: readonly string[]
  revealed?: readonly string[]
  keepVisited?: (visited: Name[]) => void
  /** True (default) if an invalid step allows moving forward (§9). */
  allowsIncomplete?: boolean
  /** Hook that prevents a step change by resolving with `false`. */
  beforeStepChange?: (move: StepMove<Name>) => unknown
}

export type Steps<Name extends string> = ReturnType<typeof createSteps<Name>>

/** Creates the store of a multi-step form (§2, §9). */
export function createSteps<Name extends string>(options: Options<Name>) {
  const { environment, $problems, closing, allowsIncomplete = true, beforeStepChange } = options
  const { descriptions, visited = [], revealed = [] } = options
  const names = descriptions.map(({ name }) => name)
  const [first] = names
  if (first === undefined) throw new Error('A form has at least one step')
  const stepInAddress = () =>
    names.find((name) => name === environment.location().searchParams.get('step')) ?? first
  const problemsOf = (name: Name) => $problems.get()?.[name] ?? []
  const isInvalid = (name: Name) => problemsOf(name).length > 0
  const $skipped: ReadableAtom<SkippedSteps<Name>> = options.$skipped ?? atom({})

  /** Last error count of each step, unchanged during a lookup. */
  const errorCounts = new Map<Name, number>()
  const $active = atom(stepInAddress())
  const $visited = atom<ReadonlySet<Name>>(
    new Set([...names.filter((name) => visited.includes(name)), $active.get()]),
  )
  const $revealed = atom<ReadonlySet<Name>>(
    new Set(names.filter((name) => revealed.includes(name) && name !== $active.get())),
  )
  const $isMoving = atom(false)
  /** Invalid step that prevented a step change, with the number of attempts. */
  const $blockedMove = atom<{ step: Name; attempt: number } | null>(null)

  const $steps = computed(
    [$active, $visited, $revealed, $problems, $skipped],
    (active, visited, revealed, problems, skipped) =>
      descriptions.map(({ name, label }): FormStepState<Name> => {
        const stepProblems = problemsOf(name)
        if (!stepProblems.some(({ isPending }) => isPending))
          errorCounts.set(name, stepProblems.length)
        const isVisited = visited.has(name)
        const isRevealed = revealed.has(name)
        const skippedBecause = skipped[name] ?? null
        const count = isRevealed ? (errorCounts.get(name) ?? 0) : 0
        const isPremature = problems === null || (name === closing && names.some(isInvalid))
        const isTicked = !isInvalid(name) && isVisited && skippedBecause === null && !isPremature
        const tick = isTicked ? 'valid' : null
        const sign = count > 0 ? count : tick
        return {
          name,
          label,
          isActive: name === active,
          isVisited,
          isRevealed,
          skippedBecause,
          sign,
        }
      }),
  )

  const $unfinished = computed($steps, (steps) =>
    steps.slice(0, names.indexOf($active.get())).filter(({ sign }) => typeof sign === 'number'),
  )

  $problems.listen(() => {
    const blocked = $blockedMove.get()
    if (blocked && !isInvalid(blocked.step)) $blockedMove.set(null)
  })

  const showInAddress = (step: Name) =>
    environment.replaceAddress(withStep(environment.location(), step))
  // An unknown step in the address becomes the first step.
  if (environment.location().searchParams.has('step')) showInAddress($active.get())

  const reveal = (steps: readonly Name[]) => $revealed.set(new Set([...$revealed.get(), ...steps]))

  function visit(steps: readonly Name[]): void {
    const visited = new Set([...$visited.get(), ...steps])
    $visited.set(visited)
    options.keepVisited?.([...visited])
  }

  async function stopAt(step: Name): Promise<null> {
    reveal([step])
    const attempt = ($blockedMove.get()?.attempt ?? 0) + 1
    if (await move(step)) $blockedMove.set({ step, attempt })
    return null
  }

  async function isVetoed(move: StepMove<Name>): Promise<boolean> {
    if (beforeStepChange === undefined) return false
    $isMoving.set(true)
    try {
      return (await beforeStepChange(move)) === false
    } finally {
      $isMoving.set(false)
    }
  }

  /** Moves to a step, or resolves with null if refused. */
  async function move(targetStep: Name | undefined, isInHistory = false): Promise<Name | null> {
    const currentStep = $active.get()
    if ($isMoving.get()) return null
    if (targetStep === undefined || !names.includes(targetStep)) return null
    if (targetStep === currentStep) return currentStep
    const delta = names.indexOf(targetStep) - names.indexOf(currentStep)
    const passed = names.slice(names.indexOf(currentStep), names.indexOf(targetStep))
    const blocking = allowsIncomplete ? undefined : passed.find(isInvalid)
    if (delta > 0) reveal([currentStep])
    try {
      if (blocking !== undefined) return await stopAt(blocking)
      if (await isVetoed({ currentStep, targetStep, delta })) return null
      if (!isInHistory) environment.pushAddress(withStep(environment.location(), targetStep))
      $blockedMove.set(null)
      visit([targetStep])
      $active.set(targetStep)
      return targetStep
    } finally {
      // The browser changes the address even if the step change is refused.
      if (stepInAddress() !== $active.get()) showInAddress($active.get())
    }
  }

  /** Moves forward or back past skipped steps. */
  function goBy(delta: 1 | -1): Promise<Name | null> {
    const index = names.indexOf($active.get())
    const ahead = delta > 0 ? names.slice(index + 1) : names.slice(0, index).toReversed()
    const skipped = $skipped.get()
    return move(ahead.find((name) => skipped[name] === undefined) ?? ahead.at(-1))
  }

  return {
    $steps,
    $problems,
    $active: readonlyType($active),
    $isMoving: readonlyType($isMoving),
    $blockedMove: readonlyType($blockedMove),
    $unfinished,
    /** Moves to a step, and rejects if the hook throws. */
    goTo: (target: Name | number) => move(typeof target === 'number' ? names[target] : target),
    next: () => goBy(1),
    back: () => goBy(-1),
    /** Resolves with true, or moves to the first invalid step. */
    complete: async (): Promise<boolean> => {
      if ($isMoving.get()) return false
      reveal(names)
      const invalid = names.find(isInvalid)
      if (invalid !== undefined) await stopAt(invalid)
      return invalid === undefined
    },
    visitAll: () => visit(names),
    /** Hides a step's errors until the user leaves the step again. */
    conceal: (name: Name) => {
      $revealed.set(new Set([...$revealed.get()].filter((each) => each !== name)))
    },
    /** Resets the visited steps and moves to the first step. */
    startAnew: () => {
      $visited.set(new Set())
      $revealed.set(new Set())
      visit([first])
      return move(first)
    },
    /** Follows the browser's back and forward buttons. */
    followAddress: (reportHookError: (error: unknown) => void) =>
      environment.on('address', () => {
        move(stepInAddress(), true).catch(reportHookError)
      }),
  }
}
