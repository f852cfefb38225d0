import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import type { FlagName } from '../../../src/stores/shell/flags.ts'

export const unleashClientKey = 'default:development.koppelpunt-frontend'
export const unleashBackendKey = 'default:development.koppelpunt-backend'
export const unleashAdminKey = '*:*.koppelpunt-admin'

const POLL_MILLISECONDS = 100

const toggleList = z.object({ toggles: z.array(z.object({ name: z.string() })) })
const usage = z.object({
  lastHourUsage: z.array(z.object({ yes: z.number(), no: z.number() })),
})

/**
 * Creates a client for Unleash.
 *
 * @param url origin of the service
 */
export function createUnleashClient(url: string) {
  const frontendUrl = `${url}/api/frontend`

  async function call(method: string, path: string, key: string): Promise<unknown> {
    const answer = await fetch(`${url}/api${path}`, { method, headers: { authorization: key } })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} /api${path}: ${answer.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }

  const enabledFlags = async () =>
    toggleList
      .parse(await call('GET', '/frontend', unleashClientKey))
      .toggles.map(({ name }) => name)

  return {
    url,
    frontendUrl,
    clientKey: unleashClientKey,
    backendKey: unleashBackendKey,
    /** Sets a flag and resolves when the front-end API returns it. */
    setFlag: async (name: FlagName, isEnabled: boolean) => {
      const state = isEnabled ? 'on' : 'off'
      const environment = `/admin/projects/default/features/${name}/environments/development`
      await call('POST', `${environment}/${state}`, unleashAdminKey)
      while ((await enabledFlags()).includes(name) !== isEnabled) await pause(POLL_MILLISECONDS)
    },
    metrics: async (name: FlagName) => {
      const { lastHourUsage } = usage.parse(
        await call('GET', `/admin/client-metrics/features/${name}`, unleashAdminKey),
      )
      const sum = (count: 'yes' | 'no') => lastHourUsage.reduce((all, hour) => all + hour[count], 0)
      return { yes: sum('yes'), no: sum('no') }
    },
  }
}

export type UnleashControl = ReturnType<typeof createUnleashClient>
