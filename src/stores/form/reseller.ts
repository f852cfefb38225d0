import { readResellerName, type QueryValue } from '../../lib/domain/query.ts'
import type { Environment } from '../../lib/environment.ts'

/** The optional reseller of §2; a malformed one is also removed from the address. */
export function readReseller(environment: Environment): QueryValue {
  const address = environment.location()
  const reseller = readResellerName(address.searchParams)
  if (reseller.status === 'malformed') {
    address.searchParams.delete('reseller')
    environment.replaceAddress(address)
  }
  return reseller
}
