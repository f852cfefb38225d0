import type { Call } from '../../../lib/api/caller.ts'
import { SessionError, statusOf, type CallError } from '../../../lib/api/errors.ts'
import { headingOf } from '../../../lib/domain/customer.ts'
import { differences, identityOf } from '../../../lib/domain/customer-list.ts'
import type { PlaceIds } from '../../../lib/domain/place.ts'
import type { Environment } from '../../../lib/environment.ts'
import { busyPause, busyTries } from '../../../lib/limits.ts'
import { isConnected } from '../../coupling/place.ts'
import { keyName } from '../../coupling/writes.ts'
import { gatewayOf, type Gateway } from '../../gateway/gateway.ts'
import type { Writer } from '../../gateway/write.ts'
import type { Content } from '../../shell/dialogs.ts'
import { tellFailure } from '../../shell/screen-store.ts'
import type { SignedIn } from '../../shell/portal.ts'
import { boardOnce, type Couplable } from '../board-customer.ts'
import { lookUpCustomer, valuesAsSent } from '../customer-lookup.ts'
import { createBoardingMemory, Declined, type SagaStep } from '../memory.ts'
import { begunMemory, isKeyless, newName, type Row } from './rows.ts'

interface Options {
  row: Row
  begun: string
  onStep: (step: SagaStep) => void
  ask: (question: Content) => Promise<boolean>
  tell: (told: Content) => Promise<void>
  /** Receives the timestamp (ms since 1970) until which a service asked to wait; undefined after the wait. */
  onWait: (until?: number) => void
}

export type BoardRow = ReturnType<typeof createBoardRow>

/** Boards the rows of one press. The rows of a dry run stay one, also if `dry_run` is switched off meanwhile. */
export function createBoardRow(portal: SignedIn) {
  const pressed = gatewayOf(portal)
  return (options: Options) => boardRow(portal, pressed, options)
}

/**
 * Boards one customer of a list by the saga of the form (§4), or reads the coupling state of one that was
 * boarded. Returns null in a dry run. Throws `Declined`, `Stopped` or `Braked`.
 */
async function boardRow(
  portal: SignedIn,
  pressed: Gateway,
  { row, begun, onStep, ...of }: Options,
): Promise<(Couplable & { isGiven: boolean }) | null> {
  const { values } = row
  const { environment } = portal
  const dialogs = { confirm, alert: of.tell }
  const gateway = patient(
    pressed.isDryRun ? pressed : gatewayOf(portal, dialogs),
    environment,
    of.onWait,
  )
  const last = begunMemory(portal, begun).read()
  const isChanged = last !== null && identityOf(last.values) !== row.identity
  if (last?.made && !isChanged) return { ...last.made, isGiven: await isGiven(last.made) }
  if (last?.made && !(await confirm(changed))) throw new Declined()
  // A record of what was created is kept as it is.
  const name = last?.made ? newName(environment) : begun
  const memoryOfRow = begunMemory(gateway.owner, name)
  const memory = createBoardingMemory(gateway.owner, name)

  // Until all is created, a row is recognised by what it held when it was begun.
  if (!last || last.made) memoryOfRow.write({ values })
  const isUnsent = memory.lastBody('registration') === null
  const found = isUnsent ? await findUnfinished() : undefined
  if (found) memory.others.keep([found.administration])
  const boarded = await boardOnce(
    {
      ...{ portal, dialogs, memory, values, found },
      onStep: (step, progress) => progress === 'busy' && onStep(step),
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

  /** Looks up the location of which only the key is to be made, as the table says. It may have one by now. */
  async function findUnfinished(): Promise<PlaceIds | undefined> {
    const location = row.namesakes.find(isKeyless)?.locationId ?? null
    if (location === null) return undefined
    const matches = await lookUpCustomer(gateway.call, valuesAsSent(portal, values))
    const match = matches.find(
      (each) => each.location === 'unfinished' && each.locationId === location,
    )
    return match && { administration: match.administration, location }
  }

  /** Asks a question. One about a change names the other customer and the fields that differ. */
  function confirm(question: Content): Promise<boolean> {
    // A dry run sends nothing, so there is nothing to decide.
    if (gateway.isDryRun) return Promise.resolve(true)
    if (question.detail?.key !== 'boarding:changedHelp' || !last) return of.ask(question)
    const labels = differences(values, last.values).map((field) => headingOf(field, portal.locale))
    const { name } = last.values.serial_info.serial
    const parameters = { name, fields: labels.join(', ') }
    return of.ask({ ...question, detail: { key: 'customers:changedHelp', parameters } })
  }

  /** Returns false if the state of the coupling cannot be read, and says so in the row. */
  async function isGiven(place: PlaceIds): Promise<boolean> {
    try {
      return await isConnected(gateway.call, place)
    } catch (error) {
      if (error instanceof SessionError || statusOf(error) === 401) throw error
      await tellFailure({ dialogs, environment }, { key: 'customers:unknownState' }, error)
      return false
    }
  }
}

const changed: Content = {
  isRisky: true,
  message: { key: 'boarding:changed' },
  detail: { key: 'boarding:changedHelp' },
}

/** Repeats calls that a service refused with 429, after the pause that it asks for. */
function patient(gateway: Gateway, environment: Environment, onWait: Options['onWait']): Gateway {
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
