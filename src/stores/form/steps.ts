import { atom, computed, readonlyType, type ReadableAtom } from 'nanostores'
import { withStep, type FormStep } from '../../lib/domain/steps.ts'
import type { Environment } from '../../lib/environment.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'

/** A move as a hook sees it: `delta` steps forward, or back where it is negative. */
export interface Move<Name extends string> {
  currentStep: Name
  targetStep: Name
  delta: number
}

export interface Step<Name extends string> {
  name: Name
  label: MessageKey
  isActive: boolean
  isVisited: boolean
  /** Whether the step's errors are shown, also those of fields in which nobody typed yet. */
  isRevealed: boolean
  /** Why there is nothing to do in it; null where there is. */
  idle: MessageKey | null
  /** Beside it: its errors once they are revealed, or a tick when it is valid and was visited. */
  sign: number | 'valid' | null
}

export type IdleSteps<Name extends string> = Readonly<Partial<Record<Name, MessageKey>>>

/** What keeps a step from being valid: a rule of the form, or what a store finds out. */
export interface Problem {
  /** Id of the element that a link to the problem leads to. */
  field: string
  label: MessageKey
  message: Message
  /** It is being looked up: perhaps nothing is wrong. */
  isPending?: boolean
}

export type Problems<Name extends string> = Readonly<Partial<Record<Name, readonly Problem[]>>>

interface Options<Name extends string> {
  environment: Pick<Environment, 'location' | 'pushAddress' | 'replaceAddress' | 'on'>
  descriptions: readonly FormStep<Name>[]
  /** Null until they are known, so that nothing is said to be right before. */
  $problems: ReadableAtom<Problems<Name> | null>
  /** A step that summarises the others: it shows no tick while one of them is not valid. */
  closing?: Name
  /** Steps that a move to the next or the previous one passes. */
  $idle?: ReadableAtom<IdleSteps<Name>>
  /** Steps that were visited before a reload, as `keepVisited` received them. */
  visited?: readonly string[]
  /** Those of them whose errors are shown, unless they are open. */
  revealed?: readonly string[]
  keepVisited?: (visited: Name[]) => void
  /** Whether moving forward is allowed from a step that is not valid (§9). */
  allowsIncomplete?: boolean
  /** May veto a move by resolving with `false`; nothing else vetoes. */
  beforeStepChange?: (move: Move<Name>) => unknown
}

export type Steps<Name extends string> = ReturnType<typeof createSteps<Name>>

