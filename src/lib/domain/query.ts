import type { MessageKey } from '../i18n/messages.ts'
import type { PlaceIds } from './place.ts'
import type { Environment } from '../environment.ts'

/** Value of a query parameter: absent, given, or malformed. */
type QueryValue =
  { status: 'absent' } | { status: 'given'; value: string } | { status: 'malformed' }

const longest = 128

/** Matches an id, which may contain anything except dot segments and control characters. */
const idPattern = /^(?!\.\.?$)\P{Cc}+$/u

/** Matches a reseller without URL delimiters such as `/` and `:`, because anybody can create links. */
const resellerPattern = /^(?!\.\.?$)[\w.~@=+-]+$/

export const readId = (query: URLSearchParams, name: string) => readValue(query, name, idPattern)

function readValue(query: URLSearchParams, name: string, pattern: RegExp): QueryValue {
  // Mail programs may add a space to a link or write `&` as `&amp;`.
  const values = [...query.getAll(name), ...query.getAll(`amp;${name}`)]
  const [value, ...others] = values.map((each) => each.replace(/^ +| +$/g, ''))
  if (value === undefined || value === '') return { status: 'absent' }
  const isSane = others.length === 0 && value.length <= longest && pattern.test(value)
  return isSane ? { status: 'given', value } : { status: 'malformed' }
}

/** Reads the location from an address, or returns a message for each problem (§2). */
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

/** Returns the reseller in an address, or null if it is missing or malformed. */
export function findReseller({ searchParams }: URL): string | null {
  const reseller = readValue(searchParams, 'reseller', resellerPattern)
  return reseller.status === 'given' ? reseller.value : null
}

/** Returns an address within the portal that keeps the reseller on the next page. */
export function addReseller(address: string, reseller: string | null): string {
  if (reseller === null) return address
  return `${address}${address.includes('?') ? '&' : '?'}reseller=${encodeURIComponent(reseller)}`
}

/** Returns the parameter `reseller` (§2) or null, and removes a malformed value from the page. */
export function readReseller({ location, replaceAddress }: Environment) {
  const address = location()
  const reseller = readValue(address.searchParams, 'reseller', resellerPattern)
  const isIgnored = reseller.status === 'malformed'
  if (isIgnored) {
    address.searchParams.delete('reseller')
    replaceAddress(address)
  }
  return { name: findReseller(address), isIgnored }
}
