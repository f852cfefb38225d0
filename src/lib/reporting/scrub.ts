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

/** What the portal calls its releases; `scrubText` would take one for a mail address. */
const releaseForm = /^koppelpunt@\d+\.\d+\.\d+(?:-[\w.]+)?\+[\w-]+$/

/** Which release a report is of, in the form that the reporting service orders and groups by. */
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

/** Anything else, such as an element of the page, is not the report's own and stays as it is. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