/** The multi-step form (§2, §9), without its looks. The active step stands in the address. */
export function createSteps<Name extends string>(options: Options<Name>) {
  const { environment, $problems, closing, allowsIncomplete = true, beforeStepChange } = options
  const { descriptions, visited = [], revealed = [] } = options
  const present = descriptions.map(({ name }) => name)
  const [first] = present
  if (first === undefined) throw new Error('A form has at least one step')
  const stepInAddress = () =>
    present.find((name) => name === environment.location().searchParams.get('step')) ?? first
  const problemsOf = (name: Name) => $problems.get()?.[name] ?? []
  const isInvalid = (name: Name) => problemsOf(name).length > 0
  const $idle: ReadableAtom<IdleSteps<Name>> = options.$idle ?? atom({})

  /** How many errors steps have; what is being looked up is none yet, and until then the number stays. */
  const counts = new Map<Name, number>()
  const $active = atom(stepInAddress())
  const $visited = atom<ReadonlySet<Name>>(
    new Set([...present.filter((name) => visited.includes(name)), $active.get()]),
  )
  const $revealed = atom<readonly Name[]>(
    present.filter((name) => revealed.includes(name) && name !== $active.get()),
  )
  const $isMoving = atom(false)
  /** The last move that an invalid step refused; `attempt` grows with each. */
  const $blockedMove = atom<{ step: Name; attempt: number } | null>(null)

  const $steps = computed(
    [$active, $visited, $revealed, $problems, $idle],
    (active, visited, revealed, problems, idle) =>
      descriptions.map(({ name, label }): Step<Name> => {
        const found = problemsOf(name)
        if (!found.some(({ isPending }) => isPending)) counts.set(name, found.length)
        const [isVisited, isRevealed] = [visited.has(name), revealed.includes(name)]
        const why = idle[name] ?? null
        const count = isRevealed ? (counts.get(name) ?? 0) : 0
        const isPremature = problems === null || (name === closing && present.some(isInvalid))
        const isTicked = !isInvalid(name) && isVisited && why === null && !isPremature
        const sign = count > 0 ? count : isTicked ? 'valid' : null
        return { name, label, isActive: name === active, isVisited, isRevealed, idle: why, sign }
      }),
  )

  /** The steps before the active one that were left incomplete. */
  const $unfinished = computed($steps, (steps) =>
    steps.slice(0, present.indexOf($active.get())).filter(({ sign }) => typeof sign === 'number'),
  )

  $problems.listen(() => {
    const blocked = $blockedMove.get()
    if (blocked && !isInvalid(blocked.step)) $blockedMove.set(null)
  })

  const show = (step: Name) => environment.replaceAddress(withStep(environment.location(), step))
  // An unknown step in the address is that of the first.
  if (environment.location().searchParams.has('step')) show($active.get())

  /** The browser changes the address before a move back or forward, which may then be refused. */
  function settleAddress(): void {
    if (stepInAddress() !== $active.get()) show($active.get())
  }

  const reveal = (steps: readonly Name[]) =>
    $revealed.set([...new Set([...$revealed.get(), ...steps])])

  /** Goes no further than a step that is not valid, which says why. */
  async function stopAt(step: Name): Promise<null> {
    reveal([step])
    const attempt = ($blockedMove.get()?.attempt ?? 0) + 1
    if (await move(step)) $blockedMove.set({ step, attempt })
    return null
  }

  function visit(steps: readonly Name[]): void {
    const visited = new Set([...$visited.get(), ...steps])
    $visited.set(visited)
    options.keepVisited?.([...visited])
  }

  function activate(step: Name): void {
    $blockedMove.set(null)
    visit([step])
    $active.set(step)
  }

  async function isVetoed(move: Move<Name>): Promise<boolean> {
    if (beforeStepChange === undefined) return false
    $isMoving.set(true)
    try {
      return (await beforeStepChange(move)) === false
    } finally {
      $isMoving.set(false)
    }
  }

  /** Resolves with the step that is open then; null where the move was refused. */
  async function move(targetStep: Name | undefined, isInHistory = false): Promise<Name | null> {
    const currentStep = $active.get()
    if ($isMoving.get()) return null
    if (targetStep === undefined || !present.includes(targetStep)) return null
    if (targetStep === currentStep) return currentStep
    const delta = present.indexOf(targetStep) - present.indexOf(currentStep)
    const planned = { currentStep, targetStep, delta }
    const passed = present.slice(present.indexOf(currentStep), present.indexOf(targetStep))
    const blocking = allowsIncomplete ? undefined : passed.find(isInvalid)
    if (delta > 0) reveal([currentStep])
    try {
      if (blocking !== undefined) return await stopAt(blocking)
      if (await isVetoed(planned)) return null
      if (!isInHistory) environment.pushAddress(withStep(environment.location(), targetStep))
      activate(targetStep)
      return targetStep
    } finally {
      settleAddress()
    }
  }

  /** Passes steps with nothing to do, unless nothing else is left in that direction. */
  function goBy(delta: 1 | -1): Promise<Name | null> {
    const index = present.indexOf($active.get())
    const ahead = delta > 0 ? present.slice(index + 1) : present.slice(0, index).toReversed()
    const idle = $idle.get()
    return move(ahead.find((name) => idle[name] === undefined) ?? ahead.at(-1))
  }

  return {
    $steps,
    $problems,
    $active: readonlyType($active),
    /** While moving, the form is loading and disabled. */
    $isMoving: readonlyType($isMoving),
    $blockedMove: readonlyType($blockedMove),
    $unfinished,
    /** Goes to a step by its name, or by its index among those present. Rejects with what the hook throws. */
    goTo: (target: Name | number) => move(typeof target === 'number' ? present[target] : target),
    next: () => goBy(1),
    back: () => goBy(-1),
    /** Before submitting: reveals every step, goes to the first that is not valid, and gives whether all are. */
    complete: async (): Promise<boolean> => {
      if ($isMoving.get()) return false
      reveal(present)
      const invalid = present.find(isInvalid)
      if (invalid !== undefined) await stopAt(invalid)
      return invalid === undefined
    },
    /** Marks every step as visited: their fields were filled in from another one. */
    visitAll: () => visit(present),
    /** Hides the errors of a step until it is left again: it asks something else now. */
    conceal: (name: Name) => {
      $revealed.set($revealed.get().filter((each) => each !== name))
    },
    /** Goes to the first step as if no step had been shown yet. */
    startAnew: () => {
      $visited.set(new Set())
      $revealed.set([])
      visit([first])
      return move(first)
    },
    /** Follows the browser's buttons, and reports what the hook throws. Returns the way to stop. */
    followAddress: (report: (error: unknown) => void) =>
      environment.on('address', () => {
        move(stepInAddress(), true).catch(report)
      }),
  }
}
