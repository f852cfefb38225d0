import type * as z from 'zod/mini'
import type { Call } from '../../lib/api/caller.ts'
import type { Endpoint, Id } from '../../lib/api/endpoint.ts'
import { Braked, CallError, outcomeOf } from '../../lib/api/errors.ts'
import { logError } from '../../lib/environment.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Conversation } from '../shell/dialogs.ts'
import type { Portal } from '../shell/portal.ts'
import { type Reads, answerIn } from './reads.ts'

export interface Text {
  message: Message
  detail: Message
}

/** Question about a record that a look-up found. */
export interface Doubt extends Text {
  /**
   * True if the record cannot be ours: agreeing goes on without it, declining ends the write. Otherwise
   * agreeing takes the record for the response, and declining goes on without it.
   */
  isOther?: boolean
}

/** A request that creates or changes something, and how it is carried out once (decision 007). */
interface Write<
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Found extends z.output<Response> = z.output<Response>,
> {
  endpoint: Endpoint<Request, Response>
  request: z.input<Request>
  /** Unique key of the write. Keyed writes are sent at most once, across reloads; others are idempotent updates. */
  name?: string
  /** Looks up records that an attempt may have created. Omit if the API has no way to look them up. */
  find?: (call: Call) => Promise<readonly Found[]>
  /** True if somebody else may have created it, so that it is looked up, or asked about, before the first attempt. */
  mayExist?: boolean
  /** Question to confirm about a found record; null if it certainly is ours. Certain records come first. */
  doubt?: (found: Found) => Doubt | null
  /** Question to confirm before another attempt if the outcome of one is unknown. Omit if repeating is safe. */
  question?: Text
  /** Message after an attempt that followed that question, if no look-up can find the first record. */
  again?: (answer: z.output<Response>) => Text
  /** True if the response is kept elsewhere, so that the write is forgotten once it was carried out. */
  forgetAfter?: boolean
  /** Stores the response before anything is shown. Never called in a dry run. */
  made?: (answer: z.output<Response>) => void
  /** Texts about duplicates: a browser may send a request twice by itself. */
  leftOver?: LeftOver<z.output<Response>, Found>
}

interface LeftOver<Answer, Found extends Answer> {
  /** True for a found record that is exactly what was sent; all are unless given. */
  isSame?: (found: Found) => boolean
  /** Id of a record; its `id` unless given. */
  idOf?: (answer: Answer) => Id
  /** True if the first record is used from now on, instead of the one in the response. */
  isFirstUsed?: boolean
  /** Names `{used}` and `{others}`, the ids, and may name the `{provider}`. */
  detail: Message
  /** The same for records that are not certain (`doubt`). */
  perhaps?: Text
}

/**
 * Carries out a write. One with a name is carried out once, also after a failure or a reload: what succeeded
 * is answered from memory, what may have succeeded is looked up. Where nothing is found, it is sent again if
 * the server had answered that it failed, and asked about if its outcome is unknown, or if no look-up can
 * tell: a service may not know the idempotency key, which stays the same as long as the request does. After
 * every answer of the user it is looked up once more, since time has passed.
 * Resolves with null when the user would rather not send it.
 *
 * @throws {CallError}
 * @throws {SessionError}
 * @throws {Braked}
 */
export type Writer = <
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Found extends z.output<Response>,
>(
  write: Write<Request, Response, Found>,
) => Promise<z.output<Response> | null>

type Asking = Omit<Portal, 'dialogs'> & { dialogs: Conversation }

