import { bookkeepingCalls } from './bookkeeping-calls.ts'
import { connectionCalls } from './connection-calls.ts'
import { customerCalls } from './customer-calls.ts'
import type { Sample } from './sample.ts'

/** One literal sample of each call of §7, but for those that ask for an id that was made. */
export const samples: readonly Sample[] = [
  ...customerCalls,
  ...connectionCalls,
  ...bookkeepingCalls,
]
