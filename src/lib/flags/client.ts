import { LocalStorageProvider, UnleashClient } from 'unleash-proxy-client'
import * as z from 'zod/mini'
import { CallError, statusOf } from '../api/errors.ts'
import { fetchInTime } from '../api/fetch-in-time.ts'
import type { PublicConfiguration } from '../configuration/variables.ts'
import type { Environment } from '../environment.ts'
import { failureMessage } from '../failure.ts'
import type { Message, MessageKey } from '../i18n/messages.ts'
import {
  coldFlagTries,
  flagMetricsFirstSeconds,
  flagMetricsIntervalSeconds,
  retryPause,
} from '../limits.ts'
import { flagNames, type FlagName } from './names.ts'

interface Listener {
  /** The flags that are on: the last known ones at once, then each set that is fetched. */
  known: (enabled: ReadonlySet<FlagName>) => void
  /** The flags could not be fetched this time: why, and what to check. */
  failed: (error: CallError, reason: Message) => void
}

const call = 'GET flags'

const flagList = z.array(z.looseObject({ name: z.string() }))
/** Of the browser, as the client names it (§3). */
const sessionId = z.string().check(z.regex(/^\d{1,9}$/))

/** The flags that this browser remembers. What is no list of flags, or no session id, is ignored. */
class KnownFlags extends LocalStorageProvider {
  read(name: string): unknown {
    return z.safeParse(name === 'repo' ? flagList : sessionId, super.get(name)).data
  }

  override get(name: string): Promise<unknown> {
    return Promise.resolve(this.read(name))
  }
}

/**
 * Starts the flag client (§7), which refreshes as long as the page is there. In a browser that knows no
 * flags yet, a first failure is not reported: the client asks once more.
 */
export function startFlagClient(
  environment: Environment,
  { flags }: PublicConfiguration,
  listener: Listener,
): void {
  const storageProvider = new KnownFlags()
  const location = environment.location()
  // The client needs an address: a path lies on the portal's own origin.
  const url = flags.url.startsWith('/') ? new URL(flags.url, location).href : flags.url
  let isRefused = false
  let tries = coldFlagTries

  async function ask(address: string, request: RequestInit): Promise<Response> {
    for (;;) {
      tries -= 1
      try {
        return await fetchFlags(environment, address, request)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        isRefused = [401, 403].includes(statusOf(error) ?? 0)
        if (tries <= 0 || isRefused) {
          listener.failed(error, flagFailure(error, { url, origin: location.origin }))
          // The client makes its own error of a status (§8).
          if (error.cause instanceof Response) return error.cause
          throw error
        }
        await environment.wait(environment.random() * retryPause, request.signal ?? undefined)
      }
    }
  }

  const client = new UnleashClient({
    url,
    clientKey: flags.clientKey,
    appName: flags.appName,
    environment: flags.environment,
    refreshInterval: flags.refreshSeconds,
    metricsInterval: flagMetricsIntervalSeconds,
    metricsIntervalInitial: flagMetricsFirstSeconds,
    usePOSTrequests: flags.method === 'POST',
    storageProvider,
    fetch: async (address: string, request: RequestInit) => {
      // A key that was refused once is refused again, for metrics too. The next load of the page asks anew.
      if (isRefused) return new Promise(() => undefined)
      if (address.endsWith('/client/metrics')) return environment.fetch(address, request)
      return ask(address, request)
    },
  })
  const tell = () => {
    tries = 0
    listener.known(new Set(flagNames.filter((name) => client.isEnabled(name))))
  }
  client.on('initialized', () => {
    // Without stored flags nothing is known yet; an empty list means that every flag is off.
    if (storageProvider.read('repo')) tell()
  })
  client.on('update', tell)
  void client.start()
}

/**
 * Asks the service with a time limit, which the client lacks, and refuses answers without flags, which
 * the client would store.
 *
 * @throws {CallError} when there is no answer, a refusal (its cause), or a success without a set of
 *   flags
 */
async function fetchFlags(environment: Environment, address: string, request: RequestInit) {
  const response = await fetchInTime(environment, call, address, request)
  const { ok, status } = response
  if (!ok && status !== 304) throw new CallError(call, { kind: 'status', status }, response)
  const answer = (await response
    .clone()
    .json()
    .catch(() => null)) as { toggles?: unknown } | null
  if (ok && !Array.isArray(answer?.toggles)) {
    throw new CallError(call, { kind: 'malformed', detail: 'toggles' })
  }
  return response
}

const failures: Partial<Record<string, MessageKey>> = {
  unreachable: 'failure:flagsUnreachable',
  401: 'failure:flagsKey',
  403: 'failure:flagsKeyKind',
  404: 'failure:flagsAddress',
  malformed: 'failure:flagsAddress',
}

/**
 * Why there are no flags, in words that tell an operator what to check.
 *
 * @param parameters addresses of the flag service, and of the portal, which that service has to allow
 */
function flagFailure(error: CallError, parameters: Record<'url' | 'origin', string>): Message {
  const key = failures[statusOf(error) ?? error.failure.kind]
  return key ? { key, parameters } : failureMessage(error)
}
