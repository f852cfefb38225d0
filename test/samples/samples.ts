import { bookkeepingCalls } from './bookkeeping-calls.ts'
import { connectionCalls } from './connection-calls.ts'
import { customerCalls } from './customer-calls.ts'
import type { Sample } from './sample.ts'

/** Samples of all calls in §7 except calls with generated ids. */
export const samples: readonly Sample[] = [
  ...customerCalls,
  ...connectionCalls,
  ...bookkeepingCalls,
]
