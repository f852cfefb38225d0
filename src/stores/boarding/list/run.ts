import { atom, computed, map, readonlyType, type ReadableAtom } from 'nanostores'
import type { Id } from '../../../lib/api/endpoint.ts'
import { Braked, outcomeOf, SessionError, SessionOver, statusOf } from '../../../lib/api/errors.ts'
import { isReady, isWrong, type Row } from '../../../lib/domain/customer-list.ts'
import { variantOf } from '../../../lib/domain/coupling.ts'
import { noteFailure } from '../../../lib/failure.ts'
import type { Person } from '../../../lib/identity/user.ts'
import { troubleLimit } from '../../../lib/limits.ts'
import { approvalAddress } from '../../coupling/place.ts'
import type { Content } from '../../shell/dialogs.ts'
import type { Portal } from '../../shell/portal.ts'
import type { Couplable } from '../board-customer.ts'
import { Declined, Stopped, type SagaStep } from '../memory.ts'
import { begunMemory, begunScopes, scopeOf, type RowScope } from './row-memory.ts'

/** What was made of a customer, and where its coupling is approved. */
type Made = Couplable & { link: URL }

/** How far a row is, beside what it was told on its way. */
type RowStage =
  /** Skipped: left out, or the user would rather not. Tried: a dry run sent nothing of it. */
  | { status: 'waiting' | 'failed' | 'skipped' | 'tried' }
  /** No step while it waits for its turn after an answer, or looks what there is. */
  | { status: 'busy'; step: SagaStep | null }
  | { status: 'asking'; question: Content; answer: (agreed: boolean) => void }
  /** Nothing is made of it. The link is there where this browser made its key. */
  | { status: 'exists'; administration: Id; location: Id | null; key?: Id; link?: URL }
  /** All is made; done: its coupling is given as well. */
  | ({ status: 'awaiting' | 'done' } & Made)

/** A row that failed was told why last. */
export type RowState = RowStage & { notes: readonly Content[] }

export type RunState =
  | { status: 'idle' | 'finished' }
  /** Until: the service asked to wait until then, in milliseconds since 1970. */
  | { status: 'running'; until?: number }
  /**
   * Without a reason the user paused it, or has to sign in, which the shell says. Refused: for lack of
   * rights, which holds for every row.
   */
  | { status: 'paused' | 'refused'; reason?: Content | undefined }

interface Options {
  portal: Portal
  person: Person
  reseller: string | null
  /** The rows of the list. */
  $list: ReadableAtom<readonly Row[]>
  /** Whether it is known which customers exist. */
  isKnown: () => boolean
  /** Leaves out a row that the user would rather not go on with. */
  leaveOut: (row: Row) => void
}

export type Run = ReturnType<typeof createRun>

/** Follows the table, which is looked at without it. */
const loadSaga = () => import('./board-row.ts')

/** Rows of one kind ask the same, and may be answered alike. */
const kindOf = ({ message, detail }: Content) => `${message.key} ${detail?.key ?? ''}`

const isUnderWay = ({ status }: RowStage) => ['waiting', 'busy', 'asking'].includes(status)
/** Whether what a row holds was sent, and not in vain. */
export const isSent = (state?: RowStage) =>
  state !== undefined && ['busy', 'asking', 'awaiting', 'done'].includes(state.status)

/** How a row is, also one that is left alone: there already, or not wanted. Undefined: not begun. */
export function stateOf(row: Row, state?: RowState): RowState | undefined {
  const isSkipped = state?.status === 'skipped'
  if (!row.isLeftOut) return isSkipped ? undefined : state
  if (isSkipped || isSent(state)) return state
  const there = row.doubts.find(({ kind }) => kind === 'exists')
  if (there?.kind !== 'exists') return { status: 'skipped', notes: [] }
  const { administration, location, approval } = there
  return { status: 'exists', administration, location, ...approval, notes: [] }
}

