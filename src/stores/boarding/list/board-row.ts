import type { Call } from '../../../lib/api/caller.ts'
import { SessionError, getHttpStatus, type CallError } from '../../../lib/api/errors.ts'
import { getColumnHeading } from '../../../lib/domain/customer.ts'
import { findDifferentFields, createCustomerKey } from '../../../lib/domain/customer-list.ts'
import type { PlaceIds } from '../../../lib/domain/place.ts'
import { readReseller } from '../../../lib/domain/query.ts'
import type { Environment } from '../../../lib/environment.ts'
import { busyRetryDelay, busyServiceAttemptLimit, longestTimeout } from '../../../lib/limits.ts'
import { isPlaceConnected } from '../../coupling/calls.ts'
import { findPendingKey } from '../../coupling/remembered-places.ts'
import { getKeyWriteName, isKeyKnown } from '../../coupling/writes.ts'
import { getGateway, type ApiGateway } from '../../gateway/gateway.ts'
import type { WriteSender } from '../../gateway/write.ts'
import type { DialogContent, DialogFunctions } from '../../shell/dialogs.ts'
import { notifyFailure } from '../../shell/screen-store.ts'
import type { SignedIn } from '../../shell/portal.ts'
import { boardCustomerOnce, type PlaceWithKey } from '../board-customer.ts'
import { lookUpCustomer, getValuesToSend, type CustomerMatch } from '../customer-lookup.ts'
import { createBoardingStorage, DeclinedError, type CreationStep } from '../memory.ts'
import { openRowRecord, createRowName, isMatchWithoutKey, type BoardingRow } from './rows.ts'

interface Options {
  row: BoardingRow
  begun: string
  onStep: (step: CreationStep) => void
  dialogs: DialogFunctions
  onWait: (until?: number) => void
}

export type RowSubmitter = ReturnType<typeof createRowSubmitter>

/** Creates a row submitter with the current `dry_run` flag. */
export function createRowSubmitter(portal: SignedIn) {
  const gateway = getGateway(portal)
  return (options: Options) => boardRow(portal, gateway, options)
}

/** Creates or checks a row's customer (§4). */
async function boardRow(
  portal: SignedIn,
  pressed: ApiGateway,
  { row, begun, dialogs: ofRow, ...options }: Options,
): Promise<(PlaceWithKey & { isConfirmed: boolean }) | null> {
  const { values } = row
  const { environment } = portal
  const dialogs = { confirm, alert: ofRow.alert }
  const impatient = pressed.isDryRun ? pressed : getGateway(portal, dialogs)
  const gateway = patient(impatient, environment, options.onWait)
  const last = openRowRecord(portal, begun).read()
  const created = last?.created
  if (created) {
    const isChanged = createCustomerKey(last.values) !== row.identity
    const pending = await findPendingKey(portal, created)
    if (!isChanged) return { ...created, ...pending, isConfirmed: await isConfirmed(created) }
    if (!(await confirm(changed))) throw new DeclinedError()
  }
  // A row changed after its creation is a new customer with a new record.
  const name = created ? createRowName(environment) : begun
  const memoryOfRow = openRowRecord(gateway.owner, name)
  const memory = createBoardingStorage(gateway.owner, name)

  // The stored values identify the row after a reload.
  if (!last || created) memoryOfRow.write({ values })
  const isUnsent = memory.lastBody('registration') === null
  const { isNew, ...couplable } = await boardCustomerOnce(
    {
      portal,
      dialogs,
      memory,
      values,
      found: isUnsent ? await findUnfinished() : undefined,
      onStep: (step, progress) => progress === 'busy' && options.onStep(step),
      approvalRoute: 'handOver',
    },
    gateway,
  )
  if (gateway.isDryRun) return null
  memoryOfRow.write({ values, created: couplable })
  memory.forgetFrom('merchant')
  gateway.written.forget(getKeyWriteName(couplable))
  return { ...couplable, isConfirmed: !isNew && (await isConfirmed(couplable)) }

  /** True if the response to this tab's request for the location's key was lost. */
  function isKeyUncertain({ administration, locationId: location }: CustomerMatch): boolean {
    return location !== null && !isKeyKnown({ administration, location }, gateway.written)
  }

  /** Returns the displayed location if it may still lack a key. */
  async function findUnfinished(): Promise<PlaceIds | undefined> {
    const shown = row.matches.find((each) => isMatchWithoutKey(each) || isKeyUncertain(each))
    const location = shown?.locationId ?? null
    if (location === null) return undefined
    const matches = await lookUpCustomer(gateway.call, getValuesToSend(portal, values))
    const match = matches.find(
      (each) =>
        each.locationId === location && (each.location === 'unfinished' || isKeyUncertain(each)),
    )
    return match && { administration: match.administration, location }
  }

  function confirm(question: DialogContent): Promise<boolean> {
    if (gateway.isDryRun) return Promise.resolve(true)
    if (question.detail?.key !== 'boarding:changedHelp' || !last) return ofRow.confirm(question)
    const labels = findDifferentFields(values, last.values).map((field) =>
      getColumnHeading(field, portal.locale),
    )
    const sent = createBoardingStorage(gateway.owner, begun).lastBody('registration')
    const { name: reseller } = readReseller(environment)
    if (sent && (sent.reseller_id ?? null) !== reseller) labels.push('reseller')
    const { name } = last.values.serial_info.serial
    const parameters = { name, fields: labels.join(', ') }
    const detail = { key: 'customers:changedHelp', parameters } as const
    return ofRow.confirm({ ...question, detail })
  }

  async function isConfirmed(place: PlaceIds): Promise<boolean> {
    try {
      return await isPlaceConnected(gateway.call, place)
    } catch (error) {
      if (error instanceof SessionError || getHttpStatus(error) === 401) throw error
      await notifyFailure({ dialogs, environment }, { key: 'customers:unknownState' }, error)
      return false
    }
  }
}

const changed: DialogContent = {
  isRisky: true,
  message: { key: 'boarding:changed' },
  detail: { key: 'boarding:changedHelp' },
}

/** Retries calls that failed with 429, after the requested delay. */
function patient(
  gateway: ApiGateway,
  environment: Environment,
  onWait: Options['onWait'],
): ApiGateway {
  async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        if (getHttpStatus(error) !== 429 || attempt === busyServiceAttemptLimit) throw error
        const { retryAfter } = (error as CallError).failure as { retryAfter?: number | null }
        const pause = Math.min(retryAfter ?? busyRetryDelay * 2 ** (attempt - 1), longestTimeout)
        onWait(environment.now() + pause)
        await environment.wait(pause)
        onWait()
      }
    }
  }
  const call: Call = (...request) => patiently(() => gateway.call(...request))
  const write: WriteSender = (description) => patiently(() => gateway.write(description))
  return { ...gateway, call, write }
}
