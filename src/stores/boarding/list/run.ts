import { atom, computed, readonlyType, type WritableAtom } from 'nanostores'
import { Braked, outcomeOf, SessionError, SessionOver, statusOf } from '../../../lib/api/errors.ts'
import { noteFailure } from '../../../lib/failure.ts'
import type { Person } from '../../../lib/identity/user.ts'
import { troubleLimit } from '../../../lib/limits.ts'
import type { Content } from '../../shell/dialogs.ts'
import type { Portal } from '../../shell/portal.ts'
import type { Couplable } from '../board-customer.ts'
import { Declined, Stopped } from '../memory.ts'
import {
  isReady,
  isSent,
  isWrong,
  nameOf,
  stateOf,
  type Made,
  type Row,
  type RowStage,
  type RowState,
} from './rows.ts'

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
  /** The rows of the list, in their order. */
  $rows: WritableAtom<readonly Row[]>
  /** Whether it is known which customers exist. */
  isKnown: () => boolean
  /** Finds rows again that this tab began. */
  recall: () => void
  madeOf: (made: Couplable) => Made
  /** Leaves out a row that the user would rather not go on with. */
  leaveOut: (row: Row) => void
}

export type Run = ReturnType<typeof createRun>

/** Follows the table, which is looked at without it. */
const loadSaga = () => import('./board-row.ts')

/** Rows of one kind ask the same, and may be answered alike. */
const kindOf = ({ message, detail }: Content) => `${message.key} ${detail?.key ?? ''}`

const isUnderWay = (state: RowState | null) =>
  state !== null && ['waiting', 'busy', 'asking'].includes(state.status)

/**
 * Boards the customers of a list, one after the other and each once, by the saga of the form (§4). A row
 * that asks lets the next one go first, and goes on once it is answered.
 */
export function createRun({ portal, person, reseller, $rows, isKnown, ...of }: Options) {
  const { environment } = portal
  const $run = atom<RunState>({ status: 'idle' })
  /** Answers for all rows of a kind, also those that come to it later. */
  const standing = new Map<string, boolean>()
  /** Rows that were answered and go on, before others begin. */
  const answered: (() => void)[] = []
  let isBusy = false
  let isDryRun = false
  let release = (): void => undefined
  /** Rows in a row that met a service in trouble. */
  let troubles = 0
  /** Time that rows were at work, in milliseconds, and rows that came to an end in it. */
  let spent = 0
  let ended = 0

  function change(id: Row['id'], part: Partial<Row>): void {
    const rows = $rows.get()
    const row = rows[id]
    if (row) $rows.set(rows.with(id, { ...row, ...part }))
  }

  /** Whether a row is at work, or the next one follows: after a pause one comes to its end. */
  const $isRunning = computed(
    [$rows, $run],
    (rows, { status }) =>
      status === 'running' || rows.some(({ state }) => state?.status === 'busy'),
  )

  /** How many rows there are of a kind, and what the rest takes, once some tell. */
  const $progress = computed([$rows, $run], (rows, { status }) => {
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
    for (const row of rows) {
      const state = stateOf(row)
      const mayBeMade = isReady(row)
      const isMade = state?.status === 'awaiting' || state?.status === 'done'
      if (mayBeMade && !isMade) counts.left += 1
      const twin = row.twin === null ? undefined : rows[row.twin]
      if (mayBeMade && twin && isReady(twin)) alike.add(row.id).add(twin.id)
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
    of.recall()
    $rows.set(
      $rows.get().map((row) => {
        const isToLookAt = row.state?.status === 'awaiting' && row.isRecalled
        if (isSent(row.state) && !isToLookAt) return row
        if (isReady(row)) return { ...row, state: { status: 'waiting', notes: [] } }
        // It became wrong, or was left out, during a pause, and would be waited for.
        return row.state?.status === 'waiting' ? { ...row, state: null } : row
      }),
    )
    next()
  }

  /** Lets the next one go on, unless one does. */
  function next(): void {
    if (isBusy || $run.get().status !== 'running') return
    const waiting = $rows.get().filter(({ state }) => state?.status === 'waiting')
    const row = waiting.find(({ isRecalled }) => !isRecalled) ?? waiting[0]
    const goOn = answered.shift() ?? (row && (() => void board(row)))
    if (goOn) {
      isBusy = true
      goOn()
    } else if (!$rows.get().some(({ state }) => isUnderWay(state))) stop({ status: 'finished' })
  }

  /** Takes one row as far as it comes, and lets the next one go on. */
  async function board(row: Row): Promise<void> {
    const { id } = row
    let since = environment.now()
    let notes: Content[] = []
    let asked: Content | null = null
    const show = (stage: RowStage) => change(id, { state: { ...stage, notes } })
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
        of.leaveOut(row)
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
      const begun = row.begun ?? (await nameOf(row))
      change(id, { begun })
      const { boardRow } = await loadSaga()
      const boarded = await boardRow({
        ...{ portal, person, reseller, row, begun, isDryRun, ask, tell },
        isKnown: isKnown(),
        onStep: (step) => show({ status: 'busy', step }),
        onWait: (until) => {
          if ($run.get().status !== 'running') return
          $run.set({ status: 'running', ...(until !== undefined && { until }) })
        },
      })
      troubles = 0
      change(id, { isRecalled: false })
      if (boarded === null) show({ status: 'tried' })
      else show({ status: boarded.isGiven ? 'done' : 'awaiting', ...of.madeOf(boarded) })
    } catch (error) {
      fail(error)
    }
    ended += 1
    letGo()
  }

  return {
    $rows: readonlyType($rows),
    $run: readonlyType($run),
    $isRunning,
    $progress,
    /** Rows of one kind ask the same, and may be answered alike. */
    kindOf,
    /** Begins, or goes on: with what waits, what failed, and what was left alone and is not any more. */
    start,
    /** Forgets a list in whose place another one is taken in; nothing of it is under way. */
    forget: (): void => {
      standing.clear()
      spent = 0
      ended = 0
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
      const asked = $rows.get()[id]?.state
      if (asked?.status !== 'asking') return
      const kind = kindOf(asked.question)
      if (isAlike && !asked.question.isRisky) standing.set(kind, agreed)
      for (const { state } of $rows.get()) {
        if (state?.status !== 'asking') continue
        if (state === asked || (isAlike && kindOf(state.question) === kind)) state.answer(agreed)
      }
    },
  }
}
