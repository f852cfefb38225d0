import { createLazyComponent } from '../shell/ScreenBoundary.tsx'

/** Loads the components for later steps in a single script. */
export const loadLaterSteps = () => import('./later-steps.tsx')

export const ApprovalPage = createLazyComponent(async () => (await loadLaterSteps()).ApprovalPage)
export const PlanPanel = createLazyComponent(async () => (await loadLaterSteps()).PlanPanel)
export const StepPanel = createLazyComponent(async () => (await loadLaterSteps()).StepPanel)

const optional = { isOptional: true }
export const ApprovalLink = createLazyComponent(
  async () => (await loadLaterSteps()).ApprovalLink,
  optional,
)
export const Progress = createLazyComponent(async () => (await loadLaterSteps()).Progress, optional)
