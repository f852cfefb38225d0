import { createLazyPart } from '../shell/ScreenBoundary.tsx'

/** Loads the components for later steps in a single script. */
export const loadLaterSteps = () => import('./later-steps.tsx')

export const ApprovalPage = createLazyPart(async () => (await loadLaterSteps()).ApprovalPage)
export const PlanPanel = createLazyPart(async () => (await loadLaterSteps()).PlanPanel)
export const LaterStep = createLazyPart(async () => (await loadLaterSteps()).LaterStep)

const optional = { isOptional: true }
export const HandOverLink = createLazyPart(
  async () => (await loadLaterSteps()).HandOverLink,
  optional,
)
export const Progress = createLazyPart(async () => (await loadLaterSteps()).Progress, optional)
