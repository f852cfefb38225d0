import { describe, expect, test, vi } from 'vitest'
import { createTestEnvironment } from '../../../test/environment.ts'
import { atom, type ReadableAtom } from 'nanostores'
import {
  createSteps,
  type SkippedSteps,
  type StepMove,
  type StepProblem,
  type StepProblems,
} from './steps.ts'

const names = ['merchant', 'serial', 'subscription'] as const
type Name = (typeof names)[number]
const descriptions = names.map((name) => ({ name, label: 'form:next', fields: {} }) as const)

const lack = { field: 'name', label: 'form:next', message: { key: 'rules:invalid' } } as const

interface Changes {
  query?: string
  visited?: string[]
  keepVisited?: (visited: Name[]) => void
  revealed?: string[]
  errors?: Partial<Record<Name, number>>
  closing?: Name
  allowsIncomplete?: boolean
  beforeStepChange?: (move: StepMove<Name>) => unknown
  $skipped?: ReadableAtom<SkippedSteps<Name>>
}

function setUp({ query = '', errors, ...changes }: Changes = {}) {
  const environment = createTestEnvironment(`http://localhost:4321/boarding${query}`)
  const $problems = atom<StepProblems<Name> | null>(null)
  const steps = createSteps<Name>({ environment, descriptions, $problems, ...changes })
  /** Sets the number of problems of some steps. Other steps get a pending lookup. */
  function report(counts: Partial<Record<Name, number>>, ...pending: Name[]): void {
    const problems: Partial<Record<Name, StepProblem[]>> = {}
    for (const name of names)
      if (name in counts) problems[name] = Array<StepProblem>(counts[name] ?? 0).fill(lack)
    for (const name of pending) problems[name] = [{ ...lack, isPending: true }]
    $problems.set({ ...$problems.get(), ...problems })
  }
  if (errors) report(errors)
  const reported: unknown[] = []
  const stop = steps.followAddress((error) => reported.push(error))
  return {
    environment,
    steps,
    report,
    stop,
    reported,
    step: (name: Name) => steps.$steps.get().find((step) => step.name === name),
    address: () => environment.location().pathname + environment.location().search,
  }
}

function slowHook() {
  const answer = Promise.withResolvers<unknown>()
  return { hook: () => answer.promise, answer }
}

describe('moving between steps', () => {
  test('starts at the first step without changing the address', () => {
    const { steps, step, address } = setUp({ query: '?reseller=7' })
    expect(steps.$active.get()).toBe('merchant')
    expect(step('merchant')).toMatchObject({ isActive: true, isVisited: true })
    expect(step('serial')).toMatchObject({ isActive: false, isVisited: false })
    expect(address()).toBe('/boarding?reseller=7')
  })

  test('moves forward, back, and to a step by name or index', async () => {
    const { steps } = setUp()
    expect(await steps.next()).toBe('serial')
    expect(await steps.back()).toBe('merchant')
    expect(await steps.goTo('subscription')).toBe('subscription')
    expect(await steps.goTo(1)).toBe('serial')
    expect(steps.$active.get()).toBe('serial')
  })

  test('starts again at the first step and marks the other steps as unvisited', async () => {
    const keepVisited = vi.fn()
    const { steps, step, report } = setUp({ keepVisited })
    report({ merchant: 1 })
    await steps.goTo('subscription')
    await steps.complete()
    expect(step('subscription')).toMatchObject({ isVisited: true, isRevealed: true })
    for (const start of ['subscription', 'merchant'] as const) {
      await steps.goTo(start)
      expect(await steps.startAnew()).toBe('merchant')
      expect(steps.$steps.get()).toMatchObject([
        { name: 'merchant', isActive: true, isVisited: true, isRevealed: false },
        { name: 'serial', isVisited: false, isRevealed: false },
        { name: 'subscription', isVisited: false, isRevealed: false },
      ])
    }
    expect(keepVisited).toHaveBeenLastCalledWith(['merchant'])
  })

  test('does not move beyond the first and last step', async () => {
    const { steps } = setUp()
    expect(await steps.back()).toBeNull()
    expect(await steps.goTo(9)).toBeNull()
    await steps.goTo('subscription')
    expect(await steps.next()).toBeNull()
    expect(steps.$active.get()).toBe('subscription')
  })
})

