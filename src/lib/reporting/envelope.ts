import { scrub } from './scrub.ts'

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
