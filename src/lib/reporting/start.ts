import type { PublicConfiguration } from '../configuration/variables.ts'
import { toldEvent, type Told } from './told.ts'

/**
 * Reports errors, traces and session replays (§7) to the configured service; does nothing, and
 * downloads nothing, without one. Its code follows when the browser has nothing better to do;
 * errors until then are kept and reported as well.
 */
export function startReporting(settings: PublicConfiguration['errorReporting']): void {
  if (settings === null) return
  const early: Told[] = []
  const onError = ({ error }: ErrorEvent) => early.push({ error })
  const onRejection = ({ reason }: PromiseRejectionEvent) => early.push({ error: reason })
  const onTold = ({ detail }: CustomEvent<Told>) => early.push(detail)
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  addEventListener(toldEvent, onTold)

  whenIdle(async () => {
    const { report } = await import('./sentry.ts')
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
    removeEventListener(toldEvent, onTold)
    report(settings, early)
  })
}

/** Runs a task once the browser has nothing better to do. */
export function whenIdle(task: () => Promise<void>): void {
  const run = () => void task()
  // Safari has no idle callback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, 0)
}
