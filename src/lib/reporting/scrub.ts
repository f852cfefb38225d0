/** What takes the place of an id, a mail address, a token, and of what is not known to be harmless. */
const id = '{id}'
const mail = '[mail]'
const token = '[token]'
const leftOut = '[left out]'

/**
 * Each pattern starts at a word or has a bounded length, so that a long text without a match takes time
 * in proportion to its length. A replay has many such texts.
 */
const rules: readonly (readonly [RegExp, string])[] = [
  // Queries and fragments: behind any path, behind a bare name, and of addresses inside others.
  [/(?<![^\s"'<>?#])(?=[^\s"'<>?#]*\/)([^\s"'<>?#]*)[?#][^\s"'<>]*/g, '$1'],
  [/[?#](?=[\w.~%[\]-]{1,64}=)[^\s"'<>]*/g, ''],
  [/%(?:25)*(?:3f|23)[^\s"'<>]*/gi, ''],
  // What is left of them, such as `successUrl=…` and the body of a form.
  [/\b[\w.~%[\]-]{1,64}=(?![\s"'=>])[^\s"'<>]+/g, leftOut],
  [/(?<![^\s"<>@/])[^\s"<>@/]*(?:@|%(?:25)*40)(?=[^\s"'<>@/]{0,255}\.)[^\s"'<>@/]+/gi, mail],
  // JSON web tokens, and opaque ones, which are known by their length alone.
  [/\beyJ[\w-]{5,}(?:\.[\w-]*){1,4}/g, token],
  [/\bBearer\s+[^\s"'<>]+/gi, `Bearer ${token}`],
  [/[\w-]{40,}/g, token],
  [/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, id],
  // Ids in paths: whatever stands where a call of §7 has one, and numbers anywhere.
  [
    /\b((?:serials\/serial|locations\/location|snelstart\/(?:keys|company|relations)|journals\/grootboeken|accounting\/paymentledgers)\/)(?!(?:list|info|import|unconnected)(?![\w.~%-]))[^/?#\s"'<>:,;]+/g,
    `$1${id}`,
  ],
  [/(\/|%(?:25)*2f)\d+(?![\w.-])/gi, `$1${id}`],
]

/**
 * A text without queries, fragments, values of parameters, mail addresses, tokens and ids: of an address its path is
 * left, as a template. Names of people are kept out of messages, and replays mask all text.
 */
export const scrubText = (text: string) =>
  rules.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text)

/**
 * The names under which texts, and what has parts, may leave: of events, traces, sessions and what came
 * along with them, then of the nodes and attributes of a replay. Numbers and yes or no tell nobody.
 */
const listed: ReadonlySet<string> = new Set(
  `attrs breadcrumbs calendar category code.filepath code.function contexts culture
  data discarded_events dsn environment error_ids event_id exception filename frames from
  function headers http.method http.url infer_ip init integrations level links locale
  measurements cls connection.rtt fcp fp inp lcp ttfb ttfb.requestTime mechanism method name op
  origin packages parent_span_id platform public_key reason reference release replay_id
  replay_type replayId request resource.render_blocking_status sample_rand sample_rate sampled
  sdk segment_id segment_names sent_at sentry.op sentry.origin sentry.source server.address
  settings sid source span_id spans stacktrace started status tags timestamp timezone to trace
  trace_id trace_ids transaction transaction_info type unit url url.full url.path url.scheme urls
  User-Agent user_agent user_agent.original values version

  adds attributes childNodes class data-changed data-column data-highlighted data-idle data-kind
  data-left-out data-long data-new data-over data-screen data-sign data-single
  data-style data-unfolded data-view dir for hidden href id initialOffset lang media node nodeIds
  payload positions previous publicId ranges rel removes role rr_height rr_width systemId tabindex
  tag tagName texts aria-current aria-disabled aria-expanded aria-hidden aria-invalid
  aria-selected`.split(/\s+/),
)

/** What is masked; what a call came to; what browsers say of a fault, as far as it names nothing. */
const masked = /^[\s*]*$/
const said =
  /^(?:(?:GET|POST|PUT) [\w/{}.-]+: (?:status \d+|[a-z]+(?:, [\w.[\]]+)?)$|Cannot (?:read|set) properties of (?:undefined|null)|(?:undefined|null) is not |Failed to fetch|Load failed|NetworkError when |Importing a module |error loading dyn|Maximum call stack |Minified React error #\d+|signal timed out|The operation (?:was aborted|timed out))/

/** Texts that may leave where they begin so, as far as that. */
const forms: Readonly<Record<string, readonly RegExp[]>> = {
  message: [said],
  value: [masked, said],
  text: [masked],
  textContent: [masked],
  // Addresses, which are scrubbed, and names of measures.
  description: [/^(?:[A-Z]+ )?(?:https?:\/)?\/\S*$/, /^[a-z]+(?:-[a-z]+)*$/],
}

/** The portal's own styles in a replay, which would look broken without them. */
const styles: ReadonlySet<string> = new Set(['_cssText', 'style'])

/** The form of a release's name, which `scrubText` would take for a mail address. */
const releaseForm = /^koppelpunt@\d+\.\d+\.\d+(?:-[\w.]+)?\+[\w-]+$/

/** The name of a release, in the form by which the reporting service orders and groups. */
export const releaseOf = (version: string, build: string): string =>
  `koppelpunt@${version}+${build}`

/** A copy of a report in which nothing personal is left, however deep: what may leave is listed, and scrubbed as well. */
export const scrub = <Report>(report: Report) => scrubValue(report) as Report

function scrubValue(value: unknown): unknown {
  if (typeof value === 'string') return releaseForm.test(value) ? value : scrubText(value)
  if (Array.isArray(value)) return value.map(scrubValue)
  if (!isPlainObject(value)) return value
  // What was pressed, by the element's place in the page.
  const isPressed = [value.category, value.op].some((kind) => String(kind).startsWith('ui.'))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      if (styles.has(name)) return [[name, part]]
      if (typeof part === 'string' && name in forms) return [[name, leaving(name, part, isPressed)]]
      const isBare = typeof part !== 'string' && Object(part) !== part
      return isBare || listed.has(name) ? [[name, scrubValue(part)]] : []
    }),
  )
}

function leaving(name: string, text: string, isPressed: boolean): string {
  // Attributes of an element name customers; tags, ids and classes stand before them.
  if (isPressed && !masked.test(text)) return text.replace(/\[[^]*/, '')
  const [known = leftOut] = forms[name]?.flatMap((form) => form.exec(text) ?? []) ?? []
  return scrubText(known)
}

/** Other objects, such as elements of the page, stay as they are. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

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
