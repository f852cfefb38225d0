import { inflateSync } from 'node:zlib'

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
