import type { MessageKey } from '../i18n/messages.ts'
import type { PlaceIds } from './place.ts'
import type { Environment } from '../environment.ts'

/** Value of a query parameter: absent, given, or malformed. */
type QueryValue =
  { status: 'absent' } | { status: 'given'; value: string } | { status: 'malformed' }

const longest = 128

/** Matches ids, except dot segments and control characters. */
const idPattern = /^(?!\.\.?$)\P{Cc}+$/u

/** Rejects URL delimiters such as `/`, which a forged link may contain. */
const resellerPattern = /^(?!\.\.?$)[\w.~@=+-]+$/

export const readId = (query: URLSearchParams, name: string) => readValue(query, name, idPattern)

function readValue(query: URLSearchParams, name: string, pattern: RegExp): QueryValue {
  // Mail programs may add spaces or write `&` as `&amp;`.
  const values = [...query.getAll(name), ...query.getAll(`amp;${name}`)]
  const [value, ...others] = values.map((each) => each.replace(/^ +| +$/g, ''))
  if (value === undefined || value === '') return { status: 'absent' }
  const isSane = others.length === 0 && value.length <= longest && pattern.test(value)
  return isSane ? { status: 'given', value } : { status: 'malformed' }
}

/** Reads the location, or lists the problems of the address (§2). */
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

/** Returns the reseller in an address, or null if absent or malformed. */
export function findReseller({ searchParams }: URL): string | null {
  const reseller = readValue(searchParams, 'reseller', resellerPattern)
  return reseller.status === 'given' ? reseller.value : null
}

/** Adds the reseller to an address within the portal. */
export function addReseller(address: string, reseller: string | null): string {
  if (reseller === null) return address
  return `${address}${address.includes('?') ? '&' : '?'}reseller=${encodeURIComponent(reseller)}`
}

/** Reads the parameter `reseller` and removes a malformed value (§2). */
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
