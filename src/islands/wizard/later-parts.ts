import { lazyPart } from '../ui/lazy-part.tsx'

/** Loads all components that the first step can do without, in one script. */
export const loadLaterSteps = () => import('./later-steps.tsx')

export const Awaited = lazyPart(async () => (await loadLaterSteps()).Awaited)
export const PlanPanel = lazyPart(async () => (await loadLaterSteps()).PlanPanel)
export const LaterStep = lazyPart(async () => (await loadLaterSteps()).LaterStep)

const optional = { isOptional: true }
export const HandOver = lazyPart(async () => (await loadLaterSteps()).HandOver, optional)
export const Progress = lazyPart(async () => (await loadLaterSteps()).Progress, optional)
