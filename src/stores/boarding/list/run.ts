import { atom, computed, map, readonlyType } from 'nanostores'
import type { Call } from '../../../lib/api/caller.ts'
import type { Id } from '../../../lib/api/endpoint.ts'
import {
  CallError,
  outcomeOf,
  SessionError,
  SessionOver,
  statusOf,
} from '../../../lib/api/errors.ts'
import { isReady, type Row } from '../../../lib/domain/customer-list/row.ts'
import { variantOf } from '../../../lib/domain/coupling.ts'
import type { PlaceIds } from '../../../lib/domain/place.ts'
import type { Person } from '../../../lib/identity/person.ts'
import { busyPause, busyTries, troubleLimit } from '../../../lib/limits.ts'
import { approvalAddress } from '../../coupling/approval-address.ts'
import { readMadeKeys, type MadeKey } from '../../coupling/made-keys.ts'
import { isConnected } from '../../coupling/place.ts'
import { gatewayOf, type Gateway } from '../../gateway/gateway.ts'
import type { Writer } from '../../gateway/write.ts'
import type { Content } from '../../shell/dialogs.ts'
import type { Portal } from '../../shell/portal.ts'
import { tellFailure } from '../../shell/tell-failure.ts'
import { boardOnce } from '../board-customer.ts'
import { Declined, Stopped, type Couplable } from '../make-customer.ts'
import { createBoardingMemory, type SagaProgress, type SagaStep } from '../memory.ts'
import { begunMemory, scopesOf, type RowScope } from './row-memory.ts'
import { createTurn } from './turn.ts'

/** How far a row is, beside what it was told on its way. */
type RowStage =
  | { status: 'waiting' }
  /** No step while it waits for its turn after an answer, or looks what there is. */
  | { status: 'busy'; step: SagaStep | null }
  | { status: 'asking'; question: Content; answer: (agreed: boolean) => void }
  | { status: 'failed'; told: Content }
  /** Left out, or the user would rather not. */
  | { status: 'skipped' }
  /** Nothing is made of it. The link is there where this browser made its key. */
  | { status: 'exists'; administration: Id; place?: PlaceIds; key?: Id; link?: URL }
  /** All is made; done: its coupling is given as well. */
  | { status: 'awaiting' | 'done'; place: PlaceIds; key: Id; link: URL }
  /** All would have been made. */
  | { status: 'tried' }

export type RowState = RowStage & { notes: readonly Content[] }

export type RunState =
  | { status: 'idle' | 'finished' }
  /** Until: the service asked to wait until then, in milliseconds since 1970. */
  | { status: 'running'; until?: number }
  /** Without a reason the user paused it, or has to sign in, which the shell says. */
  | { status: 'paused'; reason?: Content }
  /** For lack of rights, which holds for every row. */
  | { status: 'refused'; reason: Content }

interface Options {
  portal: Portal
  person: Person
  reseller: string | null
  /** The rows of the list, as they are now. */
  rows: () => readonly Row[]
}

export type Run = ReturnType<typeof createRun>

/** Rows of one kind ask the same, and may be answered alike. */
const kindOf = ({ message, detail }: Content) => `${message.key} ${detail?.key ?? ''}`

const isUnderWay = ({ status }: RowStage) => ['waiting', 'busy', 'asking'].includes(status)

/**
 * Boards the customers of a list, one after the other and each once, by the saga of the form (§4). A row
 * that asks gives its turn to the next, and goes on once it is answered.
 */
