/** Names under which reports carry the part of an address that may hold codes, names and ids. */
const addressParts: ReadonlySet<string> = new Set([
  'query_string',
  'http.query',
  'http.fragment',
  'url.query',
  'url.fragment',
])

const queryOrFragment = /((?:https?:\/\/|\/)[^\s"'<>?#]*)[?#][^\s"'<>]*/g
const mailAddress = /[^\s"'<>@/]+@[^\s"'<>@/]+/g

/** A copy of a report without query strings, fragments and mail addresses, however deep they are. */
export function scrub<Report>(report: Report): Report {
  return scrubValue(report) as Report
}

function scrubValue(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace(queryOrFragment, '$1').replace(mailAddress, '[mail]')
  }
  if (Array.isArray(value)) return value.map(scrubValue)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !addressParts.has(name))
      .map(([name, part]) => [name, scrubValue(part)]),
  )
}

/** Anything else, such as an element of the page, is not the report's own and stays as it is. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
