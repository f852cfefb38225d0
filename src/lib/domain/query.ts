import type { MessageKey } from '../i18n/messages.ts'
import type { PlaceIds } from './place.ts'
import type { Environment } from '../environment.ts'

/** A value of the query string: absent, present, or present in a form that cannot be meant. */
type QueryValue =
  { status: 'absent' } | { status: 'given'; value: string } | { status: 'malformed' }

const longest = 128

/** Ids are opaque: whatever the product API hands out has to pass, but for steps in a path. */
const idPattern = /^(?!\.\.?$)\P{Cc}+$/u

/** Resellers are named by whoever writes a link, so nothing passes that could turn into another address. */
const resellerPattern = /^(?!\.\.?$)[\w.~@=+-]+$/

export const readId = (query: URLSearchParams, name: string) => readValue(query, name, idPattern)

function readValue(query: URLSearchParams, name: string, pattern: RegExp): QueryValue {
  // Mail programs and documents put a blank behind a link, or write its `&` as in HTML.
  const given = [...query.getAll(name), ...query.getAll(`amp;${name}`)]
  const [value, ...others] = given.map((each) => each.replace(/^ +| +$/g, ''))
  if (value === undefined || value === '') return { status: 'absent' }
  const isSane = others.length === 0 && value.length <= longest && pattern.test(value)
  return isSane ? { status: 'given', value } : { status: 'malformed' }
}

/** The place that an address names; else a message for each thing wrong with it (§2). */
export function readPlace({ searchParams }: URL): PlaceIds | readonly MessageKey[] {
  const administration = readId(searchParams, 'administration')
  const location = readId(searchParams, 'location')
  if (administration.status === 'given' && location.status === 'given') {
    return { administration: administration.value, location: location.value }
  }
  return [
    ...problemOf(administration, 'wizard:missingAdministration', 'wizard:malformedAdministration'),
    ...problemOf(location, 'wizard:missingLocation', 'wizard:malformedLocation'),
  ]
}

function problemOf({ status }: QueryValue, absent: MessageKey, malformed: MessageKey) {
  if (status === 'given') return []
  return [status === 'absent' ? absent : malformed]
}

/** Returns the reseller that an address names; null for none, and for one that cannot be meant. */
export function resellerIn({ searchParams }: URL): string | null {
  const asked = readValue(searchParams, 'reseller', resellerPattern)
  return asked.status === 'given' ? asked.value : null
}

/** Returns an address within the portal with a reseller, so that whoever goes on there keeps it. */
export function withReseller(address: string, reseller: string | null): string {
  if (reseller === null) return address
  return `${address}${address.includes('?') ? '&' : '?'}reseller=${encodeURIComponent(reseller)}`
}

/** The optional reseller of §2, a plain name or number; what is none is ignored, and removed from the address. */
export function readReseller({ location, replaceAddress }: Environment) {
  const address = location()
  const asked = readValue(address.searchParams, 'reseller', resellerPattern)
  const isIgnored = asked.status === 'malformed'
  if (isIgnored) {
    address.searchParams.delete('reseller')
    replaceAddress(address)
  }
  return { name: resellerIn(address), isIgnored }
}