export function createRun({ portal, person, reseller, rows }: Options) {
  const { environment } = portal
  const user = person.id
  const isPolaris = variantOf(person) === 'polaris'
  const $rows = map<Readonly<Record<string, RowState>>>({})
  const $run = atom<RunState>({ status: 'idle' })
  const $begun = atom<ReadonlySet<Row['id']>>(new Set())
  const turn = createTurn()
  let scopes = new Map<Row['id'], RowScope>()
  /** Rows that an earlier load of the page made: whether they are coupled by now is looked at last. */
  const recalled = new Set<Row['id']>()
  /** Answers for all rows of a kind, also those that come to it later. */
  const standing = new Map<string, boolean>()
  let isDryRun = false
  let isGoing = false
  let release = (): void => undefined
  /** Rows in a row that met a service in trouble. */
  let troubles = 0
  /** Time that rows had the turn, in milliseconds, and rows that came to an end in it. */
  let spent = 0
  let ended = 0

  const set = (id: Row['id'], stage: RowStage, notes: readonly Content[] = []) =>
    $rows.setKey(String(id), { ...stage, notes })

  /** How many are to be boarded, are through and ask; what the rest takes, once some tell. */
  const $progress = computed([$rows, $run], (states, { status }) => {
    const all = Object.values(states).filter(
      (state) => !['skipped', 'exists'].includes(state.status),
    )
    const waiting = all.filter(isUnderWay).length
    const isKnown = status === 'running' && ended >= 3
    return {
      total: all.length,
      through: all.length - waiting,
      asking: all.filter((state) => state.status === 'asking').length,
      /** Whether one is at work: also after a pause, until it comes to its end. */
      isBusy: all.some((state) => state.status === 'busy'),
      /** In milliseconds, without what users take to answer; null while nobody can tell. */
      remaining: isKnown ? (spent / ended) * waiting : null,
    }
  })

  function stop(state: RunState): void {
    turn.close()
    $run.set(state)
    release()
  }

  /** A customer whom this list leaves alone: there already, or not wanted. */
  function leftAlone({ doubts }: Row, keys: readonly MadeKey[]): RowStage {
    const there = doubts.find(({ kind }) => kind === 'exists')
    if (there?.kind !== 'exists') return { status: 'skipped' }
    const { administration } = there
    const made = keys.find((each) => String(each.administration) === String(administration))
    if (!made) return { status: 'exists', administration }
    const place = { administration, location: made.location }
    const link = approvalAddress(portal, made, isPolaris)
    return { status: 'exists', administration, place, key: made.key, link }
  }

  /** Finds rows again that this tab began: they are no customers who were there before. */
  async function recall(): Promise<void> {
    // What was mended here stays what was begun; nothing else has a name yet.
    const earlier = new Map([...scopes].filter(([id]) => $rows.get()[id] && !recalled.has(id)))
    scopes = await scopesOf(environment, user, rows(), earlier)
    for (const [id, scope] of scopes) {
      const made = begunMemory(environment, user, scope).read()?.made
      if (!made || scope.isChanged || $rows.get()[id]) continue
      recalled.add(id)
      set(id, { status: 'awaiting', ...approvalOf(made) })
    }
    $begun.set(new Set([...scopes].flatMap(([id, { isBegun }]) => (isBegun ? [id] : []))))
  }

  function approvalOf({ key, ...place }: Couplable) {
    const approvedBy = isPolaris ? 'polaris' : 'package'
    return { place, key, link: approvalAddress(portal, { ...place, key, approvedBy }, isPolaris) }
  }

  async function start(): Promise<void> {
    if ($run.get().status === 'running') return
    $run.set({ status: 'running' })
    release = environment.guardLeaving()
    // As in the form, it holds for all that this press brings about.
    isDryRun = portal.flags.isEnabled('dry_run')
    troubles = 0
    await recall()
    const keys = await readMadeKeys(environment, user)
    const states = $rows.get()
    for (const row of rows()) {
      const status = states[row.id]?.status
      const isMade = (status === 'awaiting' && !recalled.has(row.id)) || status === 'done'
      if (isMade || status === 'busy' || status === 'asking') continue
      if (isReady(row)) set(row.id, { status: 'waiting' })
      else if (row.isLeftOut) set(row.id, leftAlone(row, keys))
    }
    turn.open()
    void go()
  }

  async function go(): Promise<void> {
    if (isGoing) return
    isGoing = true
    for (;;) {
      await turn.take()
      const waiting = rows().filter(({ id }) => $rows.get()[id]?.status === 'waiting')
      const next = waiting.find(({ id }) => !recalled.has(id)) ?? waiting[0]
      if (!next) break
      void board(next)
    }
    isGoing = false
    turn.release()
    settle()
  }

  function settle(): void {
    const isOver = !Object.values($rows.get()).some(isUnderWay)
    if (isOver && $run.get().status === 'running') stop({ status: 'finished' })
  }

  /** Takes one row as far as it comes; the turn is had, and given back at its end. */
  async function board(row: Row): Promise<void> {
    const { id, values } = row
    const scope = scopes.get(id)
    const { selected: subscription } = values.subscription
    let since = environment.now()
    let notes: Content[] = []
    let lastError: unknown
    const show = (stage: RowStage) => set(id, stage, notes)
    const $steps = atom<SagaProgress>({})
    $steps.listen((steps) => {
      const step = (Object.keys(steps) as SagaStep[]).find((each) => steps[each] === 'busy')
      if (step) show({ status: 'busy', step })
    })

    function letGo(): void {
      spent += environment.now() - since
      turn.release()
    }

    async function confirm(question: Content): Promise<boolean> {
      const known = standing.get(kindOf(question))
      if (known !== undefined) return known
      letGo()
      const agreed = await new Promise<boolean>((answer) => {
        show({ status: 'asking', question, answer })
      })
      show({ status: 'busy', step: null })
      await turn.take()
      since = environment.now()
      return agreed
    }

    const own: Portal = {
      ...portal,
      dialogs: {
        ...portal.dialogs,
        confirm,
        alert: (told) => {
          notes = [...notes, told]
          return Promise.resolve()
        },
      },
      // A gateway asks for no other.
      flags: { ...portal.flags, isEnabled: () => isDryRun },
    }
    const gateway = patient(gatewayOf(own, user))

    /** Waits where the service says that it is asked too much: that refuses a call, and does nothing. */
    function patient(given: Gateway): Gateway {
      async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await work()
          } catch (error) {
            lastError = error
            if (statusOf(error) !== 429 || attempt === busyTries) throw error
            const failure = (error as CallError).failure as { retryAfter?: number | null }
            const pause = failure.retryAfter ?? busyPause * 2 ** (attempt - 1)
            if ($run.get().status === 'running') {
              $run.set({ status: 'running', until: environment.now() + pause })
            }
            await environment.wait(pause)
            if ($run.get().status === 'running') $run.set({ status: 'running' })
          }
        }
      }
      const call: Call = (...asked) => patiently(() => given.call(...asked))
      const write: Writer = (described) =>
        patiently(async () => {
          if (described.name === memory.nameOf('registration')) await given.note(doubtFirst)
          return given.write(described)

          /** An administration of that name is there: perhaps an earlier tab of this list made it. */
          function doubtFirst(): void {
            const attempt = given.written.of(described.name ?? '')
            const isThere = row.doubts.some(({ kind }) => kind === 'exists')
            if (!isThere || attempt.read() !== null) return
            const request = JSON.stringify({ ...Object(described.request), isDoubted: true })
            attempt.write({ idempotencyKey: environment.randomId(), request, hasFailed: true })
          }
        })
      return { ...given, call, write }
    }
    const memory = createBoardingMemory(environment, user, gateway.written, scope?.scope)

    async function made(): Promise<RowStage> {
      if (!scope || !subscription) throw new Error('A row that is not complete is not boarded')
      const kept = begunMemory(environment, user, scope)
      const begun = kept.read()
      let couplable = begun?.made
      if (couplable && scope.isChanged) {
        const message = { key: 'boarding:changed' } as const
        const detail = { key: 'boarding:changedHelp' } as const
        if (await confirm({ isRisky: true, message, detail })) couplable = undefined
      }
      let isNew = false
      if (!couplable) {
        await gateway.note(() => kept.write({ company: [...scope.company] }))
        const { full_name: fullName, username } = values.merchant_info
        const boarded = await boardOnce(
          {
            ...{ portal: own, memory, user, values, subscription, isPolaris, reseller },
            $progress: $steps,
            merchant: isPolaris
              ? { fullName: person.name, username: person.email }
              : { fullName, username: username.trim() },
            ending: 'handOver',
          },
          gateway,
        )
        if (boarded === null) throw notes.length > 0 ? new Stopped() : new Declined()
        await gateway.tellUntold()
        if (isDryRun) return { status: 'tried' }
        const { administration, location, key } = boarded
        couplable = { administration, location, key }
        isNew = boarded.isNew
        kept.write({ company: [...scope.company], made: couplable })
        memory.forgetFrom('merchant')
      }
      recalled.delete(id)
      const approval = approvalOf(couplable)
      const isGiven = !isNew && (await isConnected(gateway.call, approval.place))
      return { status: isGiven ? 'done' : 'awaiting', ...approval }
    }

    show({ status: 'busy', step: null })
    try {
      show(await made())
      troubles = 0
    } catch (error) {
      if (!(error instanceof Stopped)) await tellFailure(own, null, error)
      const told = notes.at(-1)
      const cause = error instanceof Stopped ? lastError : error
      if (error instanceof Declined) show({ status: 'skipped' })
      else if (cause instanceof SessionError || statusOf(cause) === 401) {
        notes = []
        show({ status: 'waiting' })
        stop({ status: 'paused', ...(!(cause instanceof SessionOver) && told && { reason: told }) })
      } else if (told) {
        notes = notes.slice(0, -1)
        show({ status: 'failed', told })
        if (statusOf(cause) === 403) stop({ status: 'refused', reason: told })
        else if (cause !== undefined && outcomeOf(cause) !== 'refused') {
          troubles += 1
          if (troubles === troubleLimit) stop({ status: 'paused', reason: told })
        }
      }
    }
    ended += 1
    letGo()
    settle()
  }

  return {
    /** How each row is that was looked at. */
    $rows,
    $run: readonlyType($run),
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
      spent = 0
      ended = 0
      $begun.set(new Set())
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
