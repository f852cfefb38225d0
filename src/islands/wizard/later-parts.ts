import { lazyPart } from '../ui/lazy-part.tsx'

/** Loads the components for later steps in a single script. */
export const loadLaterSteps = () => import('./later-steps.tsx')

export const ApprovalPage = lazyPart(async () => (await loadLaterSteps()).ApprovalPage)
export const PlanPanel = lazyPart(async () => (await loadLaterSteps()).PlanPanel)
export const LaterStep = lazyPart(async () => (await loadLaterSteps()).LaterStep)

const optional = { isOptional: true }
export const HandOverLink = lazyPart(async () => (await loadLaterSteps()).HandOverLink, optional)
export const Progress = lazyPart(async () => (await loadLaterSteps()).Progress, optional)
