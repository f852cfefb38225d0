import type { Hono } from 'hono'
import { reportsPath } from './portal-environment.ts'
import type { Sandbox, SandboxEnv } from './sandbox.ts'

/** Error report, or violation of the portal's security policy. */
export interface ReceivedReport {
  /** Type of the report, such as `event`, `transaction`, `replay_recording` or `violation`. */
  type: string
  headers: readonly unknown[]
  payload: unknown
}

const LINE_END = 0x0a

const parsed = (bytes: Buffer): unknown => JSON.parse(bytes.toString())

/** Parses a Sentry envelope, and throws if it is malformed. */
export function readEnvelope(envelope: Buffer): ReceivedReport[] {
  let rest = envelope
  const take = (length: number) => {
    const taken = rest.subarray(0, length)
    rest = rest.subarray(length + 1)
    return taken
  }
  const takeLine = () => take(rest.includes(LINE_END) ? rest.indexOf(LINE_END) : rest.length)

  const common = parsed(takeLine())
  const reports: ReceivedReport[] = []
  while (rest.length > 0) {
    const header = parsed(takeLine()) as { type: string; length?: number }
    const payload = header.length === undefined ? takeLine() : take(header.length)
    const { type } = header
    const lines = payload.toString().split('\n')
    const content =
      type === 'replay_recording' ? lines.map((line): unknown => JSON.parse(line)) : parsed(payload)
    reports.push({ type, headers: [common, header], payload: content })
  }
  return reports
}

/** Limits the memory of a long-running sandbox. */
const limit = 500

/** Adds the routes of the error-reporting service, which stores all reports. */
export function addErrorReportRoutes(app: Hono<SandboxEnv>, { reports }: Sandbox): void {
  const keep = (...received: typeof reports) => {
    reports.push(...received)
    reports.splice(0, reports.length - limit)
  }

  app.post(`${reportsPath}/api/:project/envelope/`, async (c) => {
    try {
      keep(...readEnvelope(Buffer.from(await c.req.arrayBuffer())))
    } catch (error) {
      return c.json({ detail: `This is no envelope: ${String(error)}` }, 400)
    }
    return c.json({})
  })

  // Browsers send one violation (`report-uri`) or several reports (`report-to`).
  app.post(`${reportsPath}/api/:project/security/`, async (c) => {
    const violations = [await c.req.json<unknown>()].flat()
    keep(...violations.map((payload) => ({ type: 'violation', headers: [], payload })))
    return c.body(null, 201)
  })
}
