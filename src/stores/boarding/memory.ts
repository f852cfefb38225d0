import * as z from 'zod/mini'
import { id, type Id } from '../../lib/api/endpoint.ts'
import { cleanText } from '../../lib/domain/text.ts'
import { openWriteLog } from '../gateway/write-log.ts'
import { accessTabValue, accessUserValue, type Owner } from '../../lib/remembered.ts'
import { openDraft } from '../form/drafts.ts'
import {
  getBoardingWriteName,
  boardingWrites,
  findCreatedPlace,
  hasTabCreatedLocation,
  getKeyWriteName,
  type BoardingWrite,
} from '../coupling/writes.ts'

/** Steps of the boarding process (§4) in order, with their labels. */
export const creationStepLabels = {
  merchant: 'boarding:stepMerchant',
  user: 'boarding:stepUser',
  registration: 'boarding:stepRegistration',
  location: 'boarding:stepLocation',
  key: 'boarding:stepKey',
  access: 'boarding:stepAccess',
} as const
export type CreationStep = keyof typeof creationStepLabels

export const creationSteps = Object.keys(creationStepLabels) as CreationStep[]

/** Error that ends the boarding after its reason was shown. */
export class BoardingStoppedError extends Error {}

/** Error after the user declined a question. */
export class DeclinedError extends BoardingStoppedError {}

export type StepProgress = 'busy' | 'done' | 'failed'

export type BoardingProgress = Readonly<Partial<Record<CreationStep, StepProgress>>>

/** Company name of the draft. */
const namedDraft = z.object({
  values: z.object({ serial_info: z.object({ serial: z.object({ name: z.string() }) }) }),
})

const account = z.object({ userId: z.nullable(id), isKnown: z.boolean() })
export type MerchantAccount = z.infer<typeof account>

export const openSubscriptionRecord = (owner: Owner) =>
  accessUserValue(owner, 'subscription', z.string())

/** Opens the stored progress of a customer, in lists with a `scope` per row. */
export function createBoardingStorage(owner: Owner, scope = '') {
  const written = openWriteLog(owner)
  const nameOf = (write: BoardingWrite) => getBoardingWriteName(write, scope)
  const accountMemory = accessTabValue(owner, `boarding-account${scope}`, account)
  const lastBody = (write: BoardingWrite) => written.lastBody(nameOf(write))

  /** Deletes the results of a write and of all later writes. */
  function forgetFrom(first: BoardingWrite): void {
    for (const write of boardingWrites.slice(boardingWrites.indexOf(first))) {
      written.forget(nameOf(write))
    }
    if (first === 'merchant' || first === 'registration') accountMemory.clear()
  }

  return {
    nameOf,
    account: accountMemory,
    lastBody,
    created: () => findCreatedPlace(written),
    /** True if the step has already succeeded, possibly before a reload. */
    isDone: (step: CreationStep): boolean => {
      if (step === 'user') return accountMemory.read() !== null
      if (step !== 'key') return written.isAnswered(nameOf(step))
      const place = findCreatedPlace(written)
      return place !== null && written.isAnswered(getKeyWriteName(place))
    },
    forgetFrom,
    forgetCreated: (location: Id) => {
      if (!hasTabCreatedLocation(written, location)) return
      const name = lastBody('registration')?.name
      forgetFrom('merchant')
      // The draft may already belong to a different customer.
      const { read, clear } = openDraft(owner, 'boarding', namedDraft, () => null)
      if (cleanText(read()?.values.serial_info.serial.name ?? '') === name) clear()
    },
  }
}
export type BoardingStorage = ReturnType<typeof createBoardingStorage>
