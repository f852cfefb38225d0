import type * as z from 'zod/mini'
import type { Call } from '../../lib/api/caller.ts'
import type { Endpoint, Id } from '../../lib/api/endpoint.ts'
import { DryRunStartedError, CallError, getWriteOutcome } from '../../lib/api/errors.ts'
import { logError } from '../../lib/environment.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { DialogFunctions } from '../shell/dialogs.ts'
import type { Portal } from '../shell/portal.ts'
import type { WriteLog } from './write-log.ts'

export interface DetailedMessage {
  message: Message
  detail: Message
}

/** Question about a record that a lookup has found. */
export interface ExistingRecordQuestion extends DetailedMessage {
  /** True if the record belongs to another customer. */
  isOther?: boolean
}

interface LookUp<Created, Found extends Created> {
  /** Looks up records that an earlier attempt may have created. */
  findExisting?: (call: Call) => Promise<readonly Found[]>
  /** Question to confirm that a found record is the user's own. */
  confirmFound?: (found: Found) => ExistingRecordQuestion | null
  /** Alert about duplicates, which arise if a browser repeats a request. */
  duplicates?: {
    /** True if a found record duplicates the created record. */
    isSame?: (found: Found) => boolean
    idOf?: (record: Created) => Id
    /** True if the first found record is used instead of the response. */
    isFirstUsed?: boolean
    detail: Message
    uncertain?: DetailedMessage
  }
}

/** Request whose change must happen only once (decision 007). */
interface Write<
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Found extends z.output<Response> = z.output<Response>,
> extends LookUp<z.output<Response>, Found> {
  endpoint: Endpoint<Request, Response>
  request: z.input<Request>
  /** Unique key, omitted if the write is idempotent. */
  name?: string
  /** True if the record may exist before the first attempt. */
  mayExist?: boolean
  /** Question before a retry, unless retries are harmless. */
  question?: DetailedMessage
  /** Message after a retry that may have created a second record. */
  repeatNotice?: (response: z.output<Response>) => DetailedMessage
  /** Stores the response, except in a dry run. */
  onSuccess?: (response: z.output<Response>) => void
}

/**
 * Sends a write, or resolves with null if the user declines.
 *
 * A write with a name is carried out only once, even after a reload:
 *
 * - After a success, the stored response is returned.
 * - After an attempt that may have succeeded, the record is looked up.
 * - If a failed attempt created no record, the write is sent again.
 * - If the outcome is unknown, the user is asked before a retry.
 * - After every answer of the user, the record is looked up again.
 *
 * Equal requests have the same idempotency key, but services may ignore keys.
 *
 * @throws {CallError}
 * @throws {SessionError}
 * @throws {DryRunStartedError}
 */
export type WriteSender = <
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Found extends z.output<Response>,
>(
  write: Write<Request, Response, Found>,
) => Promise<z.output<Response> | null>

type Asking = Omit<Portal, 'dialogs'> & { dialogs: DialogFunctions }

export function createWriteSender(portal: Asking, call: Call, written: WriteLog): WriteSender {
  const { environment, configuration, dialogs, flags } = portal
  /** True after the first write, when `dry_run` is no longer checked. */
  let isBegun = false

  function assertNotBraked(): void {
    if (!isBegun && flags.isEnabled('dry_run')) throw new DryRunStartedError()
  }

  /** The browser asks before the user leaves during a request. */
  const attempt: Call = async (endpoint, request, options) => {
    const release = environment.guardLeaving()
    try {
      const response = await call(endpoint, request, options)
      isBegun = true
      return response
    } catch (error) {
      if (getWriteOutcome(error) !== 'refused') isBegun = true
      throw error
    } finally {
      release()
    }
  }

  const send: WriteSender = ({ endpoint, request }) => {
    assertNotBraked()
    return attempt(endpoint, request, { idempotencyKey: environment.randomId() })
  }

  const sendOnce: WriteSender = async (write) => {
    const { name = '', endpoint, request, findExisting, mayExist, question, repeatNotice } = write
    const remembered = written.answerOf(name, endpoint)
    if (remembered !== null) return remembered
    const memory = written.memoryOf(name)
    const sent = JSON.stringify(request)
    const earlier = memory.read()

    // Servers may refuse an idempotency key of a different request.
    const isSame = earlier?.request === sent
    const idempotencyKey = earlier && isSame ? earlier.idempotencyKey : environment.randomId()
    // If the storage is full, the earlier entry remains.
    const keep = (result: { answer: unknown } | { hasFailed: true }) =>
      memory.keep({ idempotencyKey, request: sent, ...result })

    // Only a lookup shows if a failed attempt was carried out.
    const isUnknown = earlier ? !(earlier.hasFailed && findExisting) : mayExist && !findExisting
    /** User's answers, by key of the record or request. */
    const answers = new Map<string, boolean>()
    /** Error of a successful response that lacks required fields. */
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
      // After a success, records of other customers cannot be the created record.
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
      // A retry after a reload must use the same key.
      memory.write({ idempotencyKey, request: sent })
      try {
        const response = await attempt(endpoint, request, { idempotencyKey })
        keep({ answer: response })
        if (repeatNotice && answers.get(sent)) await dialogs.alert(repeatNotice(response))
        return response
      } catch (error) {
        const outcome = getWriteOutcome(error)
        // A failed retry does not prove that the first attempt failed.
        if (!isUnknown && (outcome === 'refused' || outcome === 'failed')) {
          if (earlier === null && outcome === 'refused') memory.clear()
          else keep({ hasFailed: true })
        }
        if (!(error instanceof CallError) || outcome !== 'done' || !findExisting) throw error
        incomplete = error
      }
    }
  }

  /** Shows alerts about duplicates of the created record (decision 007). */
  async function showDuplicates<Created, Found extends Created>(
    { findExisting, confirmFound, duplicates }: LookUp<Created, Found>,
    response: Created,
  ): Promise<void> {
    // A service with idempotency keys detects duplicates itself.
    if (!findExisting || !duplicates || configuration.idempotencyHeader !== null) return
    const { isSame, idOf = idIn, isFirstUsed, detail, uncertain } = duplicates
    const certain: DetailedMessage = { message: { key: 'shell:madeTwice' }, detail }
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
    /** Returns the message about changed data and retries after a failure. */
    function safetyAfter(error: unknown) {
      const isOpen =
        name === undefined ? getWriteOutcome(error) !== 'refused' : written.memoryOf(name).read()
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
