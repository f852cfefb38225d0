import type { InjectedFault } from '../sandbox/control/faults.ts'
import type { RecordedRequest } from '../sandbox/control/recorder.ts'
import type { Settings } from '../sandbox/database/settings.ts'
import type { Row, TableName } from '../sandbox/database/database.ts'
import type { ReceivedReport } from '../sandbox/reports.ts'
import { start, type StartOptions } from '../sandbox/start.ts'

interface Flag {
  enabled: boolean
  variant?: { name: string; enabled: boolean; payload?: { type: string; value: string } }
  impressionData?: boolean
}

type KeyToConnect =
  { id: string } | { administration_id: number | string; location_id: number | string }

/**
 * A client of the sandbox's control surface (contract §5) at `url`, the sandbox's origin.
 * Every verb rejects with the sandbox's own message when the sandbox refuses the input.
 */
export function sandboxControl(url: string) {
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${url}/sandbox${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} /sandbox${path}: ${answer.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const change = async (method: string, path: string, body?: unknown) => {
    await call(method, path, body)
  }

  return {
    url,
    /** Restores the practice data, the settings and the flags; clears faults, requests and reports. */
    reset: (numbered: { administrations?: number; ledgers?: number } = {}) =>
      change('POST', '/reset', numbered),
    setFlag: (name: string, flag: Flag) =>
      change('PUT', `/flags/${encodeURIComponent(name)}`, flag),
    settings: async () => (await call('GET', '/settings')) as Settings,
    changeSettings: (changes: Partial<Omit<Settings, 'sessionEpoch'>>) =>
      change('PUT', '/settings', changes),
    /** The recorded calls, oldest first; only those to `path` where given. */
    requests: async (path?: string) => {
      const recorded = (await call('GET', '/requests')) as RecordedRequest[]
      return path === undefined ? recorded : recorded.filter((request) => request.path === path)
    },
    /** What browsers asked before they sent a call from another origin: method and path, oldest first. */
    preflights: async () => (await call('GET', '/preflights')) as string[],
    /** What portals reported of errors, traces, replays and violations of the policy, oldest first. */
    reports: async () => (await call('GET', '/reports')) as ReceivedReport[],
    /** Until every call that the sandbox took on has ended. */
    settled: async () => {
      const isUnderWay = ({ finishedAt }: RecordedRequest) => finishedAt === null
      while (((await call('GET', '/requests')) as RecordedRequest[]).some(isUnderWay)) {
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    },
    clearRequests: () => change('DELETE', '/requests'),
    injectFault: (fault: InjectedFault) => change('POST', '/faults', fault),
    /** Has a fault strike the next call to a path. */
    strikeNext: (method: InjectedFault['method'], path: string, fault: InjectedFault['fault']) =>
      change('POST', '/faults', { method, path, times: 1, fault }),
    /** Has the next call to a path answered with a status. */
    failNext: (method: InjectedFault['method'], path: string, status = 500) =>
      change('POST', '/faults', { method, path, times: 1, fault: { kind: 'status', status } }),
    /** Has every call to a path carried out so many milliseconds late. */
    delay: (method: InjectedFault['method'], path: string, milliseconds: number) =>
      change('POST', '/faults', { method, path, fault: { kind: 'delay', milliseconds } }),
    clearFaults: () => change('DELETE', '/faults'),
    rows: async <Name extends TableName>(table: Name) =>
      (await call('GET', `/rows/${table}`)) as Row<Name>[],
    /** Couples a key at once, without the activation page. */
    connectKey: async (key: KeyToConnect) =>
      (await call('POST', '/keys/connect', key)) as Row<'keys'>,
    /** An access token for one of the accounts, without a browser; for another API where one is named. */
    token: async (email: string, audience?: string) => {
      const { access_token } = (await call('POST', '/token', { email, audience })) as {
        access_token: string
      }
      return access_token
    },
    /** Ends every session and refresh token; issued access tokens too where asked. */
    revokeSessions: (options: { accessTokens?: boolean } = {}) =>
      change('POST', '/sessions/revoke', options),
  }
}

export type SandboxControl = ReturnType<typeof sandboxControl>

/** A sandbox of its own for a test: in memory, on a free port. Close it when done. */
export async function startTestSandbox(options: Partial<StartOptions> = {}) {
  const { url, close } = await start({ port: 0, db: ':memory:', ...options })
  return { ...sandboxControl(url), close }
}
