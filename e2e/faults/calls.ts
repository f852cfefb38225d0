import { calls } from '../../contract/calls.ts'
import { realmAdminPath } from '../../sandbox/portal-environment.ts'
import type { Endpoint } from '../../src/lib/api/endpoint.ts'
import { findUsers } from '../../src/lib/api/users.ts'
import { callTimeout } from '../../src/lib/limits.ts'
import { uses, type CallName } from '../../test/answer-uses.ts'

type Described = Pick<Endpoint, 'service' | 'method' | 'path' | 'authorized' | 'effect' | 'timeout'>

const descriptors: Readonly<Record<CallName, Described>> = { ...calls, findUsers }

/** A call as the table needs it. */
export interface Call {
  method: string
  /** On the sandbox; a `{name}` matches one segment. */
  path: string
  isAuthorized: boolean
  isWrite: boolean
  /** How long one try may take, in milliseconds. */
  limit: number
  /** Fields of the answer that the portal cannot do without, as its texts name them. */
  needed: readonly string[]
  /** Other fields of the answer that the contract names. */
  others: readonly string[]
  /** Begins the name of a field in a text: which record of a list it is in. */
  within: '0.' | ''
}

/** What the descriptor and the use of its answer say of a call. */
export function callOf(name: CallName): Call {
  const { service, method, path, authorized, effect, timeout = callTimeout } = descriptors[name]
  const { answer, needed = {}, used = {}, unused = [] } = uses[name]
  const base = service === 'product' ? '/api' : realmAdminPath
  return {
    method,
    path: base + (path.split('?')[0] ?? path),
    isAuthorized: authorized,
    isWrite: effect === 'write',
    limit: timeout,
    needed: Object.keys(needed),
    others: [...Object.keys(used), ...unused],
    within: answer === 'list' ? '0.' : '',
  }
}