/**
 * Boards the customers of a list, one after the other and each once, by the saga of the form (§4). A row
 * that asks lets the next one go first, and goes on once it is answered.
 */
export function createRun({ portal, person, reseller, $list, isKnown, leaveOut }: Options) {
  const { environment } = portal
  const user = person.id
  const isPolaris = variantOf(person) === 'polaris'
  const $rows = map<Readonly<Record<string, RowState>>>({})
  const $run = atom<RunState>({ status: 'idle' })
  const $begun = atom<ReadonlySet<Row['id']>>(new Set())
  let scopes = new Map<Row['id'], RowScope>()
  /** Rows that an earlier load of the page made: whether they are coupled by now is looked at last. */
  const recalled = new Set<Row['id']>()
  /** Answers for all rows of a kind, also those that come to it later. */
  const standing = new Map<string, boolean>()
  /** Rows that were answered and go on, before others begin. */
  const answered: (() => void)[] = []
  let queue: Row['id'][] = []
  let isBusy = false
  let isDryRun = false
  let release = (): void => undefined
  /** Rows in a row that met a service in trouble. */
  let troubles = 0
  /** Time that rows were at work, in milliseconds, and rows that came to an end in it. */
  let spent = 0
  let ended = 0

  const set = (id: Row['id'], stage: RowStage, notes: readonly Content[] = []) =>
    $rows.setKey(String(id), { ...stage, notes })

  /** Whether a row is at work, or the next one follows: after a pause one comes to its end. */
  const $isRunning = computed(
    [$rows, $run],
    (states, { status }) =>
      status === 'running' || Object.values(states).some((state) => state.status === 'busy'),
  )

  /** How many rows there are of a kind, and what the rest takes, once some tell. */
  const $progress = computed([$list, $rows, $run], (list, states, { status }) => {
    const counts = {
      left: 0,
      wrong: 0,
      leftOut: 0,
      linked: 0,
      through: 0,
      failed: 0,
      asking: 0,
      planless: 0,
      alike: 0,
    }
    const alike = new Set<number>()
    let isBegun = false
    let [waiting, unbegun] = [0, 0]
    for (const row of list) {
      const state = stateOf(row, states[row.id])
      const mayBeMade = isReady(row)
      const isMade = state?.status === 'awaiting' || state?.status === 'done'
      if (mayBeMade && !isMade) counts.left += 1
      for (const doubt of mayBeMade ? row.doubts : []) {
        const other = doubt.kind === 'twin' && list[doubt.of]
        if (other && isReady(other)) alike.add(row.id).add(other.id)
      }
      if (state && 'link' in state) counts.linked += 1
      isBegun ||= isSent(state)
      if (row.isLeftOut) counts.leftOut += 1
      else if (isWrong(row)) counts.wrong += 1
      else if (!row.values.subscription.selected) counts.planless += 1
      if (!state || state.status === 'tried') unbegun += Number(mayBeMade)
      else if (isUnderWay(state)) waiting += 1
      else if (state.status !== 'exists' && state.status !== 'skipped') counts.through += 1
      if (state?.status === 'failed') counts.failed += 1
      if (state?.status === 'asking') counts.asking += 1
    }
    counts.alike = alike.size
    const begun = counts.through + waiting
    const rest = waiting + unbegun
    const isStill = status === 'idle' || status === 'finished'
    const isKnown = status === 'running' && ended >= 3
    return {
      ...counts,
      /** What of them was sent stays as it is, and so does the subscription of all. */
      isFixed: isBegun || status === 'running',
      /** Nothing is left but what failed. */
      isOver: isStill && counts.through > 0 && counts.left === counts.failed,
      /** To be boarded, once any is. */
      total: begun > 0 ? counts.through + rest : 0,
      /** In milliseconds, without what users take to answer; null while nobody can tell. */
      remaining: isKnown ? (spent / ended) * rest : null,
    }
  })

  function stop(state: RunState): void {
    $run.set(state)
    release()
  }

  function madeOf({ administration, location, key }: Couplable): Made {
    const made = { administration, location, key }
    const approvedBy = isPolaris ? 'polaris' : 'package'
    return { ...made, link: approvalAddress(portal, { ...made, approvedBy }, isPolaris) }
  }

  /** Finds rows again that this tab began: they are no customers who were there before. */
  function recall(): void {
    // What was mended here stays what was begun; nothing else has a name yet.
    const earlier = new Map([...scopes].filter(([id]) => $rows.get()[id] && !recalled.has(id)))
    scopes = begunScopes(environment, user, $list.get(), earlier)
    if (scopes.size === 0) return
    // All at once: each change tells whoever shows them.
    const found: Record<number, RowState> = {}
    for (const [id, { scope, isChanged }] of scopes) {
      const made = begunMemory(environment, user, scope).read()?.made
      if (!made || isChanged || $rows.get()[id]) continue
      recalled.add(id)
      found[id] = { status: 'awaiting', ...madeOf(made), notes: [] }
    }
    $rows.set({ ...$rows.get(), ...found })
    $begun.set(new Set(scopes.keys()))
  }

  async function start(): Promise<void> {
    if ($run.get().status === 'running') return
    $run.set({ status: 'running' })
    release = environment.guardLeaving()
    // What it lets begin stays a dry run; of another press each row asks for itself.
    isDryRun = portal.flags.isEnabled('dry_run')
    troubles = 0
    try {
      await loadSaga()
    } catch (error) {
      const message = noteFailure(environment, 'the saga could not be fetched', error)
      stop({ status: 'paused', reason: { message } })
      return
    }
    recall()
    const states = $rows.get()
    const due: Row['id'][] = []
    for (const row of $list.get()) {
      const state = states[row.id]
      const isToLookAt = state?.status === 'awaiting' && recalled.has(row.id)
      if (isSent(state) && !isToLookAt) continue
      if (isReady(row)) due.push(row.id)
      // It became wrong, or was left out, during a pause, and would be waited for.
      else if (state?.status === 'waiting') $rows.setKey(String(row.id), undefined)
    }
    const waiting: RowState = { status: 'waiting', notes: [] }
    $rows.set({ ...$rows.get(), ...Object.fromEntries(due.map((id) => [id, waiting])) })
    queue = [...due.filter((id) => !recalled.has(id)), ...due.filter((id) => recalled.has(id))]
    next()
  }

  /** Lets the next one go on, unless one does. */
  function next(): void {
    if (isBusy || $run.get().status !== 'running') return
    const goOn = answered.shift()
    const row = goOn ? undefined : $list.get().find(({ id }) => id === queue[0])
    isBusy = true
    if (goOn) goOn()
    else if (row) {
      queue.shift()
      void board(row)
    } else {
      isBusy = false
      if (!Object.values($rows.get()).some(isUnderWay)) stop({ status: 'finished' })
    }
  }

  /** Takes one row as far as it comes, and lets the next one go on. */
  async function board(row: Row): Promise<void> {
    const { id } = row
    let since = environment.now()
    let notes: Content[] = []
    let asked: Content | null = null
    const show = (stage: RowStage) => set(id, stage, notes)
    const tell = (told: Content) => {
      notes = [...notes, told]
    }

    function letGo(): void {
      spent += environment.now() - since
      isBusy = false
      next()
    }

    async function ask(question: Content): Promise<boolean> {
      // What a dry run sends nobody gets, so that there is nothing to decide.
      if (isDryRun) return true
      asked = question
      const known = standing.get(kindOf(question))
      if (known !== undefined) return known
      const answer = new Promise<boolean>((resolve) => {
        show({ status: 'asking', question, answer: resolve })
      })
      letGo()
      const isAgreed = await answer
      show({ status: 'busy', step: null })
      await new Promise<void>((goOn) => {
        answered.push(goOn)
        next()
      })
      since = environment.now()
      return isAgreed
    }

    /** What a failure means for the row, and for those that wait. */
    function fail(error: unknown): void {
      const isTold = error instanceof Stopped
      const cause = isTold ? error.cause : error
      const isOver = cause instanceof SessionOver
      if (!isTold && !isOver && !(cause instanceof Braked)) {
        const what = 'a customer of a list could not be boarded'
        tell({ message: noteFailure(environment, what, cause) })
      }
      const reason = notes.at(-1)
      if (error instanceof Declined) {
        // What was asked says why.
        if (asked) tell({ message: asked.message })
        show({ status: 'skipped' })
        leaveOut(row)
      } else if (cause instanceof Braked) {
        notes = []
        show({ status: 'tried' })
      } else if (cause instanceof SessionError || statusOf(cause) === 401) {
        notes = []
        show({ status: 'waiting' })
        stop({ status: 'paused', reason: isOver ? undefined : reason })
      } else {
        show({ status: 'failed' })
        if (statusOf(cause) === 403) stop({ status: 'refused', reason })
        // Without a cause another tab is at it, and with the others as well.
        else if (cause === undefined || outcomeOf(cause) !== 'refused') {
          troubles += 1
          if (troubles === troubleLimit) stop({ status: 'paused', reason })
        }
      }
    }

    show({ status: 'busy', step: null })
    try {
      const scope = scopes.get(id) ?? { scope: await scopeOf(row), isChanged: false }
      scopes.set(id, scope)
      const { boardRow } = await loadSaga()
      const boarded = await boardRow({
        ...{ portal, person, reseller, row, scope, isDryRun, ask, tell },
        isKnown: isKnown(),
        onStep: (step) => show({ status: 'busy', step }),
        onWait: (until) => {
          if ($run.get().status !== 'running') return
          $run.set({ status: 'running', ...(until !== undefined && { until }) })
        },
      })
      troubles = 0
      recalled.delete(id)
      if (boarded === null) show({ status: 'tried' })
      else {
        show({ status: boarded.isGiven ? 'done' : 'awaiting', ...madeOf(boarded) })
      }
    } catch (error) {
      fail(error)
    }
    ended += 1
    letGo()
  }

  return {
    /** How each row is that was looked at. */
    $rows,
    $run: readonlyType($run),
    $isRunning,
    $progress,
    /** Rows that this tab began, by an earlier load of the page or of the list as well. */
    $begun: readonlyType($begun),
    recall,
    /** Rows of one kind ask the same, and may be answered alike. */
    kindOf,
    /** Begins, or goes on: with what waits, what failed, and what was left alone and is not any more. */
    start,
    /** Forgets a list in whose place another one is taken in; nothing of it is under way. */
    forget: (): void => {
      scopes = new Map()
      recalled.clear()
      standing.clear()
      queue = []
      spent = 0
      ended = 0
      if ($begun.get().size > 0) $begun.set(new Set())
      $rows.set({})
      $run.set({ status: 'idle' })
    },
    /** Begins with no other row; the one that is under way comes to its end. */
    pause: () => {
      if ($run.get().status === 'running') stop({ status: 'paused' })
    },
    /**
     * Answers what a row asks.
     *
     * @param isAlike whether the same holds for all rows of that kind: those that ask, and, where it is
     *   no risk, those that will
     */
    answer: (id: Row['id'], agreed: boolean, isAlike = false) => {
      const asked = $rows.get()[id]
      if (asked?.status !== 'asking') return
      const kind = kindOf(asked.question)
      if (isAlike && !asked.question.isRisky) standing.set(kind, agreed)
      for (const state of Object.values($rows.get())) {
        if (state.status !== 'asking') continue
        if (state === asked || (isAlike && kindOf(state.question) === kind)) state.answer(agreed)
      }
    },
  }
}