export function createWriter(portal: Asking, { call, written }: Reads): Writer {
  const { environment, configuration, dialogs, flags } = portal
  /** True once a request of this submit was or may have been carried out: those that follow go ahead. */
  let isBegun = false

  /** Throws if dry_run was switched on before the submit has begun. */
  function assertNotBraked(): void {
    if (!isBegun && flags.isEnabled('dry_run')) throw new Braked()
  }

  /** Sends a request. The browser asks before it leaves until there is a response. */
  const attempt: Call = async (endpoint, request, options) => {
    const release = environment.guardLeaving()
    try {
      const response = await call(endpoint, request, options)
      isBegun = true
      return response
    } catch (error) {
      if (outcomeOf(error) !== 'refused') isBegun = true
      throw error
    } finally {
      release()
    }
  }

  const send: Writer = ({ endpoint, request }) => {
    assertNotBraked()
    return attempt(endpoint, request, { idempotencyKey: environment.randomId() })
  }

  const sendOnce: Writer = async (write) => {
    const { name = '', endpoint, request, forgetAfter, question, again } = write
    const memory = written.of(name)
    const sent = JSON.stringify(request)
    const earlier = memory.read()
    const known = answerIn(earlier, endpoint)
    if (known?.success) {
      if (forgetAfter) memory.clear()
      return known.data
    }

    // A server may refuse a key that comes back with something else.
    const isSame = earlier?.request === sent
    const idempotencyKey = earlier && isSame ? earlier.idempotencyKey : environment.randomId()
    const note = (result: { answer: unknown } | { hasFailed: true }) => {
      try {
        memory.write({ idempotencyKey, request: sent, ...result })
      } catch (error) {
        // It happened all the same; what was remembered before it was sent says that it may have.
        logError(environment, 'the tab could not remember an answer', error)
      }
    }
    const keep = <Answer>(answer: Answer) => {
      if (forgetAfter) memory.clear()
      else note({ answer })
      return answer
    }

    // What failed may have done its work: only a look-up can tell.
    const isUnknown = earlier ? !(earlier.hasFailed && write.find) : write.mayExist && !write.find
    /** Answers of the user to what was asked, by the record that it was about, or by the request. */
    const answers = new Map<string, boolean>()
    /** The failure of an attempt that was carried out, and whose response lacks what is needed of it. */
    let incomplete: CallError | null = null
    for (;;) {
      const isLookedUp = earlier !== null || incomplete !== null || write.mayExist === true
      const found = isLookedUp ? ((await write.find?.(call)) ?? []) : []
      const records = found.map((record) => {
        return { record, key: JSON.stringify(record), doubt: write.doubt?.(record) ?? null }
      })
      const ours = records.find(({ key, doubt }) => !doubt || (!doubt.isOther && answers.get(key)))
      if (ours) return keep(ours.record)
      // What was carried out is not asked about once more because another one exists as well.
      const open = records.find(({ key, doubt }) => {
        return !answers.has(key) && !(incomplete && doubt?.isOther)
      })
      if (!open && incomplete) throw incomplete
      const text = open?.doubt ?? (isUnknown && !answers.has(sent) ? question : null)
      if (text) {
        const { message, detail } = text
        const isAgreed = await dialogs.confirm({ isRisky: true, message, detail })
        const isRecord = open && !open.doubt?.isOther
        if (!isAgreed && !isRecord) return null
        answers.set(open?.key ?? sent, isAgreed)
        continue
      }

      assertNotBraked()
      // Remembered before it is sent: a reload halfway must not make it a new one.
      memory.write({ idempotencyKey, request: sent })
      try {
        const answer = keep(await attempt(endpoint, request, { idempotencyKey }))
        if (again && answers.get(sent)) await dialogs.alert(again(answer))
        return answer
      } catch (error) {
        const outcome = outcomeOf(error)
        // What a repetition is answered says nothing of a first attempt that may still be under way.
        if (!isUnknown && (outcome === 'refused' || outcome === 'failed')) {
          if (earlier === null && outcome === 'refused') memory.clear()
          else note({ hasFailed: true })
        }
        if (!(error instanceof CallError) || outcome !== 'done' || !write.find) throw error
        incomplete = error
      }
    }
  }

  return async (described) => {
    const { name, find, question, made, leftOver } = described
    /** What is safe after a failure. What the tab still remembers may have been carried out. */
    function safetyAfter(error: unknown) {
      const isOpen = name === undefined ? outcomeOf(error) !== 'refused' : written.of(name).read()
      if (!isOpen) return 'failure:unchanged'
      if (!question) return 'failure:repeatable'
      return find ? 'failure:looksFirst' : 'failure:asksFirst'
    }
    const writing = name === undefined ? send(described) : sendOnce(described)
    const answer = await writing.catch((error: unknown) => {
      if (error instanceof CallError && error.trace) error.trace.safe = safetyAfter(error)
      throw error
    })
    if (answer === null) return null
    made?.(answer)
    // What a browser sends twice by itself is for the service, where it is told by a key.
    if (!find || !leftOver || configuration.idempotencyHeader !== null) return answer
    try {
      await tellLeftOver(portal, await find(call), { ...described, leftOver }, answer)
    } catch (error) {
      logError(environment, 'what is left over could not be looked for', error)
    }
    return answer
  }
}

/** Shows which record is used and which are duplicates of exactly what was sent (decision 007). */
async function tellLeftOver<Answer, Found extends Answer>(
  { dialogs, configuration }: Pick<Asking, 'dialogs' | 'configuration'>,
  found: readonly Found[],
  of: { doubt?: (found: Found) => Text | null; leftOver: LeftOver<Answer, Found> },
  answer: Answer,
): Promise<void> {
  const { isSame = () => true, idOf = idIn, isFirstUsed, detail, perhaps } = of.leftOver
  const same = found.filter(isSame)
  const [first = answer] = same
  const used = String(idOf(isFirstUsed ? first : answer))
  for (const text of [{ message: { key: 'shell:madeTwice' } as const, detail }, perhaps]) {
    const isCertain = text !== perhaps
    const others = same
      .filter((each) => isCertain !== Boolean(of.doubt?.(each)))
      .map((each) => String(idOf(each)))
      .filter((id) => id !== used)
    if (!text || others.length === 0) continue
    const provider = configuration.provider.name
    const parameters = { ...text.detail.parameters, provider, used, others: others.join(', ') }
    await dialogs.alert({ message: text.message, detail: { ...text.detail, parameters } })
  }
}

const idIn = (found: unknown) => (found as { id: Id }).id