describe('skipped steps', () => {
  const why = 'wizard:idleStock'

  test('skips steps without content in both directions but opens such a step by name', async () => {
    const { steps, step } = setUp({ $skipped: atom({ serial: why }) })
    expect(steps.$steps.get().map(({ name, skippedBecause }) => [name, skippedBecause])).toEqual([
      ['merchant', null],
      ['serial', why],
      ['subscription', null],
    ])
    expect(await steps.next()).toBe('subscription')
    expect(await steps.back()).toBe('merchant')
    expect(await steps.goTo('serial')).toBe('serial')
    expect(step('serial')).toMatchObject({ isVisited: true, sign: null })
    expect(await steps.next()).toBe('subscription')
  })

  test.each([
    ['back', { merchant: why, serial: why }, 'subscription', 'merchant'],
    ['next', { serial: why, subscription: why }, 'merchant', 'subscription'],
  ] as const)(
    'opens a skipped step on "%s" if no other step is left',
    async (way, idle, from, end) => {
      const { steps } = setUp({ $skipped: atom<SkippedSteps<Name>>(idle), query: `?step=${from}` })
      expect(await steps[way]()).toBe(end)
    },
  )

  test('treats a skipped step as a normal step once there is no reason to skip the step', async () => {
    const $skipped = atom<SkippedSteps<Name>>({ serial: why })
    const { steps, step } = setUp({ $skipped, errors: {} })
    $skipped.set({})
    expect(step('serial')?.skippedBecause).toBeNull()
    expect(await steps.next()).toBe('serial')
    expect(step('serial')?.sign).toBe('valid')
  })
})

