import type * as z from 'zod/mini'
import type { Call } from '../../lib/api/caller.ts'
import type { Endpoint, Id } from '../../lib/api/endpoint.ts'
import { BrakeError, CallError, outcomeOf } from '../../lib/api/errors.ts'
import { logError } from '../../lib/environment.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Conversation } from '../shell/dialogs.ts'
import type { Portal } from '../shell/portal.ts'
import type { Reads } from './reads.ts'

export interface WriteText {
  message: Message
  detail: Message
}

/** Question about a record that a look-up found. */
export interface FoundQuestion extends WriteText {
  /**
   * True if the record cannot be ours: agreeing goes on without it, declining ends the write. Otherwise
   * agreeing takes the record for the response, and declining goes on without it.
   */
  isOther?: boolean
}

interface LookUp<Created, Found extends Created> {
  /** Looks up records that an attempt may have created. Omit if the API has no way to look them up. */
  findExisting?: (call: Call) => Promise<readonly Found[]>
  /** Question to confirm about a found record; null if it certainly is ours. Certain records come first. */
  confirmFound?: (found: Found) => FoundQuestion | null
  /** Texts about duplicates: a browser may send a request twice by itself. */
  duplicates?: {
    /** True for a found record that is exactly what was sent. By default all but those of somebody else. */
    isSame?: (found: Found) => boolean
    idOf?: (record: Created) => Id
    /** True if the first record is used from now on, instead of the one in the response. */
    isFirstUsed?: boolean
    detail: Message
    uncertain?: WriteText
  }
}

/** A request that creates or changes something, and how it is carried out once (decision 007). */
interface Write<
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Found extends z.output<Response> = z.output<Response>,
> extends LookUp<z.output<Response>, Found> {
  endpoint: Endpoint<Request, Response>
  request: z.input<Request>
  /** Unique key of the write. Keyed writes are sent at most once, across reloads; others are idempotent updates. */
  name?: string
  /** True if somebody else may have created it, so that it is looked up, or asked about, before the first attempt. */
  mayExist?: boolean
  /** Question to confirm before another attempt if the outcome of one is unknown. Omit if repeating is safe. */
  question?: WriteText
  /** Notice after an attempt that followed that question, if no look-up can find the first record. */
  repeatNotice?: (response: z.output<Response>) => WriteText
  /** Stores the response before anything is shown; then the write is forgotten. Never called in a dry run. */
  onSuccess?: (response: z.output<Response>) => void
}

/**
 * Carries out a write, and resolves with null if the user declines to send it. A write with a name is carried out
 * once, also after a failure or a reload:
 *
 * - After a success its response comes from memory.
 * - After an attempt that may have succeeded it is looked up. If nothing is found, it is sent again if the server
 *   had answered that it failed. If the outcome is unknown, or no look-up can tell, the user is asked first: a
 *   service may not support the idempotency key, which stays the same as long as the request does.
 * - After every answer of the user it is looked up again, since time has passed.
 *
 * @throws {CallError}
 * @throws {SessionError}
 * @throws {BrakeError}
 */
export type SendWrite = <
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Found extends z.output<Response>,
>(
  write: Write<Request, Response, Found>,
) => Promise<z.output<Response> | null>

type Asking = Omit<Portal, 'dialogs'> & { dialogs: Conversation }

