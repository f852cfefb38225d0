/** The events, each with its level. */
const LEVELS = {
  started: 'info',
  stopping: 'info',
  stopped: 'info',
  request: 'info',
  warning: 'warning',
  provider: 'warning',
  failed: 'error',
  crashed: 'error',
} as const

/** Logs an event with its fields, which never hold a query, a token or a name. */
export type Log = (event: keyof typeof LEVELS, fields?: Readonly<Record<string, unknown>>) => void

/** How much of the log may wait for whoever reads it, in bytes: Node itself sets no limit. */
const MOST_WAITING = 1_000_000
let lost = 0

/**
 * Writes an event to standard output as one line of JSON: `time` (ISO 8601), `level`, `event`, and
 * its fields; `lost`, where so many lines before it were not written, since nobody took those before
 * them. A logging library would bring levels to choose, transports and child loggers, for
 * eight events of which nobody wants fewer, and one collector that reads standard output.
 */
export const log: Log = (event, fields) => {
  const line = { time: new Date().toISOString(), level: LEVELS[event], event, ...fields }
  const isTaken = process.stdout.writableLength <= MOST_WAITING
  if (isTaken) process.stdout.write(`${JSON.stringify(lost > 0 ? { ...line, lost } : line)}\n`)
  lost = isTaken ? 0 : lost + 1
}

/** An error as a field of a line: its stack, or its text. */
export const described = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
