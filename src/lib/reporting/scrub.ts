const id = '{id}'
const mail = '[mail]'
const token = '[token]'
const leftOut = '[left out]'

/** Patterns of personal data that match in linear time, and their replacements. */
const rules: readonly (readonly [RegExp, string])[] = [
  // Removes query and fragment, even if they contain another address.
  [/(?<![^\s"'<>?#])(?=[^\s"'<>?#]*\/)([^\s"'<>?#]*)[?#][^\s"'<>]*/g, '$1'],
  [/[?#](?=[\w.~%[\]-]{1,64}=)[^\s"'<>]*/g, ''],
  [/%(?:25)*(?:3f|23)[^\s"'<>]*/gi, ''],
  // Matches `name=value` pairs outside a query, as in forms.
  [/\b[\w.~%[\]-]{1,64}=(?![\s"'=>])[^\s"'<>]+/g, leftOut],
  [/(?<![^\s"<>@/])[^\s"<>@/]*(?:@|%(?:25)*40)(?=[^\s"'<>@/]{0,255}\.)[^\s"'<>@/]+/gi, mail],
  // Matches JWTs, and opaque tokens by their length.
  [/\beyJ[\w-]{5,}(?:\.[\w-]*){1,4}/g, token],
  [/\bBearer\s+[^\s"'<>]+/gi, `Bearer ${token}`],
  [/[\w-]{40,}/g, token],
  [/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, id],
  // Matches ids in paths of calls (§7), and all numeric path segments.
  [
    /\b((?:serials\/serial|locations\/location|snelstart\/(?:keys|company|relations)|journals\/grootboeken|accounting\/paymentledgers)\/)(?!(?:list|info|import|unconnected)(?![\w.~%-]))[^/?#\s"'<>:,;]+/g,
    `$1${id}`,
  ],
  [/(\/|%(?:25)*2f)\d+(?![\w.-])/gi, `$1${id}`],
]

/** Removes personal data from a text, but keeps paths. */
export const scrubText = (text: string) =>
  rules.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text)

/** Fields of reports that may contain texts and objects. */
const reportedFields: ReadonlySet<string> = new Set(
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

const maskedText = /^[\s*]*$/
/** Matches the part of an error text before any name or value. */
const errorText =
  /^(?:(?:GET|POST|PUT) [\w/{}.-]+: (?:status \d+|[a-z]+(?:, [\w.[\]]+)?)$|Cannot (?:read|set) properties of (?:undefined|null)|(?:undefined|null) is not |Failed to fetch|Load failed|NetworkError when |Importing a module |error loading dyn|Maximum call stack |Minified React error #\d+|signal timed out|The operation (?:was aborted|timed out))/

/** Allowed beginnings of texts in reports, by field. */
const textPatterns: Readonly<Record<string, readonly RegExp[]>> = {
  message: [errorText],
  value: [maskedText, errorText],
  text: [maskedText],
  textContent: [maskedText],
  description: [/^(?:[A-Z]+ )?(?:https?:\/)?\/\S*$/, /^[a-z]+(?:-[a-z]+)*$/],
}

const styleFields: ReadonlySet<string> = new Set(['_cssText', 'style'])

/** Matches release names, which `scrubText` would take for mail addresses. */
const releasePattern = /^koppelpunt@\d+\.\d+\.\d+(?:-[\w.]+)?\+[\w-]+$/

export const formatReportRelease = (version: string, build: string): string =>
  `koppelpunt@${version}+${build}`

/** Returns a copy with only the allowed fields and with scrubbed texts. */
export const scrubReport = <Report>(report: Report) => scrubValue(report) as Report

function scrubValue(value: unknown): unknown {
  if (typeof value === 'string') return releasePattern.test(value) ? value : scrubText(value)
  if (Array.isArray(value)) return value.map(scrubValue)
  if (!isPlainObject(value)) return value
  // Breadcrumbs and spans of kind `ui.` contain a clicked element's selector.
  const isSelector = [value.category, value.op].some((kind) => String(kind).startsWith('ui.'))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      if (styleFields.has(name)) return [[name, part]]
      if (typeof part === 'string' && name in textPatterns)
        return [[name, scrubField(name, part, isSelector)]]
      const isHarmless = typeof part !== 'string' && Object(part) !== part
      return isHarmless || reportedFields.has(name) ? [[name, scrubValue(part)]] : []
    }),
  )
}

function scrubField(name: string, text: string, isSelector: boolean): string {
  // Removes attributes from a selector, because attributes contain customer names.
  if (isSelector && !maskedText.test(text)) return text.replace(/\[[^]*/, '')
  const [match = leftOut] = textPatterns[name]?.flatMap((pattern) => pattern.exec(text) ?? []) ?? []
  return scrubText(match)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

type Envelope = [unknown, unknown[]]
type Item = [Record<string, unknown>, unknown]

/** Removes personal data from an envelope and its recordings. */
export function scrubEnvelope<Sent>(envelope: Sent): Sent {
  const [headers, items] = envelope as Envelope
  return [scrubReport(headers), (items as Item[]).map(scrubItem)] as Sent
}

function scrubItem([header, payload]: Item): Item {
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) {
    return [header, scrubReport(payload)]
  }
  // Sentry sends a replay as two lines of JSON.
  const text = typeof payload === 'string' ? payload : new TextDecoder().decode(payload)
  const lines = text.split('\n').map((line) => JSON.stringify(scrubReport(JSON.parse(line))))
  const scrubbed = new TextEncoder().encode(lines.join('\n'))
  return [{ ...header, length: scrubbed.length }, scrubbed]
}
