import { inflateSync } from 'node:zlib'
import { Hono } from 'hono'
import type { Sandbox, SandboxEnv } from './sandbox.ts'

/** One item of what a portal sent to its error-reporting service, or one violation of its policy. */
export interface ReceivedReport {
  /** As that service calls it, such as `event`, `transaction` or `replay_recording`; or `violation`. */
  type: string
  /** What was said of the item and of everything that came along with it. */
  headers: readonly unknown[]
  /** Parsed; of a recording its header and its events. */
  payload: unknown
}

const LINE_END = 0x0a

/** A text in JSON, compressed or not. */
function parsed(bytes: Buffer): unknown {
  const isCompressed = bytes[0] === 0x78
  return JSON.parse((isCompressed ? inflateSync(bytes) : bytes).toString())
}

/**
 * The items of an envelope: a line of headers, and for each item a line of its own headers and a
 * payload, which ends after `length` bytes or with its line. Throws for anything else.
 */
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
    reports.push({
      type: header.type,
      headers: [common, header],
      payload: readPayload(header.type, payload),
    })
  }
  return reports
}

function readPayload(type: string, payload: Buffer): unknown {
  if (type !== 'replay_recording') return parsed(payload)
  const end = payload.indexOf(LINE_END)
  return [parsed(payload.subarray(0, end)), parsed(payload.subarray(end + 1))]
}

/** Enough for the longest test, and bounded for a sandbox that runs for days. */
const limit = 500

/**
 * The error-reporting service, mounted where `reportingDsn` leads: it keeps what comes in, for tests
 * and for whoever wants to see what a portal tells.
 */
export function errorReports({ reports }: Sandbox) {
  const app = new Hono<SandboxEnv>()
  const keep = (...received: typeof reports) => {
    reports.push(...received)
    reports.splice(0, reports.length - limit)
  }

  app.post('/api/:project/envelope/', async (c) => {
    try {
      keep(...readEnvelope(Buffer.from(await c.req.arrayBuffer())))
    } catch (error) {
      return c.json({ detail: `This is no envelope: ${String(error)}` }, 400)
    }
    return c.json({})
  })

  // One by one (`report-uri`), or several of any kind (`report-to`).
  app.post('/api/:project/security/', async (c) => {
    const told = [await c.req.json<unknown>()].flat()
    keep(...told.map((payload) => ({ type: 'violation', headers: [], payload })))
    return c.body(null, 201)
  })

  return app
}
