import { UnleashClient } from 'unleash-proxy-client'
import { CallError } from '../api/errors.ts'
import type { PublicConfiguration } from '../configuration/variables.ts'
import type { Environment } from '../environment.ts'
import { flagMetricsFirstSeconds, flagMetricsIntervalSeconds } from '../limits.ts'
import { keep, readKept, type EnabledFlags } from './known.ts'
import { flagNames } from './names.ts'
import type { FlagService } from './service.ts'

/**
 * Starts the flag client (§7), which asks at once and refreshes as long as the page is there.
 *
 * @param known is told each set that is fetched
 */
export function followFlags(
  environment: Environment,
  { flags }: PublicConfiguration,
  service: FlagService,
  known: (enabled: EnabledFlags) => void,
): void {
  const storageProvider = {
    get: (name: string) => Promise.resolve(readKept(environment.sharedStorage, name)),
    save: (name: string, value: unknown) => {
      keep(environment, name, value)
      return Promise.resolve()
    },
  }
  const client = new UnleashClient({
    url: service.url,
    clientKey: flags.clientKey,
    appName: flags.appName,
    environment: flags.environment,
    refreshInterval: flags.refreshSeconds,
    metricsInterval: flagMetricsIntervalSeconds,
    metricsIntervalInitial: flagMetricsFirstSeconds,
    usePOSTrequests: flags.method === 'POST',
    storageProvider,
    fetch: async (address: string, request: RequestInit) => {
      // For metrics too.
      if (service.isRefused()) return new Promise(() => undefined)
      if (address.endsWith('/client/metrics')) return environment.fetch(address, request)
      try {
        return await service.ask(address, request)
      } catch (error) {
        // The client makes its own error of a status (§8).
        if (error instanceof CallError && error.cause instanceof Response) return error.cause
        throw error
      }
    },
  })
  client.on('update', () => known(new Set(flagNames.filter((name) => client.isEnabled(name)))))
  void client.start()
}
