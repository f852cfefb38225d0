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

/** All of them, in their order. */
export const sagaOrder = Object.keys(sagaSteps) as SagaStep[]

/** The user was told of a failure, its cause: back to the form. */
export class Stopped extends Error {}

/** The user would rather not go on, and is asked again next time. */
export class Declined extends Stopped {}
