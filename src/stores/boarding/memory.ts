import * as z from 'zod/mini'
import { id, type Id } from '../../lib/api/endpoint.ts'
import { createWritten } from '../gateway/reads.ts'
import { rememberedInTab, rememberedOf, type Owner } from '../../lib/remembered.ts'
import { rememberedDraft } from '../form/drafts.ts'
import {
  boardingName,
  boardingWrites,
  createdPlace,
  hasCreated,
  keyName,
  type BoardingWrite,
} from '../coupling/writes.ts'

/** The steps of §4 that the screen shows while they are taken, with what each is called. */
export const sagaSteps = {
  merchant: 'boarding:stepMerchant',
  user: 'boarding:stepUser',
  registration: 'boarding:stepRegistration',
  location: 'boarding:stepLocation',
  key: 'boarding:stepKey',
  access: 'boarding:stepAccess',
} as const
export type SagaStep = keyof typeof sagaSteps

export const sagaOrder = Object.keys(sagaSteps) as SagaStep[]

/** The user was told of a failure, its cause: back to the form. */
export class Stopped extends Error {}

/** The user would rather not go on, and is asked again next time. */
export class Declined extends Stopped {}

export type StepProgress = 'busy' | 'done' | 'failed'

export type SagaProgress = Readonly<Partial<Record<SagaStep, StepProgress>>>

/** Of what was filled in, whose it is; the form reads the rest of it. */
const named = z.object({
  values: z.object({ serial_info: z.object({ serial: z.object({ name: z.string() }) }) }),
})

const account = z.object({ userId: z.nullable(id), isKnown: z.boolean() })
/** Whom the customer is registered for, and whether the identity provider knew that account. */
export type Account = z.infer<typeof account>

export const lastSubscription = (owner: Owner) => rememberedOf(owner, 'subscription', z.string())

/** What the tab remembers of a boarding beside the form; the scope tells a customer of a list from the others. */
export function createBoardingMemory(owner: Owner, scope = '') {
  const written = createWritten(owner)
  const nameOf = (write: BoardingWrite) => boardingName(write, scope)
  const accountMemory = rememberedInTab(owner, `boarding-account${scope}`, account)
  const others = rememberedInTab(owner, `boarding-others${scope}`, z.array(id))
  /** The body, as JSON, that a write was or may have been made with. */
  const lastBody = (write: BoardingWrite) => written.lastBody(nameOf(write))

  /** Forgets a write and those that follow from it; what came before, and what was filled in, stays. */
  function forgetFrom(first: BoardingWrite): void {
    for (const write of boardingWrites.slice(boardingWrites.indexOf(first))) {
      written.forget(nameOf(write))
    }
    if (first !== 'merchant' && first !== 'registration') return
    accountMemory.clear()
    others.clear()
  }

  return {
    nameOf,
    account: accountMemory,
    /** Ids of existing administrations that the user told apart from the customer's: they are asked about once. */
    others,
    lastBody,
    created: () => createdPlace(written),
    /** Whether a step was taken, also by an earlier load of the page, and so will not be taken again. */
    isDone: (step: SagaStep): boolean => {
      if (step === 'user') return accountMemory.read() !== null
      if (step !== 'key') return written.isAnswered(nameOf(step))
      const place = createdPlace(written)
      return place !== null && written.isAnswered(keyName(place))
    },
    forgetFrom,
    /** Forgets the boarding that created this location, once its coupling is confirmed. */
    forgetCreated: (location: Id) => {
      if (!hasCreated(written, location)) return
      const sent = JSON.parse(lastBody('registration') ?? 'null') as unknown
      const { name } = Object(sent) as { name?: string }
      forgetFrom('merchant')
      // Somebody may be filling in the next customer already.
      const { read, clear } = rememberedDraft(owner, 'boarding', named, () => null)
      if (read()?.values.serial_info.serial.name.trim() === name) clear()
    },
  }
}
export type BoardingMemory = ReturnType<typeof createBoardingMemory>
