import * as z from 'zod/mini'
import { id, type Id } from '../../lib/api/endpoint.ts'
import { createWritten } from '../gateway/reads.ts'
import { rememberedInTab, rememberedForUser, type Owner } from '../../lib/remembered.ts'
import { rememberedDraft } from '../form/drafts.ts'
import {
  boardingName,
  boardingWrites,
  createdPlace,
  hasCreated,
  keyName,
  type BoardingWrite,
} from '../coupling/writes.ts'

/** Steps of boarding (§4), in order, with their names on the screen. */
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

/** Boarding ended, and the user was told why. The `cause` is the failure. */
export class BoardingStopped extends Error {}

/** The user declined to go on, and is asked again next time. */
export class Declined extends BoardingStopped {}

export type StepProgress = 'busy' | 'done' | 'failed'

export type SagaProgress = Readonly<Partial<Record<SagaStep, StepProgress>>>

/** Company name in the form's draft; `screen.ts` reads the whole draft. */
const namedDraft = z.object({
  values: z.object({ serial_info: z.object({ serial: z.object({ name: z.string() }) }) }),
})

const account = z.object({ userId: z.nullable(id), isKnown: z.boolean() })
export type Account = z.infer<typeof account>

export const lastSubscription = (owner: Owner) =>
  rememberedForUser(owner, 'subscription', z.string())

/** Creates the tab's memory of a boarding beside the form. Customers of a list have a scope each. */
export function createBoardingMemory(owner: Owner, scope = '') {
  const written = createWritten(owner)
  const nameOf = (write: BoardingWrite) => boardingName(write, scope)
  const accountMemory = rememberedInTab(owner, `boarding-account${scope}`, account)
  const lastBody = (write: BoardingWrite) => written.lastBody(nameOf(write))

  /** Forgets a write and the later ones. The form stays filled in. */
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
    created: () => createdPlace(written),
    /** True if a step succeeded, also before a reload, so that it is not repeated. */
    isDone: (step: SagaStep): boolean => {
      if (step === 'user') return accountMemory.read() !== null
      if (step !== 'key') return written.isAnswered(nameOf(step))
      const place = createdPlace(written)
      return place !== null && written.isAnswered(keyName(place))
    },
    forgetFrom,
    forgetCreated: (location: Id) => {
      if (!hasCreated(written, location)) return
      const name = lastBody('registration')?.name
      forgetFrom('merchant')
      // The user may be filling in the next customer already.
      const { read, clear } = rememberedDraft(owner, 'boarding', namedDraft, () => null)
      if (read()?.values.serial_info.serial.name.trim() === name) clear()
    },
  }
}
export type BoardingMemory = ReturnType<typeof createBoardingMemory>