describe('errors of steps', () => {
  test('lists earlier incomplete steps until the steps are complete', async () => {
    const { steps, report } = setUp({ errors: { merchant: 2, serial: 1 } })
    expect(steps.$unfinished.get()).toEqual([])
    await steps.next()
    expect(steps.$unfinished.get()).toMatchObject([{ name: 'merchant', sign: 2 }])
    await steps.next()
    expect(steps.$unfinished.get()).toMatchObject([
      { name: 'merchant', sign: 2 },
      { name: 'serial', sign: 1 },
    ])
    report({ merchant: 0 })
    expect(steps.$unfinished.get()).toMatchObject([{ name: 'serial', sign: 1 }])
    await steps.back()
    expect(steps.$unfinished.get()).toEqual([])
    report({ serial: 0 })
    await steps.next()
    expect(steps.$unfinished.get()).toEqual([])
  })

  test('does not list an incomplete step that the user jumped over', async () => {
    const { steps } = setUp({ errors: { serial: 1, subscription: 1 } })
    await steps.goTo('subscription')
    await steps.back()
    expect(steps.$unfinished.get()).toEqual([])
    await steps.next()
    expect(steps.$unfinished.get()).toMatchObject([{ name: 'serial', sign: 1 }])
  })

  test('moves back from an invalid step without showing its errors', async () => {
    const { steps, step, report } = setUp({ query: '?step=serial', allowsIncomplete: false })
    report({ serial: 1 })
    expect(await steps.back()).toBe('merchant')
    expect(step('serial')).toMatchObject({ isRevealed: false, sign: null })
  })

  test('refuses to leave an invalid step if incomplete steps are not allowed', async () => {
    const { steps, step, report } = setUp({ errors: { merchant: 1 }, allowsIncomplete: false })
    expect(await steps.next()).toBeNull()
    expect(await steps.next()).toBeNull()
    expect(steps.$blockedMove.get()).toEqual({ step: 'merchant', attempt: 2 })
    expect(step('merchant')?.sign).toBe(1)
    report({ merchant: 0 })
    expect(steps.$blockedMove.get()).toBeNull()
    expect(await steps.next()).toBe('serial')
  })

  test('stops a jump at the first invalid step on the way', async () => {
    const errors = { serial: 1, subscription: 1 }
    const { steps, step, report } = setUp({ errors, allowsIncomplete: false })
    expect(await steps.goTo('subscription')).toBeNull()
    expect(steps.$active.get()).toBe('serial')
    expect(step('serial')?.sign).toBe(1)
    report({ serial: 0 })
    expect(await steps.goTo('subscription')).not.toBeNull()
  })

  test('shows a tick only for visited steps that are valid', async () => {
    const { steps, step, report } = setUp({ visited: ['subscription'] })
    expect(step('merchant')?.sign).toBe(null)
    report({})
    expect(step('merchant')?.sign).toBe('valid')
    expect(step('serial')?.sign).toBe(null)
    expect(step('subscription')?.sign).toBe('valid')
    await steps.next()
    expect(step('serial')?.sign).toBe('valid')
    report({ serial: 1 })
    expect(step('serial')?.sign).toBe(null)
  })

  test('shows a tick for every valid step after all steps are marked as visited', () => {
    const keepVisited = vi.fn<(visited: Name[]) => void>()
    const { steps, step, report } = setUp({ errors: { serial: 1 }, keepVisited })
    steps.visitAll()
    expect([step('subscription')?.sign, step('serial')?.sign]).toEqual(['valid', null])
    report({ serial: 0 })
    expect(step('serial')?.sign).toBe('valid')
    expect(keepVisited).toHaveBeenCalledWith(['merchant', 'serial', 'subscription'])
  })

  test('hides the errors of a step after a reset until the user leaves the step again', async () => {
    const { steps, step } = setUp({ errors: { merchant: 1 } })
    await steps.next()
    await steps.back()
    expect(step('merchant')?.sign).toBe(1)
    steps.conceal('merchant')
    expect(step('merchant')).toMatchObject({ isRevealed: false, sign: null })
    await steps.next()
    expect(step('merchant')?.sign).toBe(1)
  })

  test('reports visited steps so that a reload can restore them', async () => {
    const keepVisited = vi.fn<(visited: Name[]) => void>()
    const { steps } = setUp({ keepVisited })
    await steps.goTo('subscription')
    await steps.back()
    expect(keepVisited.mock.calls).toEqual([
      [['merchant', 'subscription']],
      [['merchant', 'subscription', 'serial']],
    ])
  })

  test('after a reload, shows the errors of visited steps but not of the open step', () => {
    const visited = ['payment', 'merchant', 'serial']
    const errors = { merchant: 2, serial: 1 }
    const { steps, step } = setUp({ query: '?step=serial', visited, revealed: visited, errors })
    expect(steps.$unfinished.get()).toMatchObject([{ name: 'merchant', sign: 2 }])
    expect(step('serial')?.sign).toBe(null)
  })

  test('shows neither error nor tick for a step with a pending lookup', async () => {
    const { steps, step, report } = setUp({ visited: ['serial'], revealed: ['serial'] })
    report({}, 'serial')
    expect(step('serial')).toMatchObject({ sign: null })
    expect(await steps.complete()).toBe(false)
    expect(steps.$blockedMove.get()?.step).toBe('serial')
    report({ serial: 2 })
    expect(step('serial')?.sign).toBe(2)
    report({ merchant: 0 }, 'serial')
    expect(step('serial')?.sign).toBe(2)
    report({ serial: 0 })
    expect(step('serial')?.sign).toBe('valid')
  })

  test('shows no tick at the last step while an earlier step is invalid', () => {
    const visited = [...names]
    const { step, report } = setUp({ closing: 'subscription', visited, errors: { serial: 1 } })
    expect(step('merchant')?.sign).toBe('valid')
    expect(step('subscription')?.sign).toBeNull()
    report({ serial: 0 })
    expect(step('subscription')?.sign).toBe('valid')
  })

  test('shows all errors on completion and goes to the first invalid step', async () => {
    const { steps, step, report } = setUp({ query: '?step=subscription', errors: { serial: 3 } })
    expect(await steps.complete()).toBe(false)
    expect(steps.$active.get()).toBe('serial')
    expect(await steps.complete()).toBe(false)
    expect(steps.$blockedMove.get()).toEqual({ step: 'serial', attempt: 2 })
    expect(step('serial')?.sign).toBe(3)
    expect(step('subscription')?.isRevealed).toBe(true)
    report({ serial: 0 })
    expect(await steps.complete()).toBe(true)
  })
})

