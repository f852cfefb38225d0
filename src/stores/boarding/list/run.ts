import { atom, computed, readonlyType, type WritableAtom } from 'nanostores'
import { Braked, outcomeOf, SessionError, SessionOver, statusOf } from '../../../lib/api/errors.ts'
import { noteFailure } from '../../../lib/failure.ts'
import { troubleLimit } from '../../../lib/limits.ts'
import type { Content } from '../../shell/dialogs.ts'
import type { SignedIn } from '../../shell/portal.ts'
import { Declined, Stopped } from '../memory.ts'
import type { BoardRow } from './board-row.ts'
import { isReady, isSent, madeOf, newName, stateOf, type Row, type RowState } from './rows.ts'

export type RunState =
  | { status: 'idle' }
  /** Until: timestamp (ms since 1970) before which the service asked us not to retry. */
  | { status: 'running'; until?: number }
  /** Without a reason, the user paused the run or has to sign in, which the shell says. */
  | { status: 'paused'; reason?: Content | undefined }

interface Options {
  portal: SignedIn
  $rows: WritableAtom<readonly Row[]>
  recall: () => void
  /** Excludes a row whose question the user declined. */
  leaveOut: (row: Row) => void
}

export type Run = ReturnType<typeof createRun>

/** Works on one row until it ends or asks a question. */
type Turn = () => Promise<void>

/** Loads the saga after the table, which does not need it. */
const loadSaga = () => import('./board-row.ts')

/** Parameters of questions that have the same value in every row. */
const sharedParameters = ['identityProvider', 'provider']

/** Returns the key of a question that may be answered for all rows; null if it names data of one customer. */
export function kindOf({ message, detail }: Content): string | null {
  const parameters = { ...message.parameters, ...detail?.parameters }
  const isShared = Object.keys(parameters).every((name) => sharedParameters.includes(name))
  return isShared ? `${message.key} ${detail?.key ?? ''}` : null
}

/**
 * Boards the customers of a list by the saga of the form (§4), one at a time and each once. A row that asks
 * a question lets the next row go first, and goes on once the question is answered.
 */
