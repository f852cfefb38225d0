/** The events, each with its level. */
const LEVELS = {
  started: 'info',
  stopping: 'info',
  stopped: 'info',
  request: 'info',
  warning: 'warning',
  flags: 'warning',
  provider: 'warning',
  failed: 'error',
  crashed: 'error',
} as const

/** Logs an event with its fields, which never hold a query, a token or a name. */
export type Log = (event: keyof typeof LEVELS, fields?: Readonly<Record<string, unknown>>) => void

/**
 * Writes an event to standard output as one line of JSON: `time` (ISO 8601), `level`, `event`, and
 * its fields. A logging library would bring levels to choose, transports and child loggers, for
 * nine events of which nobody wants fewer, and one collector that reads standard output.
 */
export const log: Log = (event, fields) => {
  const line = { time: new Date().toISOString(), level: LEVELS[event], event, ...fields }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

/** An error as a field of a line: its stack, or its text. */
export const described = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
