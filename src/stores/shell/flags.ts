import { atom } from 'nanostores'
import { UnleashClient, type IStorageProvider } from 'unleash-proxy-client'
import { CallError, getHttpStatus } from '../../lib/api/errors.ts'
import { fetchWithTimeout, createRefusedError } from '../../lib/api/fetch-in-time.ts'
import type { PublicConfiguration } from '../../lib/configuration/variables.ts'
import { logError, readJson, type Environment } from '../../lib/environment.ts'
import { createFailureMessage, logFailure, type Failure } from '../../lib/failure.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { flagMetricsDelaySeconds, flagMetricsIntervalSeconds } from '../../lib/limits.ts'

export const flagNames = ['dry_run', 'test_mode', 'skip_final_redirect'] as const
export type FlagName = (typeof flagNames)[number]

/** `enabled` lists the enabled flags of the last successful response. */
export type FlagsState =
  | { status: 'loading' }
  | { status: 'ready'; enabled: readonly FlagName[] }
  | { status: 'failed'; detail: Failure }

export type Flags = ReturnType<typeof createFlags>

/** Creates the store of the feature flags (§4, §7). */
export function createFlags(environment: Environment, { flags }: PublicConfiguration) {
  const $flags = atom<FlagsState>({ status: 'loading' })
  const location = environment.location()
  // The flag client requires an absolute URL.
  const url = flags.url.startsWith('/') ? new URL(flags.url, location).href : flags.url
  const storage = createFlagStorage(environment)
  let client: UnleashClient | null = null

  function fail(error: CallError): void {
    const message = failureText(error, { url, origin: location.origin })
    const state = $flags.get()
    // Equal failures share one reference, because the flag client retries often.
    const isShown = state.status === 'failed' && state.detail.key === message.key
    if (state.status === 'ready' || isShown) return
    const detail = logFailure(environment, 'the flags could not be had', error, message)
    $flags.set({ status: 'failed', detail })
  }

  async function fetchForClient(address: string, request: RequestInit): Promise<Response> {
    if (address.endsWith('/client/metrics')) return environment.fetch(address, request)
    try {
      return await readFlags(environment, address, request)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      fail(error)
      // The flag client itself handles only failed HTTP statuses.
      if (error.failure.kind !== 'status') throw error
      return new Response(null, { status: error.failure.status })
    }
  }

  return {
    $flags,
    isEnabled: (name: FlagName): boolean => {
      const state = $flags.get()
      if (state.status !== 'ready') return false
      client?.isEnabled(name)
      return state.enabled.includes(name)
    },
    /** Starts the flag client, and resolves once flags are available. */
    start: async (): Promise<void> => {
      const isRemembered = (await storage.get('repo')) !== undefined
      const started = new UnleashClient({
        url,
        clientKey: flags.clientKey,
        appName: flags.appName,
        environment: flags.environment,
        refreshInterval: flags.refreshSeconds,
        metricsInterval: flagMetricsIntervalSeconds,
        metricsIntervalInitial: flagMetricsDelaySeconds,
        usePOSTrequests: flags.method === 'POST',
        storageProvider: storage,
        fetch: fetchForClient,
      })
      client = started
      function setReady(): void {
        const enabled = new Set(started.getAllToggles().map(({ name, enabled }) => enabled && name))
        $flags.set({ status: 'ready', enabled: flagNames.filter((name) => enabled.has(name)) })
      }
      started.on('update', setReady)
      const initialized = new Promise((resolve) => started.once('initialized', resolve))
      const fetched = started.start()
      await (isRemembered ? initialized.then(setReady) : fetched)
    },
  }
}

/** Creates a flag storage that ignores malformed values (§7). */
function createFlagStorage(environment: Environment): IStorageProvider {
  const { sharedStorage } = environment
  const keyOf = (name: string) => `unleash:repository:${name}`
  const isFlag = (flag: unknown) => typeof (Object(flag) as { name?: unknown }).name === 'string'
  return {
    get: (name) => {
      const stored = readJson(sharedStorage, keyOf(name))
      const isUsable =
        name === 'repo'
          ? Array.isArray(stored) && stored.every(isFlag)
          : typeof stored === 'string' && /^\d{1,9}$/.test(stored)
      return Promise.resolve(isUsable ? stored : undefined)
    },
    save: (name, value) => {
      try {
        sharedStorage.setItem(keyOf(name), JSON.stringify(value))
      } catch (error) {
        logError(environment, 'this browser could not remember the flags', error)
        // The next page must not use outdated flags.
        sharedStorage.removeItem(keyOf(name))
      }
      return Promise.resolve()
    },
  }
}

/** Fetches and validates flags, because the flag client validates nothing. */
async function readFlags(environment: Environment, address: string, request: RequestInit) {
  const call = 'GET flags'
  const response = await fetchWithTimeout(environment, call, address, request)
  if (response.status === 304) return response
  if (!response.ok) throw createRefusedError(call, response, environment.now())
  const copy = response.clone()
  const { toggles } = Object(await copy.json().catch(() => null)) as { toggles?: unknown }
  if (!Array.isArray(toggles)) throw new CallError(call, { kind: 'malformed', detail: 'toggles' })
  return response
}

const failures: Partial<Record<string, MessageKey>> = {
  unreachable: 'failure:flagsUnreachable',
  401: 'failure:flagsKey',
  403: 'failure:flagsKeyKind',
  404: 'failure:flagsAddress',
  malformed: 'failure:flagsAddress',
}

/** Returns a message that tells operators what to check. */
function failureText(error: CallError, parameters: Record<'url' | 'origin', string>): Message {
  const key = failures[getHttpStatus(error) ?? error.failure.kind]
  return key ? { key, parameters } : createFailureMessage(error)
}