export function createRun({ portal, $rows, ...of }: Options) {
  const { environment } = portal
  const $run = atom<RunState>({ status: 'idle' })
  /** Turns of the rows whose questions were answered, by row. They go before other rows. */
  const answers = new Map<Row['id'], Turn>()
  /** Answers for all rows that ask the same question, kept until the next press. */
  const answersForAll = new Map<string, boolean>()
  let loop = Promise.resolve()
  let boardRow: BoardRow
  /** Ends the loop's wait for an answer. */
  let wakeUp = Promise.withResolvers<undefined>()
  /** Number of rows in succession that met a service in trouble. */
  let troubles = 0

  function change(id: Row['id'], part: Partial<Row>): void {
    const rows = $rows.get()
    const row = rows[id]
    if (row) $rows.set(rows.with(id, { ...row, ...part }))
  }

  /** True while a row is busy or the next one follows. After a pause the busy row still ends. */
  const $isRunning = computed(
    [$rows, $run],
    (rows, { status }) =>
      status === 'running' || rows.some(({ state }) => state?.status === 'busy'),
  )

  const $progress = computed([$rows, $run], (rows, { status }) => {
    const count = (is: (row: Row) => boolean) => rows.filter(is).length
    const has = (...among: RowState['status'][]) => {
      return (row: Row) => among.some((each) => each === stateOf(row)?.status)
    }
    const isThrough = has('awaiting', 'done')
    const left = count((row) => isReady(row) && !isThrough(row))
    const failed = count(has('failed'))
    const through = failed + count(isThrough)
    const underWay = count(has('waiting', 'busy', 'asking'))
    const unsent = count((row) => isReady(row) && (!stateOf(row) || has('tried')(row)))
    const alike = rows.filter(isReady).flatMap(({ id, twin }) => {
      const other = twin === null ? undefined : rows[twin]
      return other && isReady(other) ? [id, other.id] : []
    })
    return {
      left,
      failed,
      through,
      asking: count(has('asking')),
      planless: count((row) => !row.isLeftOut && !row.plan && !row.values.subscription.selected),
      linked: count((row) => 'link' in (stateOf(row) ?? {})),
      alike: new Set(alike).size,
      /** True once a row was sent: the subscription for all rows can no longer be changed. */
      isFixed: status === 'running' || rows.some((row) => isSent(stateOf(row))),
      /** True if only failed rows are left. */
      isOver: status === 'idle' && through > 0 && left === failed,
      /** Number of rows to board; 0 before the first press. */
      total: through + underWay > 0 ? through + underWay + unsent : 0,
    }
  })

  function wake(): void {
    wakeUp.resolve(undefined)
    wakeUp = Promise.withResolvers()
  }

  function stop(state: RunState): void {
    $run.set(state)
    wake()
  }

  async function start(): Promise<void> {
    $run.set({ status: 'running' })
    answersForAll.clear()
    troubles = 0
    try {
      boardRow = (await loadSaga()).createBoardRow(portal)
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
        if (isReady(row)) return { ...row, state: { status: 'waiting' }, notes: [] }
        // The row became invalid or was excluded during a pause, so nothing may wait for it.
        return row.state?.status === 'waiting' ? { ...row, state: null } : row
      }),
    )
    wake()
    loop = loop.then(boardRows)
  }

  /** Boards rows one at a time, until none is left or the run stops. */
  async function boardRows(): Promise<void> {
    const release = environment.guardLeaving()
    while ($run.get().status === 'running') {
      const turn = nextTurn()
      if (turn) await turn()
      else if ($rows.get().some(({ state }) => state?.status === 'asking')) await wakeUp.promise
      else $run.set({ status: 'idle' })
    }
    release()
  }

  function nextTurn(): Turn | undefined {
    for (const [id, goOn] of answers) {
      answers.delete(id)
      return goOn
    }
    const waiting = $rows.get().filter(({ state }) => state?.status === 'waiting')
    const row = waiting.find(({ isRecalled }) => !isRecalled) ?? waiting[0]
    return row && (() => board(row))
  }

  /** Boards a row. Resolves when its turn is over: the row ended or asked a question. */
  function board(row: Row): Promise<void> {
    const { id } = row
    let notes: Content[] = []
    let asked: Content | null = null
    let turn = Promise.withResolvers<undefined>()
    const show = (state: RowState) => change(id, { state, notes })
    const tell = (told: Content) => {
      notes = [...notes, told]
      return Promise.resolve()
    }

    async function ask(question: Content): Promise<boolean> {
      asked = question
      const known = answersForAll.get(kindOf(question) ?? '')
      if (known !== undefined) return known
      const isAgreed = await new Promise<boolean>((answer) => {
        show({ status: 'asking', question, answer })
        turn.resolve(undefined)
      })
      show({ status: 'busy', step: null })
      await new Promise<void>((goOn) => {
        answers.set(id, () => {
          turn = Promise.withResolvers()
          goOn()
          return turn.promise
        })
        wake()
      })
      return isAgreed
    }

    /** Shows a failure in the row. Pauses the run if the failure holds for the other rows as well. */
    function fail(error: unknown): void {
      if (error instanceof Declined) {
        // The question is the reason.
        if (asked) void tell({ message: asked.message })
        show({ status: 'skipped' })
        of.leaveOut(row)
        return
      }
      const cause = error instanceof Stopped ? error.cause : error
      const isOver = cause instanceof SessionOver
      const isToSignIn = cause instanceof SessionError || statusOf(cause) === 401
      const isBraked = cause instanceof Braked
      if (cause === error && !isOver && !isBraked) {
        const what = 'a customer of a list could not be boarded'
        void tell({ message: noteFailure(environment, what, cause) })
      }
      const reason = isOver ? undefined : notes.at(-1)
      if (isToSignIn || isBraked) notes = []
      show({ status: isBraked ? 'tried' : isToSignIn ? 'waiting' : 'failed' })
      // Without a cause, another tab boards this row, and the others as well.
      const isTrouble = cause === undefined || outcomeOf(cause) !== 'refused'
      if (isTrouble && !isToSignIn && !isBraked) troubles += 1
      // Missing rights hold for every row.
      const isForAll = isToSignIn || statusOf(cause) === 403 || troubles >= troubleLimit
      if (isForAll) stop({ status: 'paused', reason })
    }

    async function work(): Promise<void> {
      show({ status: 'busy', step: null })
      try {
        const begun = row.begun ?? newName(environment)
        change(id, { begun })
        const boarded = await boardRow({
          ...{ row, begun, ask, tell },
          onStep: (step) => show({ status: 'busy', step }),
          onWait: (until) => {
            if ($run.get().status !== 'running') return
            $run.set({ status: 'running', ...(until !== undefined && { until }) })
          },
        })
        troubles = 0
        change(id, { isRecalled: false })
        if (boarded === null) show({ status: 'tried' })
        else show({ status: boarded.isGiven ? 'done' : 'awaiting', ...madeOf(portal, boarded) })
      } catch (error) {
        fail(error)
      }
      turn.resolve(undefined)
    }

    void work()
    return turn.promise
  }

  return {
    $rows: readonlyType($rows),
    $run: readonlyType($run),
    $isRunning,
    $progress,
    /** Boards all rows that are ready: those that wait or failed, and those that were included again. */
    start,
    /** Forgets the list, which another one replaces. No row is busy. */
    forget: (): void => {
      answers.clear()
      $run.set({ status: 'idle' })
    },
    pause: () => {
      if ($run.get().status === 'running') stop({ status: 'paused' })
    },
    /** Answers the question of a row; `isForAll`: of all rows that ask the same, now or, if no answer is a risk, later. */
    answer: (id: Row['id'], isAgreed: boolean, isForAll = false) => {
      const asked = $rows.get()[id]?.state
      if (asked?.status !== 'asking') return
      const kind = isForAll ? kindOf(asked.question) : null
      if (kind !== null && !asked.question.isRisky) answersForAll.set(kind, isAgreed)
      for (const { state } of $rows.get()) {
        if (state?.status !== 'asking') continue
        if (state === asked || (kind !== null && kindOf(state.question) === kind)) {
          state.answer(isAgreed)
        }
      }
    },
  }
}
