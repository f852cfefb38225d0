import type { HttpBindings } from '@hono/node-server'
import type { DatabaseSync } from 'node:sqlite'
import type Provider from 'oidc-provider'
import type { FaultList } from './control/faults.ts'
import type { RecordedRequest } from './control/recorder.ts'
import type { IdentitySecrets } from './identity/storage.ts'
import type { UserDirectory } from './identity/users.ts'
import type { ReceivedReport } from './reports.ts'

/** Parts of a running sandbox. */
export interface Sandbox {
  db: DatabaseSync
  url: string
  issuer: string
  secrets: IdentitySecrets
  provider: Provider
  /** True if an `Authorization` header is valid for the product API. */
  accepts: (authorization: string | undefined) => Promise<boolean>
  directory: UserDirectory
  /** Recorded calls, oldest first. `preflights` has only method and path. */
  requests: RecordedRequest[]
  preflights: string[]
  faults: FaultList
  reports: ReceivedReport[]
  /** True if minimal responses are on after each reset. */
  minimalAnswers: boolean
  stopping: AbortSignal
}

export interface SandboxEnv {
  Bindings: HttpBindings
  Variables: { record?: RecordedRequest }
}
