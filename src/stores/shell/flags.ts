import { atom } from 'nanostores'
import { UnleashClient, type IStorageProvider } from 'unleash-proxy-client'
import { CallError, statusOf } from '../../lib/api/errors.ts'
import { fetchInTime, refused } from '../../lib/api/fetch-in-time.ts'
import type { PublicConfiguration } from '../../lib/configuration/variables.ts'
import { logError, readJson, type Environment } from '../../lib/environment.ts'
import { failureMessage, noteFailure, type Failure } from '../../lib/failure.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { flagMetricsFirstSeconds, flagMetricsIntervalSeconds } from '../../lib/limits.ts'

export const flagNames = ['dry_run', 'test_mode', 'skip_final_redirect'] as const
export type FlagName = (typeof flagNames)[number]

/** `enabled`: the flags that are on, as the service answered last. A call that fails later changes nothing. */
export type FlagsState =
  | { status: 'loading' }
  | { status: 'ready'; enabled: readonly FlagName[] }
  | { status: 'failed'; detail: Failure }

export type Flags = ReturnType<typeof createFlags>

/** The feature flags (§4, §7): ready with what this browser remembers or the first answer, and from then on. */
export function createFlags(environment: Environment, { flags }: PublicConfiguration) {
  const $flags = atom<FlagsState>({ status: 'loading' })
  const location = environment.location()
  // The client needs an address: a path lies on the portal's own origin.
  const url = flags.url.startsWith('/') ? new URL(flags.url, location).href : flags.url
  const storage = flagStorage(environment)
  let client: UnleashClient | null = null

  function tell(error: CallError): void {
    const reason = flagFailure(error, { url, origin: location.origin })
    const state = $flags.get()
    // They are asked for again and again: what was told stands, with its reference.
    const isTold = state.status === 'failed' && state.detail.key === reason.key
    if (state.status === 'ready' || isTold) return
    const detail = noteFailure(environment, 'the flags could not be had', error, reason)
    $flags.set({ status: 'failed', detail })
  }

  async function ask(address: string, request: RequestInit): Promise<Response> {
    if (address.endsWith('/client/metrics')) return environment.fetch(address, request)
    try {
      return await readFlags(environment, address, request)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      tell(error)
      // The client makes its own error of a status (§8), and writes of any other to the console.
      if (error.failure.kind !== 'status') throw error
      return new Response(null, { status: error.failure.status })
    }
  }

  return {
    $flags,
    isEnabled: (name: FlagName): boolean => {
      const state = $flags.get()
      if (state.status !== 'ready') return false
      // The client counts each use for the service.
      client?.isEnabled(name)
      return state.enabled.includes(name)
    },
    /** Takes what this browser remembers, or asks; the client then refreshes them as long as the page is there. */
    start: async (): Promise<void> => {
      const isKnown = (await storage.get('repo')) !== undefined
      const started = new UnleashClient({
        url,
        clientKey: flags.clientKey,
        appName: flags.appName,
        environment: flags.environment,
        refreshInterval: flags.refreshSeconds,
        metricsInterval: flagMetricsIntervalSeconds,
        metricsIntervalInitial: flagMetricsFirstSeconds,
        usePOSTrequests: flags.method === 'POST',
        storageProvider: storage,
        fetch: ask,
      })
      client = started
      function setReady(): void {
        const on = new Set(started.getAllToggles().map(({ name, enabled }) => enabled && name))
        $flags.set({ status: 'ready', enabled: flagNames.filter((name) => on.has(name)) })
      }
      started.on('update', setReady)
      const initialized = new Promise((resolve) => started.once('initialized', resolve))
      const asked = started.start()
      await (isKnown ? initialized.then(setReady) : asked)
    },
  }
}

/** Where the flag client keeps what it knows (§7); what is no list of flags, or no session id, is not known. */
function flagStorage(environment: Environment): IStorageProvider {
  const { sharedStorage } = environment
  const keyOf = (name: string) => `unleash:repository:${name}`
  const isFlag = (flag: unknown) => typeof (Object(flag) as { name?: unknown }).name === 'string'
  return {
    get: (name) => {
      const kept = readJson(sharedStorage, keyOf(name))
      const isUsable =
        name === 'repo'
          ? Array.isArray(kept) && kept.every(isFlag)
          : typeof kept === 'string' && /^\d{1,9}$/.test(kept)
      return Promise.resolve(isUsable ? kept : undefined)
    },
    save: (name, value) => {
      try {
        sharedStorage.setItem(keyOf(name), JSON.stringify(value))
      } catch (error) {
        logError(environment, 'this browser could not remember the flags', error)
        // The next page asks rather than takes older ones for what they are now.
        sharedStorage.removeItem(keyOf(name))
      }
      return Promise.resolve()
    },
  }
}

/** Asks with a time limit, which the client lacks; refuses answers without flags, which it would store. */
async function readFlags(environment: Environment, address: string, request: RequestInit) {
  const call = 'GET flags'
  const response = await fetchInTime(environment, call, address, request)
  const { ok, status } = response
  if (!ok && status !== 304) throw refused(call, response, environment.now())
  const answer: unknown =
    ok &&
    (await response
      .clone()
      .json()
      .catch(() => null))
  if (ok && !Array.isArray((Object(answer) as { toggles?: unknown }).toggles)) {
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

/** Why there are no flags, in words that tell an operator what to check: which service allows which origin. */
function flagFailure(error: CallError, parameters: Record<'url' | 'origin', string>): Message {
  const key = failures[statusOf(error) ?? error.failure.kind]
  return key ? { key, parameters } : failureMessage(error)
}