export function createWriter(portal: Asking, { call, written }: Reads): SendWrite {
  const { environment, configuration, dialogs, flags } = portal
  /** True once a request of this submit was or may have been carried out: later ones go ahead. */
  let isBegun = false

  function assertNotBraked(): void {
    if (!isBegun && flags.isEnabled('dry_run')) throw new BrakeError()
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

  const send: SendWrite = ({ endpoint, request }) => {
    assertNotBraked()
    return attempt(endpoint, request, { idempotencyKey: environment.randomId() })
  }

  const sendOnce: SendWrite = async (write) => {
    const { name = '', endpoint, request, findExisting, mayExist, question, repeatNotice } = write
    const remembered = written.answerOf(name, endpoint)
    if (remembered !== null) return remembered
    const memory = written.memoryOf(name)
    const sent = JSON.stringify(request)
    const earlier = memory.read()

    // A server may refuse a key that comes back with another request.
    const isSame = earlier?.request === sent
    const idempotencyKey = earlier && isSame ? earlier.idempotencyKey : environment.randomId()
    // A full storage changes nothing: the entry from before the attempt says that it may have succeeded.
    const keep = (result: { answer: unknown } | { hasFailed: true }) =>
      memory.keep({ idempotencyKey, request: sent, ...result })

    // A failed attempt may have done its work: only a look-up can tell.
    const isUnknown = earlier ? !(earlier.hasFailed && findExisting) : mayExist && !findExisting
    /** Answers of the user, by the record that the question was about, or by the request. */
    const answers = new Map<string, boolean>()
    /** Failure of an attempt that was carried out, and whose response lacks required fields. */
    let incomplete: CallError | null = null
    for (;;) {
      const isLookedUp = earlier !== null || incomplete !== null || mayExist === true
      const found = isLookedUp ? ((await findExisting?.(call)) ?? []) : []
      const records = found.map((record) => {
        const key = JSON.stringify(record)
        return { record, key, doubt: write.confirmFound?.(record) ?? null }
      })
      const ours = records.find(({ key, doubt }) => !doubt || (!doubt.isOther && answers.get(key)))
      if (ours) {
        keep({ answer: ours.record })
        return ours.record
      }
      // After a success, the record of somebody else is no reason to ask.
      const open = records.find(({ key, doubt }) => {
        return !answers.has(key) && !(incomplete && doubt?.isOther)
      })
      if (!open && incomplete) throw incomplete
      const text = open?.doubt ?? (isUnknown && !answers.has(sent) ? question : null)
      if (text) {
        const { message, detail } = text
        const isAgreed = await dialogs.confirm({ isRisky: true, message, detail })
        const isPerhapsOurs = open && !open.doubt?.isOther
        if (!isAgreed && !isPerhapsOurs) return null
        answers.set(open?.key ?? sent, isAgreed)
        continue
      }

      assertNotBraked()
      // Remembered before it is sent, so that a reload halfway does not make it a new write.
      memory.write({ idempotencyKey, request: sent })
      try {
        const response = await attempt(endpoint, request, { idempotencyKey })
        keep({ answer: response })
        if (repeatNotice && answers.get(sent)) await dialogs.alert(repeatNotice(response))
        return response
      } catch (error) {
        const outcome = outcomeOf(error)
        // The failure of a repetition says nothing of a first attempt that may still be under way.
        if (!isUnknown && (outcome === 'refused' || outcome === 'failed')) {
          if (earlier === null && outcome === 'refused') memory.clear()
          else keep({ hasFailed: true })
        }
        if (!(error instanceof CallError) || outcome !== 'done' || !findExisting) throw error
        incomplete = error
      }
    }
  }

  /** Shows which record is used and which are duplicates of exactly what was sent (decision 007). */
  async function showDuplicates<Created, Found extends Created>(
    { findExisting, confirmFound, duplicates }: LookUp<Created, Found>,
    response: Created,
  ): Promise<void> {
    // A service that gets idempotency keys recognises duplicates itself.
    if (!findExisting || !duplicates || configuration.idempotencyHeader !== null) return
    const { isSame, idOf = idIn, isFirstUsed, detail, uncertain } = duplicates
    const certain: WriteText = { message: { key: 'shell:madeTwice' }, detail }
    const same = (await findExisting(call)).filter((record) => {
      return isSame ? isSame(record) : !confirmFound?.(record)?.isOther
    })
    const [first = response] = same
    const used = String(idOf(isFirstUsed ? first : response))
    const others = same.filter((record) => String(idOf(record)) !== used)
    const byText = Map.groupBy(others, (record) => (confirmFound?.(record) ? uncertain : certain))
    for (const [text, records] of byText) {
      if (!text) continue
      const parameters = {
        ...text.detail.parameters,
        provider: configuration.provider.name,
        used,
        others: records.map((record) => String(idOf(record))).join(', '),
      }
      await dialogs.alert({ message: text.message, detail: { ...text.detail, parameters } })
    }
  }

  return async (write) => {
    const { name, findExisting, question, onSuccess } = write
    /** Text about what is safe after a failure. A write that the tab still remembers may have been carried out. */
    function safetyAfter(error: unknown) {
      const isOpen =
        name === undefined ? outcomeOf(error) !== 'refused' : written.memoryOf(name).read()
      if (!isOpen) return 'failure:unchanged'
      if (!question) return 'failure:repeatable'
      return findExisting ? 'failure:looksFirst' : 'failure:asksFirst'
    }
    const writing = name === undefined ? send(write) : sendOnce(write)
    const response = await writing.catch((error: unknown) => {
      if (error instanceof CallError && error.trace) error.trace.safe = safetyAfter(error)
      throw error
    })
    if (response === null) return null
    if (onSuccess) {
      onSuccess(response)
      if (name !== undefined) written.forget(name)
    }
    await showDuplicates(write, response).catch((error: unknown) => {
      logError(environment, 'duplicates could not be looked up', error)
    })
    return response
  }
}

const idIn = (record: unknown) => (record as { id: Id }).id
