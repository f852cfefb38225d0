import type { PublicConfiguration } from '../configuration/variables.ts'

/** Error to report. `reference` is set if the user was told of the error. */
export interface ErrorReport {
  error: unknown
  reference?: string
}

let send: (report: ErrorReport) => void = () => undefined

/** Reports an error that the user was told of. Does nothing before reporting has started, or if it is off. */
export const reportTold = (error: unknown, reference: string) => send({ error, reference })

/** Starts reporting of errors, traces and replays (§7) once the browser is idle. Keeps earlier errors until then. */
export function startReporting(settings: PublicConfiguration['errorReporting']): void {
  if (settings === null) return
  const early: ErrorReport[] = []
  const started = new AbortController()
  const { signal } = started
  addEventListener('error', ({ error }) => early.push({ error }), { signal })
  addEventListener('unhandledrejection', ({ reason }) => early.push({ error: reason }), { signal })
  send = (report) => early.push(report)

  whenIdle(async () => {
    const { startSentry } = await import('./sentry.ts')
    started.abort()
    send = startSentry(settings, early)
  })
}

export function whenIdle(task: () => Promise<void>): void {
  const run = () => void task()
  // Safari has no idle callback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, 0)
}
