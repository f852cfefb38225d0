/** The steps of §4 that the screen shows while they are taken. */
export const sagaSteps = ['merchant', 'user', 'registration', 'location', 'key', 'access'] as const
export type SagaStep = (typeof sagaSteps)[number]
export type StepProgress = 'busy' | 'done' | 'failed'

/** The steps that were taken, and how that went. */
export type SagaProgress = Readonly<Partial<Record<SagaStep, StepProgress>>>
