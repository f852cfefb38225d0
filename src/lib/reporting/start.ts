import type { PublicConfiguration } from '../configuration/variables.ts'

/** Error to report, with the reference that the user sees. */
export interface ErrorReport {
  error: unknown
  reference?: string
}

let send: (report: ErrorReport) => void = () => undefined

/** Reports a visible error, if reporting has started. */
export const sendReport = (error: unknown, reference: string) => send({ error, reference })

/** Starts error reporting (§7) once the browser is idle. */
export function startReporting(settings: PublicConfiguration['errorReporting']): void {
  if (settings === null) return
  const early: ErrorReport[] = []
  const started = new AbortController()
  const { signal } = started
  addEventListener('error', ({ error }) => early.push({ error }), { signal })
  addEventListener('unhandledrejection', ({ reason }) => early.push({ error: reason }), { signal })
  send = (report) => early.push(report)

  runWhenIdle(async () => {
    const { startSentry } = await import('./sentry.ts')
    started.abort()
    send = startSentry(settings, early)
  })
}

export function runWhenIdle(task: () => Promise<void>): void {
  const run = () => void task()
  // Safari has no `requestIdleCallback`.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, 0)
}
