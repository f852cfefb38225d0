import { atom, computed, readonlyType, type WritableAtom } from 'nanostores'
import { Braked, outcomeOf, SessionError, SessionOver, statusOf } from '../../../lib/api/errors.ts'
import { noteFailure } from '../../../lib/failure.ts'
import { troubleLimit } from '../../../lib/limits.ts'
import type { Content } from '../../shell/dialogs.ts'
import type { SignedIn } from '../../shell/portal.ts'
import { Declined, Stopped } from '../memory.ts'
import { isReady, isSent, madeOf, newName, stateOf, type Row, type RowState } from './rows.ts'

export type RunState =
  | { status: 'idle' }
  /** Until: the service asked to wait until then, in milliseconds since 1970. */
  | { status: 'running'; until?: number }
  /** Without a reason the user paused it, or has to sign in, which the shell says. */
  | { status: 'paused'; reason?: Content | undefined }

interface Options {
  portal: SignedIn
  $rows: WritableAtom<readonly Row[]>
  isKnown: () => boolean
  recall: () => void
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
export function createRun({ portal, $rows, isKnown, ...of }: Options) {
  const { environment } = portal
  const $run = atom<RunState>({ status: 'idle' })
  /** Answers for all rows of a kind, also those that come to it later. */
  const standing = new Map<string, boolean>()
  /** Rows that were answered: they go on before others begin. */
  const answered: (() => void)[] = []
  /** Whether a row has its turn. */
  let isTaken = false
  let release = (): void => undefined
  let isDryRun = false
  /** Rows in a row that met a service in trouble. */
  let troubles = 0

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

  const $progress = computed([$rows, $run], (rows, { status }) => {
    const count = (is: (row: Row) => boolean) => rows.filter(is).length
    const has = (...among: RowState['status'][]) => {
      return (row: Row) => among.some((each) => each === stateOf(row)?.status)
    }
    const isLeft = (row: Row) => isReady(row) && !has('awaiting', 'done')(row)
    const left = count(isLeft)
    const failed = count(has('failed'))
    const through = failed + count(has('awaiting', 'done'))
    const waiting = count((row) => isUnderWay(stateOf(row)))
    const rest = waiting + count((row) => isLeft(row) && (!stateOf(row) || has('tried')(row)))
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
      /** What of them was sent stays as it is, and so does the subscription of all. */
      isFixed: status === 'running' || rows.some((row) => isSent(stateOf(row))),
      /** Nothing is left but what failed. */
      isOver: status === 'idle' && through > 0 && left === failed,
      /** To be boarded, once any is. */
      total: through + waiting > 0 ? through + rest : 0,
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
        if (isReady(row)) return { ...row, state: { status: 'waiting' }, notes: [] }
        // It became wrong, or was left out, during a pause, and would be waited for.
        return row.state?.status === 'waiting' ? { ...row, state: null } : row
      }),
    )
    goOn()
  }

  /** Gives the turn to the next row, unless one is still on its way, as after a pause. */
  function goOn(): void {
    if (isTaken || $run.get().status !== 'running') return
    const begin = answered.shift() ?? next()
    isTaken = begin !== undefined
    if (begin) begin()
    else if (!$rows.get().some(({ state }) => isUnderWay(state))) stop({ status: 'idle' })
  }

  function endTurn(): void {
    isTaken = false
    goOn()
  }

  function next(): (() => void) | undefined {
    const waiting = $rows.get().filter(({ state }) => state?.status === 'waiting')
    const row = waiting.find(({ isRecalled }) => !isRecalled) ?? waiting[0]
    return row && (() => void board(row))
  }

  /** Takes a row as far as it comes: its turn ends with it, or until what it asks is answered. */
  async function board(row: Row): Promise<void> {
    const { id } = row
    let notes: Content[] = []
    let asked: Content | null = null
    const show = (state: RowState) => change(id, { state, notes })
    const tell = (told: Content) => {
      notes = [...notes, told]
      return Promise.resolve()
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
      endTurn()
      const isAgreed = await answer
      show({ status: 'busy', step: null })
      await new Promise<void>((resolve) => {
        answered.push(resolve)
        goOn()
      })
      return isAgreed
    }

    /** What a failure means for the row, and for those that wait. */
    function fail(error: unknown): void {
      const isTold = error instanceof Stopped
      const cause = isTold ? error.cause : error
      if (error instanceof Declined) {
        // What was asked says why.
        if (asked) void tell({ message: asked.message })
        show({ status: 'skipped' })
        of.leaveOut(row)
        return
      }
      const isOver = cause instanceof SessionOver
      const isToSignIn = cause instanceof SessionError || statusOf(cause) === 401
      const isBraked = cause instanceof Braked
      if (!isTold && !isOver && !isBraked) {
        const what = 'a customer of a list could not be boarded'
        void tell({ message: noteFailure(environment, what, cause) })
      }
      const reason = isOver ? undefined : notes.at(-1)
      if (isToSignIn || isBraked) notes = []
      show({ status: isBraked ? 'tried' : isToSignIn ? 'waiting' : 'failed' })
      // Without a cause another tab is at it, and with the others as well.
      const isTrouble = cause === undefined || (!isBraked && outcomeOf(cause) !== 'refused')
      if (isTrouble && !isToSignIn) troubles += 1
      // For lack of rights, which holds for every row.
      const isRefused = isToSignIn || statusOf(cause) === 403
      if (isRefused || (isTrouble && troubles === troubleLimit)) stop({ status: 'paused', reason })
    }

    show({ status: 'busy', step: null })
    try {
      const begun = row.begun ?? newName(environment)
      change(id, { begun })
      const { boardRow } = await loadSaga()
      const boarded = await boardRow({
        ...{ portal, row, begun, isDryRun, ask, tell },
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
      else show({ status: boarded.isGiven ? 'done' : 'awaiting', ...madeOf(portal, boarded) })
    } catch (error) {
      fail(error)
    }
    endTurn()
  }

  return {
    $rows: readonlyType($rows),
    $run: readonlyType($run),
    $isRunning,
    $progress,
    kindOf,
    /** Begins, or goes on: with what waits, what failed, and what was left alone and is not any more. */
    start,
    /** Forgets a list in whose place another one is taken in; nothing of it is under way. */
    forget: (): void => {
      standing.clear()
      $run.set({ status: 'idle' })
    },
    pause: () => {
      if ($run.get().status === 'running') stop({ status: 'paused' })
    },
    /** Answers what a row asks; alike: for all of that kind that ask, and, where it is no risk, for those that will. */
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
