import type { InjectedFault } from '../sandbox/control/faults.ts'
import type { RecordedRequest } from '../sandbox/control/recorder.ts'
import type { Settings } from '../sandbox/database/settings.ts'
import type { Row, DatabaseTableName } from '../sandbox/database/database.ts'
import type { ReceivedReport } from '../sandbox/reports.ts'
import { startSandbox, type StartOptions } from '../sandbox/start.ts'

interface Flag {
  enabled: boolean
  variant?: { name: string; enabled: boolean; payload?: { type: string; value: string } }
  impressionData?: boolean
}

type KeyToConnect =
  { id: string } | { administration_id: number | string; location_id: number | string }

export interface ApiRequest {
  query?: Readonly<Record<string, string>> | undefined
  headers?: Readonly<Record<string, string>> | undefined
  body?: unknown
  /** Access token, by default of an administrator. Empty to send none. */
  bearer?: string | undefined
}

/** Creates a client of the sandbox's control API (contract §5). */
export function createSandboxControl(url: string) {
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
  const readRequests = async () => (await call('GET', '/requests')) as RecordedRequest[]
  const createToken = async (email: string, audience?: string) =>
    ((await call('POST', '/token', { email, audience })) as { access_token: string }).access_token

  return {
    url,
    /** Resets the sandbox's data, faults, recorded requests and reports. */
    reset: (numbered: { administrations?: number; ledgers?: number } = {}) =>
      change('POST', '/reset', numbered),
    setFlag: (name: string, flag: Flag) =>
      change('PUT', `/flags/${encodeURIComponent(name)}`, flag),
    settings: async () => (await call('GET', '/settings')) as Settings,
    changeSettings: (changes: Partial<Omit<Settings, 'sessionEpoch'>>) =>
      change('PUT', '/settings', changes),
    /** Returns the recorded requests, oldest first, optionally of one path. */
    requests: async (path?: string) =>
      (await readRequests()).filter((request) => path === undefined || request.path === path),
    preflights: async () => (await call('GET', '/preflights')) as string[],
    /** Returns the received reports, oldest first. */
    reports: async () => (await call('GET', '/reports')) as ReceivedReport[],
    settled: async () => {
      const isUnderWay = ({ finishedAt }: RecordedRequest) => finishedAt === null
      while ((await readRequests()).some(isUnderWay)) {
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    },
    clearRequests: () => change('DELETE', '/requests'),
    injectFault: (fault: InjectedFault) => change('POST', '/faults', fault),
    strikeNext: (method: InjectedFault['method'], path: string, fault: InjectedFault['fault']) =>
      change('POST', '/faults', { method, path, times: 1, fault }),
    answer: (method: InjectedFault['method'], path: string, body: unknown) =>
      change('POST', '/faults', { method, path, fault: { kind: 'answer', body } }),
    failNext: (method: InjectedFault['method'], path: string, status = 500) =>
      change('POST', '/faults', { method, path, times: 1, fault: { kind: 'status', status } }),
    /** Makes all further calls fail, until the faults are cleared. */
    fail: (method: InjectedFault['method'], path: string, status = 500) =>
      change('POST', '/faults', { method, path, fault: { kind: 'status', status } }),
    delay: (method: InjectedFault['method'], path: string, milliseconds: number) =>
      change('POST', '/faults', { method, path, fault: { kind: 'delay', milliseconds } }),
    clearFaults: () => change('DELETE', '/faults'),
    rows: async <Name extends DatabaseTableName>(table: Name) =>
      (await call('GET', `/rows/${table}`)) as Row<Name>[],
    connectKey: async (key: KeyToConnect) =>
      (await call('POST', '/keys/connect', key)) as Row<'keys'>,
    /** Returns an account's access token, by default for the product API. */
    token: createToken,
    /** Sends a request to the product API, for example `callApi('GET /serials/serial/1001')`. */
    callApi: async (name: string, { query, headers, body, bearer }: ApiRequest = {}) => {
      const [method = '', path = ''] = name.split(' ')
      const token = bearer ?? (await createToken('admin@koppelpunt.test'))
      const response = await fetch(`${url}/api${path}?${new URLSearchParams(query)}`, {
        method,
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
    },
    /** Ends all sessions and revokes their refresh tokens. */
    revokeSessions: (options: { accessTokens?: boolean } = {}) =>
      change('POST', '/sessions/revoke', options),
  }
}

export type SandboxControl = ReturnType<typeof createSandboxControl>

export async function startTestSandbox(options: Partial<StartOptions> = {}) {
  const { url, close } = await startSandbox({ port: 0, db: ':memory:', ...options })
  return { ...createSandboxControl(url), close }
}
