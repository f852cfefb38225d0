import { atom, computed, readonlyType, type WritableAtom } from 'nanostores'
import {
  DryRunStartedError,
  getWriteOutcome,
  SessionError,
  SessionEndedError,
  getHttpStatus,
} from '../../../lib/api/errors.ts'
import { logFailure } from '../../../lib/failure.ts'
import { failedRowLimit } from '../../../lib/limits.ts'
import type { DialogContent } from '../../shell/dialogs.ts'
import type { SignedIn } from '../../shell/portal.ts'
import { DeclinedError, BoardingStoppedError } from '../memory.ts'
import type { RowSubmitter } from './board-row.ts'
import {
  isMatchWithoutKey,
  isRowReady,
  isRowSent,
  isRowWrong,
  addApprovalLink,
  createRowName,
  getRowState,
  type BoardingRow,
  type RowState,
} from './rows.ts'

export type ListSubmissionState =
  | { status: 'idle' | 'running' }
  /** Message about the pause, left out if the user paused. */
  | { status: 'paused'; reason?: DialogContent | undefined }

interface Options {
  portal: SignedIn
  $rows: WritableAtom<readonly BoardingRow[]>
  recall: () => void
  leaveOut: (row: BoardingRow) => void
}

export type ListSubmission = ReturnType<typeof createListSubmission>

type Turn = () => Promise<void>

/** Message parameters with the same value for every customer. */
const sharedParameters = ['identityProvider', 'provider']

/** Returns a question's key, or null if it contains customer data. */
export function getSharedQuestionKey({ message, detail }: DialogContent): string | null {
  const parameters = { ...message.parameters, ...detail?.parameters }
  const isShared = Object.keys(parameters).every((name) => sharedParameters.includes(name))
  return isShared ? `${message.key} ${detail?.key ?? ''}` : null
}