describe('hook before a step change', () => {
  test('passes the current step, the target step and the distance to beforeStepChange', async () => {
    const moves: StepMove<Name>[] = []
    const { steps } = setUp({ beforeStepChange: (move) => moves.push(move) })
    await steps.goTo('subscription')
    await steps.back()
    expect(moves).toEqual([
      { currentStep: 'merchant', targetStep: 'subscription', delta: 2 },
      { currentStep: 'subscription', targetStep: 'serial', delta: -1 },
    ])
  })

  test.each([undefined, 0, 'false', Promise.resolve(true)])(
    'allows a move if the hook returns %o',
    async (answer) => {
      const { steps } = setUp({ beforeStepChange: () => answer })
      expect(await steps.next()).not.toBeNull()
    },
  )

  test.each([false, Promise.resolve(false)])(
    'refuses a move if the hook returns %o',
    async (answer) => {
      const { steps, address } = setUp({ beforeStepChange: () => answer })
      expect(await steps.next()).toBeNull()
      expect(steps.$active.get()).toBe('merchant')
      expect(steps.$blockedMove.get()).toBeNull()
      expect(address()).toBe('/boarding')
    },
  )

  test('refuses to change the step while the step change hook is pending', async () => {
    const { hook, answer } = slowHook()
    const { steps } = setUp({ beforeStepChange: hook })
    const moved = steps.next()
    expect(steps.$isMoving.get()).toBe(true)
    expect(await steps.goTo('subscription')).toBeNull()
    expect(await steps.complete()).toBe(false)
    answer.resolve(true)
    expect(await moved).toBe('serial')
    expect(steps.$isMoving.get()).toBe(false)
  })

  const no = () => {
    throw new Error('no')
  }

  test.each([
    ['at once', no],
    ['later', () => Promise.resolve().then(no)],
  ])('passes on an error that the hook throws %s', async (_, throwing) => {
    let isBroken = true
    const { steps } = setUp({ beforeStepChange: () => (isBroken ? throwing() : true) })
    await expect(steps.next()).rejects.toThrow('no')
    expect(steps.$isMoving.get()).toBe(false)
    expect(steps.$active.get()).toBe('merchant')
    isBroken = false
    expect(await steps.next()).not.toBeNull()
  })
})

describe('step in the address', () => {
  test('adds the step to the address and keeps the existing parameters', async () => {
    const { steps, address } = setUp({ query: '?reseller=7' })
    await steps.next()
    expect(address()).toBe('/boarding?reseller=7&step=serial')
  })

  test.each(['?step=nowhere&reseller=7', '?step=Serial&reseller=7', '?step=&reseller=7'])(
    'falls back to the first step if the address names no valid step: %s',
    (query) => {
      const { steps, address } = setUp({ query })
      expect(steps.$active.get()).toBe('merchant')
      expect(address()).toBe('/boarding?step=merchant&reseller=7')
    },
  )

  test('follows the back and forward buttons of the browser', async () => {
    const { steps, environment } = setUp()
    await steps.next()
    await steps.next()
    environment.travel(-1)
    await expect.poll(() => steps.$active.get()).toBe('serial')
    environment.travel(-1)
    await expect.poll(() => steps.$active.get()).toBe('merchant')
    environment.travel(2)
    await expect.poll(() => steps.$active.get()).toBe('subscription')
  })

  test.each([
    ['the hook refuses the move', () => false, []],
    ['the hook throws', () => Promise.reject(new Error('no')), [new Error('no')]],
  ])('restores the step in the address when %s', async (_, refuse, expected) => {
    let refuses = false
    const { steps, environment, address, reported } = setUp({
      beforeStepChange: () => (refuses ? refuse() : true),
    })
    await steps.next()
    refuses = true
    environment.travel(-1)
    await expect.poll(address).toBe('/boarding?step=serial')
    expect(steps.$active.get()).toBe('serial')
    await expect.poll(() => reported).toEqual(expected)
  })

  test('if the user goes back during a step change, the address names the step that opens afterwards', async () => {
    const { hook, answer } = slowHook()
    let isSlow = false
    const { steps, environment, address } = setUp({
      beforeStepChange: () => (isSlow ? hook() : true),
    })
    await steps.next()
    isSlow = true
    const moved = steps.next()
    environment.travel(-1)
    answer.resolve(true)
    await moved
    expect(steps.$active.get()).toBe('subscription')
    expect(address()).toBe('/boarding?step=subscription')
  })
})
