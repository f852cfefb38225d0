import type { Failure } from '../../src/lib/failure.ts'

/** A read that failed. */
export const failed: Failure = {
  key: 'failure:screenHelp',
  safe: 'failure:unchanged',
  trace: {
    reference: 'K7Q2-M4XP',
    at: Date.UTC(2026, 10, 23, 13, 5),
    isOnline: true,
    call: 'GET /serials/serial/list',
    result: 'status 500',
  },
}
