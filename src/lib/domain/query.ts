/** A value of the query string: absent, present, or present in a form that cannot be meant. */
export type QueryValue =
  { status: 'absent' } | { status: 'given'; value: string } | { status: 'malformed' }

/**
 * Ids are opaque, but they travel in headers and addresses, so they are short and printable, and
 * contain nothing that could turn into another address.
 */
const idPattern = /^[\w.~@=+-]{1,128}$/

/** Reads an id from the query string: once, not empty, and of characters that ids are made of. */
export function readId(query: URLSearchParams, name: string): QueryValue {
  const [value, ...others] = query.getAll(name)
  if (value === undefined || value === '') return { status: 'absent' }
  if (others.length > 0 || !idPattern.test(value)) return { status: 'malformed' }
  return { status: 'given', value }
}
