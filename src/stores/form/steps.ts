import { atom, computed, type ReadableAtom } from 'nanostores'
import { readStep, withStep } from '../../lib/domain/step-address.ts'
import {
  toStep,
  type BlockedMove,
  type ErrorCounts,
  type IdleSteps,
  type Move,
  type StepsOptions,
  type Outcome,
  type Movement,
  type Steps,
} from './step.ts'

const resting = { status: 'resting' } as const

/** The multi-step form (§2, §9), without its looks. The active step stands in the address. */
export function createSteps<Name extends string>(options: StepsOptions<Name>): Steps<Name> {
  const { environment, names, allowsIncomplete = true, beforeStepChange } = options
  const isPresent = (name: Name) => $present.get().includes(name)
  const isInvalid = (name: Name) => ($errors.get().get(name) ?? 0) > 0
  const $idle: ReadableAtom<IdleSteps<Name>> = options.$idle ?? atom({})

  const $present = atom(names.filter((name) => !options.absent?.includes(name)))
  const $errors = atom<ReadonlyMap<Name, number>>(counted(options.errors))
  const $active = atom(startingStep())
  const $visited = atom<ReadonlySet<Name>>(
    new Set([...names.filter((name) => options.visited?.includes(name)), $active.get()]),
  )
  const $revealed = atom<ReadonlySet<Name>>(new Set())
  const $movement = atom<Movement<Name>>(resting)
  const $blockedMove = atom<BlockedMove<Name> | null>(null)
  let attempts = 0

  const $steps = computed(
    [$present, $active, $visited, $revealed, $errors, $idle],
    (present, active, visited, revealed, errors, idle) =>
      present.map((name) => {
        const step = toStep({
          name,
          isActive: name === active,
          isVisited: visited.has(name),
          isRevealed: revealed.has(name),
          idle: idle[name] ?? null,
          errors: errors.get(name) ?? 0,
        })
        const isPremature = name === options.closing && present.some(isInvalid)
        return isPremature && step.isValid ? { ...step, sign: { kind: 'none' as const } } : step
      }),
  )

  const $unfinished = computed([$steps, $errors], (steps, errors) =>
    steps
      .slice(
        0,
        steps.findIndex(({ isActive }) => isActive),
      )
      .filter(({ isRevealed, isValid }) => isRevealed && !isValid)
      .map(({ name }) => ({ step: name, errors: errors.get(name) ?? 0 })),
  )

  function counted(counts?: ErrorCounts<Name>): ReadonlyMap<Name, number> {
    return new Map(names.map((name) => [name, counts?.[name] ?? 0]))
  }

  function startingStep(): Name {
    const asked = stepInAddress()
    const present = $present.get()
    const before = present.slice(0, present.indexOf(asked))
    const start = (allowsIncomplete ? undefined : before.find(isInvalid)) ?? asked
    const { searchParams } = environment.location()
    if (searchParams.has('step') && searchParams.get('step') !== start) show(start)
    return start
  }

  function stepInAddress(): Name {
    return readStep(environment.location(), $present.get()) ?? firstOf($present.get())
  }

  function show(step: Name): void {
    environment.replaceAddress(withStep(environment.location(), step))
  }

  /** The browser changes the address before a move back or forward, which may then be refused. */
  function settleAddress(): void {
    if (stepInAddress() !== $active.get()) show($active.get())
  }

  function reveal(steps: readonly Name[]): void {
    $revealed.set(new Set([...$revealed.get(), ...steps]))
  }

  function block(step: Name): Outcome<Name> {
    attempts += 1
    $blockedMove.set({ step, attempt: attempts })
    return { status: 'refused', reason: 'invalid', step }
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

  /** The invalid step that blocks the way forward. Reveals the errors of that step and of the current one. */
  function blockingStep({ currentStep, targetStep }: Move<Name>): Name | undefined {
    const present = $present.get()
    const passed = present.slice(present.indexOf(currentStep), present.indexOf(targetStep))
    const blocking = allowsIncomplete ? undefined : passed.find(isInvalid)
    reveal(blocking === undefined ? [currentStep] : [currentStep, blocking])
    return blocking
  }

  async function isVetoed(move: Move<Name>): Promise<boolean> {
    if (beforeStepChange === undefined) return false
    $movement.set({ status: 'moving', move })
    try {
      return (await beforeStepChange(move)) === false
    } finally {
      $movement.set(resting)
    }
  }

  async function move(targetStep: Name | undefined, isInHistory = false): Promise<Outcome<Name>> {
    const currentStep = $active.get()
    if ($movement.get().status === 'moving') return { status: 'refused', reason: 'busy' }
    if (targetStep === undefined || !isPresent(targetStep)) {
      return { status: 'refused', reason: 'absent' }
    }
    if (targetStep === currentStep) return { status: 'moved', step: currentStep }
    const present = $present.get()
    const delta = present.indexOf(targetStep) - present.indexOf(currentStep)
    const planned = { currentStep, targetStep, delta }
    try {
      const blocking = delta > 0 ? blockingStep(planned) : undefined
      if (blocking !== undefined) return block(blocking)
      if (await isVetoed(planned)) return { status: 'refused', reason: 'vetoed' }
      // The step may have been excluded while the hook ran.
      if (!isPresent(targetStep)) return { status: 'refused', reason: 'absent' }
      if (!isInHistory) environment.pushAddress(withStep(environment.location(), targetStep))
      activate(targetStep)
      return { status: 'moved', step: targetStep }
    } finally {
      settleAddress()
    }
  }

  /** Passes steps with nothing to do, unless nothing else is left in that direction. */
  function goBy(delta: 1 | -1): Promise<Outcome<Name>> {
    const present = $present.get()
    const index = present.indexOf($active.get())
    const ahead = delta > 0 ? present.slice(index + 1) : present.slice(0, index).toReversed()
    const idle = $idle.get()
    return move(ahead.find((name) => idle[name] === undefined) ?? ahead.at(-1))
  }

  return {
    $steps,
    $active,
    $movement,
    $blockedMove,
    $unfinished,
    goTo: (target) => move(typeof target === 'number' ? $present.get()[target] : target),
    next: () => goBy(1),
    back: () => goBy(-1),
    complete: async () => {
      if ($movement.get().status === 'moving') return false
      const present = $present.get()
      reveal(present)
      const invalid = present.find(isInvalid)
      if (invalid === undefined) return true
      const outcome = await move(invalid)
      if (outcome.status === 'moved') block(invalid)
      return false
    },
    visitAll: () => visit($present.get()),
    conceal: (name) => $revealed.set(without($revealed.get(), name)),
    startAnew: () => {
      const first = firstOf($present.get())
      $visited.set(new Set([first]))
      $revealed.set(new Set())
      options.keepVisited?.([first])
      return move(first)
    },
    reportErrors: (counts) => {
      $errors.set(counted({ ...Object.fromEntries($errors.get()), ...counts }))
      const blockedMove = $blockedMove.get()
      if (blockedMove !== null && !isInvalid(blockedMove.step)) $blockedMove.set(null)
    },
    include: (name) => {
      const present = $present.get()
      $present.set(names.filter((each) => each === name || present.includes(each)))
    },
    exclude: (name) => {
      const present = $present.get()
      const index = present.indexOf(name)
      const left = present.filter((each) => each !== name)
      // The active step changes first, so that the one on the screen is always present.
      if ($active.get() === name) activate(left[index - 1] ?? firstOf(left))
      if ($blockedMove.get()?.step === name) $blockedMove.set(null)
      $visited.set(without($visited.get(), name))
      $revealed.set(without($revealed.get(), name))
      $present.set(left)
      settleAddress()
    },
    followAddress: (report) =>
      environment.onAddressChange(() => {
        move(stepInAddress(), true).catch(report)
      }),
  }
}

/** @throws {Error} when no step is left: a programming error */
function firstOf<Name>([first]: readonly Name[]): Name {
  if (first === undefined) throw new Error('A form has at least one step')
  return first
}

function without<Name>(names: ReadonlySet<Name>, name: Name): ReadonlySet<Name> {
  return new Set([...names].filter((each) => each !== name))
}