/** Creates the store that submits customers one by one (§4). */
export function createListSubmission({ portal, $rows, recall, leaveOut }: Options) {
  const { environment } = portal
  const $run = atom<ListSubmissionState>({ status: 'idle' })
  /** Time at which a busy service accepts the next request, in ms since 1970. */
  const $waitsUntil = atom<number | undefined>()
  const answeredTurns: Turn[] = []
  /** Answers that the user gave for all rows, by question. */
  const answersForAll = new Map<string, boolean>()
  let loop = Promise.resolve()
  let boardRow: RowSubmitter
  let wakeUp = Promise.withResolvers<undefined>()
  let troubles = 0

  function change(id: BoardingRow['id'], part: Partial<BoardingRow>): void {
    const rows = $rows.get()
    const row = rows[id]
    if (row) $rows.set(rows.with(id, { ...row, ...part }))
  }

  const $isRunning = computed(
    [$rows, $run],
    (rows, { status }) =>
      status === 'running' || rows.some(({ state }) => state?.status === 'busy'),
  )

  const $progress = computed([$rows, $run], (rows, run) => {
    const states = rows.map(getRowState).filter((state) => state !== null)
    const count = (...statuses: RowState['status'][]) =>
      states.filter(({ status }) => statuses.includes(status)).length
    const ready = rows.filter(isRowReady)
    const unboarded = ready.filter((row) => !isBoarded(getRowState(row)))
    const unsent = unboarded.filter((row) =>
      [undefined, 'tried'].includes(getRowState(row)?.status),
    )
    const failed = count('failed')
    const through = failed + count('awaiting', 'done')
    const underWay = count('waiting', 'busy', 'asking')
    const readyIds = new Set<number | null>(ready.map(({ id }) => id))
    const alike = ready
      .filter(({ duplicateOf }) => readyIds.has(duplicateOf))
      .flatMap(({ id, duplicateOf }) => [id, duplicateOf])
    return {
      left: unboarded.length,
      /** True if couplings from before a reload have not been read again. */
      isUnread: rows.some(isToReread),
      /** Number of new customers without any request yet. */
      unsent: unsent.filter(({ matches }) => !matches.some(isMatchWithoutKey)).length,
      failed,
      toMend: rows.filter((row) => !row.isLeftOut && isRowWrong(row)).length,
      through,
      asking: count('asking'),
      linked: states.filter((state) => 'link' in state).length,
      alike: new Set(alike).size,
      isOver: run.status === 'idle' && through > 0 && unboarded.length === failed,
      total: through + underWay > 0 ? through + underWay + unsent.length : 0,
    }
  })

  function wake(): void {
    wakeUp.resolve(undefined)
    wakeUp = Promise.withResolvers()
  }

  function stop(state: ListSubmissionState): void {
    $run.set(state)
    wake()
  }

  async function start(): Promise<void> {
    $run.set({ status: 'running' })
    answersForAll.clear()
    troubles = 0
    try {
      boardRow = (await import('./board-row.ts')).createRowSubmitter(portal)
    } catch (error) {
      const message = logFailure(environment, 'the saga could not be fetched', error)
      stop({ status: 'paused', reason: { message } })
      return
    }
    recall()
    const { left } = $progress.get()
    $rows.set(
      $rows.get().map((row) => {
        // Submitting clears the selection, so that only new links are selected.
        const unchosen = left > 0 ? { ...row, isChosen: undefined } : row
        if (isRowSent(row.state)) return unchosen
        if (isRowReady(row)) return { ...unchosen, state: { status: 'waiting' }, notes: [] }
        // An excluded or invalid row is no longer waiting.
        return row.state?.status === 'waiting' ? { ...row, state: null } : row
      }),
    )
    wake()
    loop = loop.then(boardRows)
  }

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
    const answered = answeredTurns.shift()
    if (answered) return answered
    const rows = $rows.get()
    const row = rows.find(({ state }) => state?.status === 'waiting') ?? rows.find(isToReread)
    return row && (() => board(row))
  }

  /** Submits a row until the submit ends or asks a question. */
  function board(row: BoardingRow): Promise<void> {
    const { id } = row
    let notes: DialogContent[] = []
    let lastQuestion: DialogContent | null = null
    let turn = Promise.withResolvers<undefined>()
    const show = (state: RowState) => change(id, { state, notes })
    const alert = (message: DialogContent) => {
      notes = [...notes, message]
      return Promise.resolve()
    }

    async function confirm(question: DialogContent): Promise<boolean> {
      lastQuestion = question
      const answerForAll = answersForAll.get(getSharedQuestionKey(question) ?? '')
      if (answerForAll !== undefined) return answerForAll
      const isAgreed = await new Promise<boolean>((answer) => {
        show({ status: 'asking', question, answer })
        turn.resolve(undefined)
      })
      show({ status: 'busy', step: null })
      await new Promise<void>((goOn) => {
        answeredTurns.push(() => {
          turn = Promise.withResolvers()
          goOn()
          return turn.promise
        })
        wake()
      })
      return isAgreed
    }

    function fail(error: unknown): void {
      if (error instanceof DeclinedError) {
        if (lastQuestion) void alert({ message: lastQuestion.message })
        show({ status: 'skipped' })
        leaveOut(row)
        return
      }
      const cause = error instanceof BoardingStoppedError ? error.cause : error
      const isOver = cause instanceof SessionEndedError
      const isToSignIn = cause instanceof SessionError || getHttpStatus(cause) === 401
      const isBraked = cause instanceof DryRunStartedError
      if (cause === error && !isOver && !isBraked) {
        const what = 'a customer of a list could not be boarded'
        void alert({ message: logFailure(environment, what, cause) })
      }
      const reason = isOver ? undefined : notes.at(-1)
      if (isToSignIn || isBraked) notes = []
      if (isToSignIn && isToReread(row)) change(id, { state: row.state })
      else show({ status: isBraked ? 'tried' : isToSignIn ? 'waiting' : 'failed' })
      // The cause is undefined if a different tab is creating the customer.
      if (cause === undefined || getWriteOutcome(cause) !== 'refused') troubles += 1
      // Status 403 affects all rows, because the user lacks rights.
      const isForAll = isToSignIn || getHttpStatus(cause) === 403 || troubles >= failedRowLimit
      if (isForAll) stop({ status: 'paused', reason })
    }

    async function work(): Promise<void> {
      show({ status: 'busy', step: null })
      try {
        const begun = row.begun ?? createRowName(environment)
        change(id, { begun })
        const boarded = await boardRow({
          row,
          begun,
          dialogs: { confirm, alert },
          onStep: (step) => show({ status: 'busy', step }),
          onWait: (until) => $waitsUntil.set(until),
        })
        troubles = 0
        change(id, { isRecalled: false, isChosen: !row.isRecalled || row.isChosen === true })
        if (boarded === null) show({ status: 'tried' })
        else
          show({
            status: boarded.isConfirmed ? 'done' : 'awaiting',
            ...addApprovalLink(portal, boarded),
          })
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
    $waitsUntil: readonlyType($waitsUntil),
    $isRunning,
    $progress,
    /** Submits all rows that are waiting, failed or included again. */
    start,
    forget: (): void => {
      answeredTurns.length = 0
      $run.set({ status: 'idle' })
    },
    pause: () => {
      if ($run.get().status === 'running') stop({ status: 'paused' })
    },
    /** Answers a question, and all equal questions if `isForAll` is set. */
    answer: (id: BoardingRow['id'], isAgreed: boolean, isForAll = false) => {
      const answered = $rows.get()[id]?.state
      if (answered?.status !== 'asking') return
      const kind = isForAll ? getSharedQuestionKey(answered.question) : null
      if (kind !== null && !answered.question.isRisky) answersForAll.set(kind, isAgreed)
      for (const { state } of $rows.get()) {
        if (state?.status !== 'asking') continue
        const isEqual = kind !== null && getSharedQuestionKey(state.question) === kind
        if (state === answered || isEqual) state.answer(isAgreed)
      }
    },
  }
}

/** True if the coupling of a restored row has not been read again. */
const isToReread = ({ state, isRecalled }: BoardingRow) =>
  isRecalled && state?.status === 'awaiting'

const isBoarded = (state: RowState | null) =>
  state !== null && ['awaiting', 'done'].includes(state.status)
