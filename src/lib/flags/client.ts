import { UnleashClient } from 'unleash-proxy-client'
import { CallError } from '../api/errors.ts'
import type { PublicConfiguration } from '../configuration/public.ts'
import type { Environment } from '../environment.ts'
import { callTimeout, flagMetricsFirstSeconds, flagMetricsIntervalSeconds } from '../limits.ts'

/** The feature flags that the portal reads. */
export const flagNames = ['dry_run', 'test_mode', 'skip_final_redirect'] as const
export type FlagName = (typeof flagNames)[number]

interface Listener {
  /** The flags that are on: as fetched, or the last known ones while the service is down. */
  known: (enabled: ReadonlySet<FlagName>) => void
  /** The flags could not be fetched and were never known in this browser. */
  failed: (error: CallError) => void
}

const call = 'GET flags'

/** Starts the flag client (§7), which goes on refreshing as long as the page is there. */
export function startFlagClient(
  environment: Environment,
  { flags }: PublicConfiguration,
  listener: Listener,
): void {
  const client = new UnleashClient({
    url: flags.url,
    clientKey: flags.clientKey,
    appName: flags.appName,
    environment: flags.environment,
    refreshInterval: flags.refreshSeconds,
    metricsInterval: flagMetricsIntervalSeconds,
    metricsIntervalInitial: flagMetricsFirstSeconds,
    fetch: (address: string, request: RequestInit) => fetchFlags(environment, address, request),
  })
  const tell = () => {
    listener.known(new Set(flagNames.filter((name) => client.isEnabled(name))))
  }
  client.on('ready', tell)
  client.on('update', tell)
  client.on('error', (error: unknown) => {
    if (isAboutMetrics(error)) return
    // The client counts itself ready only after a first answer; flags that it remembers will do too.
    if (client.getAllToggles().length > 0) tell()
    else listener.failed(toCallError(error))
  })
  void client.start()
}

/** The client has no time limit of its own and stores whatever it is given. */
async function fetchFlags(environment: Environment, address: string, request: RequestInit) {
  const timeout = environment.timeout(callTimeout)
  let response: Response
  try {
    response = await environment.fetch(address, {
      ...request,
      signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
    })
  } catch (error) {
    request.signal?.throwIfAborted()
    throw new CallError(call, { kind: timeout.aborted ? 'timeout' : 'unreachable' }, error)
  }
  if (response.status === 200 && request.method !== 'POST') await checkFlags(response.clone())
  return response
}

async function checkFlags(response: Response): Promise<void> {
  const answer: unknown = await response.json().catch(() => null)
  const isFlagSet =
    typeof answer === 'object' &&
    answer !== null &&
    'toggles' in answer &&
    Array.isArray(answer.toggles)
  if (!isFlagSet) throw new CallError(call, { kind: 'malformed', detail: 'toggles' })
}

function isAboutMetrics(error: unknown): boolean {
  return typeof error === 'object' && error !== null && Reflect.get(error, 'type') === 'metrics'
}

function toCallError(error: unknown): CallError {
  const { code, error: cause } = error as { code?: number; error?: unknown }
  if (cause instanceof CallError) return cause
  return code === undefined
    ? new CallError(call, { kind: 'unreachable' }, error)
    : new CallError(call, { kind: 'status', status: code, said: [], retryAfter: null })
}
