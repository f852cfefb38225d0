import * as accounting from '../../src/lib/accounting/snelstart/calls.ts'
import * as settings from '../../src/lib/accounting/snelstart/stored-settings.ts'
import type { Endpoint } from '../../src/lib/api/endpoint.ts'
import * as keys from '../../src/lib/api/keys.ts'
import * as places from '../../src/lib/api/places.ts'
import * as registrations from '../../src/lib/api/registrations.ts'

const exported = {
  ...registrations,
  ...places,
  ...keys,
  ...accounting,
  ...settings,
}

type Exported = typeof exported

export type CallName = {
  [Name in keyof Exported]: Exported[Name] extends { effect: Endpoint['effect'] } ? Name : never
}[keyof Exported]

const isDescriptor = (entry: [name: string, value: unknown]): entry is [CallName, Endpoint] =>
  typeof entry[1] === 'object' && entry[1] !== null && 'effect' in entry[1]

export const callEndpoints = Object.fromEntries(
  Object.entries<unknown>(exported).filter(isDescriptor),
) as Pick<Exported, CallName>
