import { scrubText } from './scrub-text.ts'

/** Names under which reports carry the part of an address that may hold codes, names and ids. */
const addressParts: ReadonlySet<string> = new Set([
  'query_string',
  'http.query',
  'http.fragment',
  'url.query',
  'url.fragment',
])

/** The portal's own style sheets in a replay, which would look broken without their colours. */
const styleSheet = '_cssText'

/** The form of a release's name, which `scrubText` would take for a mail address. */
const releaseForm = /^koppelpunt@\d+\.\d+\.\d+(?:-[\w.]+)?\+[\w-]+$/

/** The name of a release, in the form by which the reporting service orders and groups. */
export const releaseOf = (version: string, build: string): string =>
  `koppelpunt@${version}+${build}`

/** A copy of a report in which nothing personal is left, however deep: see `scrubText`. */
export function scrub<Report>(report: Report): Report {
  return scrubValue(report) as Report
}

function scrubValue(value: unknown): unknown {
  if (typeof value === 'string') return releaseForm.test(value) ? value : scrubText(value)
  if (Array.isArray(value)) return value.map(scrubValue)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !addressParts.has(name))
      .map(([name, part]) => [name, name === styleSheet ? part : scrubValue(part)]),
  )
}

/** Other objects, such as elements of the page, stay as they are. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** What is sent to the reporting service: headers, and items of a header and a payload each. */
type Envelope = [unknown, unknown[]]
type Item = [Record<string, unknown>, unknown]

const lineEnd = '\n'

/** A copy of an envelope in which nothing personal is left (see `scrub`), recordings included. */
export function scrubEnvelope<Sent>(envelope: Sent): Sent {
  const [headers, items] = envelope as Envelope
  return [scrub(headers), (items as Item[]).map(scrubItem)] as Sent
}

function scrubItem([header, payload]: Item): Item {
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) {
    return [header, scrub(payload)]
  }
  // A session replay: a line that names its segment, and a line of recorded events.
  const text = typeof payload === 'string' ? payload : new TextDecoder().decode(payload)
  const lines = text.split(lineEnd).map((line) => JSON.stringify(scrub(JSON.parse(line))))
  const scrubbed = new TextEncoder().encode(lines.join(lineEnd))
  return [{ ...header, length: scrubbed.length }, scrubbed]
}
