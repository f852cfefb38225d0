import type { Call } from '../../../lib/api/caller.ts'
import { Braked, SessionError, statusOf, type CallError } from '../../../lib/api/errors.ts'
import { headingOf } from '../../../lib/domain/customer.ts'
import { differences, identityOf } from '../../../lib/domain/customer-list.ts'
import type { PlaceIds } from '../../../lib/domain/place.ts'
import { busyPause, busyTries } from '../../../lib/limits.ts'
import { isConnected } from '../../coupling/place.ts'
import { keyName } from '../../coupling/writes.ts'
import { gatewayOf, type Gateway } from '../../gateway/gateway.ts'
import type { Writer } from '../../gateway/write.ts'
import type { Content } from '../../shell/dialogs.ts'
import { tellFailure } from '../../shell/screen-store.ts'
import type { SignedIn } from '../../shell/portal.ts'
import { boardOnce, type Couplable } from '../board-customer.ts'
import { createBoardingMemory, Declined, type SagaStep } from '../memory.ts'
import { begunMemory, newName, type Row } from './rows.ts'

interface Options {
  portal: SignedIn
  row: Row
  begun: string
  /** Whether the press that it follows from is a dry run, and stays one. */
  isDryRun: boolean
  isKnown: boolean
  onStep: (step: SagaStep) => void
  ask: (question: Content) => Promise<boolean>
  tell: (told: Content) => Promise<void>
  /** Until when a service asked to wait, in milliseconds since 1970; undefined: no longer. */
  onWait: (until?: number) => void
}

/**
 * Boards one customer of a list by the saga of the form (§4), or finds out how far it is that was boarded.
 * Null of a dry run, which makes nothing; throws `Declined`, `Stopped` or, before it begins, `Braked`.
 */
export async function boardRow(
  options: Options,
): Promise<(Couplable & { isGiven: boolean }) | null> {
  const { portal, row, begun, isDryRun, isKnown, onStep, ask } = options
  const { values } = row

  const own: SignedIn = {
    ...portal,
    dialogs: { ...portal.dialogs, confirm, alert: options.tell },
    flags: { ...portal.flags, isEnabled: (name) => isDryRun || portal.flags.isEnabled(name) },
  }
  const gateway = patient(gatewayOf(own), own, options.onWait)
  const last = begunMemory(portal, begun).read()
  const isChanged = last !== null && identityOf(last.values) !== row.identity
  if (last?.made && !isChanged) return { ...last.made, isGiven: await isGiven(last.made) }
  if (gateway.isDryRun && !isDryRun) throw new Braked()
  if (last?.made && !(await confirm(changed))) throw new Declined()
  // What was made stays known as it is.
  const name = last?.made ? newName(portal.environment) : begun
  const memoryOfRow = begunMemory(gateway.owner, name)
  const memory = createBoardingMemory(gateway.owner, name)

  const [found] = row.namesakes.flatMap(({ administration, location, isKeyless }) =>
    isKeyless && location !== null ? [{ administration, location }] : [],
  )
  // Until all is made, it is told by what it held when it was begun.
  if (!last || last.made) memoryOfRow.write({ values })
  if (isKnown) {
    const others = row.namesakes.filter(({ hasLocations }) => hasLocations)
    memory.others.keep(others.map(({ administration }) => administration))
  }
  const boarded = await boardOnce(
    {
      ...{ portal: own, memory, values },
      onStep: (step, progress) => progress === 'busy' && onStep(step),
      found: memory.lastBody('registration') === null ? found : undefined,
      ending: 'handOver',
    },
    gateway,
  )
  if (gateway.isDryRun) return null
  const { isNew, ...made } = boarded
  memoryOfRow.write({ values, made })
  memory.forgetFrom('merchant')
  gateway.written.forget(keyName(made))
  return { ...made, isGiven: !isNew && (await isGiven(made)) }

  /** Asks, and of a change says whose it is and what differs. */
  function confirm(question: Content): Promise<boolean> {
    if (question.detail?.key !== 'boarding:changedHelp' || !last) return ask(question)
    const labels = differences(values, last.values).map((field) => headingOf(field, portal.locale))
    const { name } = last.values.serial_info.serial
    const parameters = { name, fields: labels.join(', ') }
    return ask({ ...question, detail: { key: 'customers:changedHelp', parameters } })
  }

  /** Nothing of the customer is undone where that cannot be told. */
  async function isGiven(place: PlaceIds): Promise<boolean> {
    try {
      return await isConnected(gateway.call, place)
    } catch (error) {
      if (error instanceof SessionError || statusOf(error) === 401) throw error
      await tellFailure(own, { key: 'customers:unknownState' }, error)
      return false
    }
  }
}

const changed: Content = {
  isRisky: true,
  message: { key: 'boarding:changed' },
  detail: { key: 'boarding:changedHelp' },
}

/** Waits where a service says that it is asked too much: that refuses a call, and does nothing. */
function patient(gateway: Gateway, { environment }: SignedIn, onWait: Options['onWait']): Gateway {
  async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        if (statusOf(error) !== 429 || attempt === busyTries) throw error
        const { retryAfter } = (error as CallError).failure as { retryAfter?: number | null }
        const pause = retryAfter ?? busyPause * 2 ** (attempt - 1)
        onWait(environment.now() + pause)
        await environment.wait(pause)
        onWait()
      }
    }
  }
  const call: Call = (...asked) => patiently(() => gateway.call(...asked))
  const write: Writer = (described) => patiently(() => gateway.write(described))
  return { ...gateway, call, write }
}
