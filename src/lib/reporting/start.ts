import type { PublicConfiguration } from '../configuration/variables.ts'

/** An error, with the reference that its user was given, who was told of it. */
export interface Told {
  error: unknown
  reference?: string
}

let take: (told: Told) => void = () => undefined

/** Hands over an error that users are told of: to nobody before reporting has started, or without it. */
export const reportTold = (error: unknown, reference: string) => take({ error, reference })

/** Reports errors, traces and replays (§7), if configured, once the browser is idle; errors are kept till then. */
export function startReporting(settings: PublicConfiguration['errorReporting']): void {
  if (settings === null) return
  const early: Told[] = []
  const started = new AbortController()
  const { signal } = started
  addEventListener('error', ({ error }) => early.push({ error }), { signal })
  addEventListener('unhandledrejection', ({ reason }) => early.push({ error: reason }), { signal })
  take = (told) => early.push(told)

  whenIdle(async () => {
    const { report } = await import('./sentry.ts')
    started.abort()
    take = report(settings, early)
  })
}

export function whenIdle(task: () => Promise<void>): void {
  const run = () => void task()
  // Safari has no idle callback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, 0)
}
