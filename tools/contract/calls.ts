import * as companyInfo from '../../src/lib/accounting/snelstart/calls/company-info.ts'
import * as company from '../../src/lib/accounting/snelstart/calls/company.ts'
import type { Endpoint } from '../../src/lib/api/endpoint.ts'
import * as keys from '../../src/lib/api/keys.ts'
import * as ledgers from '../../src/lib/accounting/snelstart/calls/ledgers.ts'
import * as locations from '../../src/lib/api/locations.ts'
import * as orderTemplates from '../../src/lib/accounting/snelstart/calls/order-templates.ts'
import * as paymentLedgers from '../../src/lib/accounting/snelstart/calls/payment-ledgers.ts'
import * as products from '../../src/lib/accounting/snelstart/calls/products.ts'
import * as registrations from '../../src/lib/api/registrations.ts'
import * as relations from '../../src/lib/accounting/snelstart/calls/relations.ts'
import * as serials from '../../src/lib/api/serials.ts'

const exported = {
  ...registrations,
  ...serials,
  ...locations,
  ...keys,
  ...company,
  ...companyInfo,
  ...orderTemplates,
  ...ledgers,
  ...paymentLedgers,
  ...relations,
  ...products,
}

type Exported = typeof exported

/** The name of a call's descriptor. */
export type CallName = {
  [Name in keyof Exported]: Exported[Name] extends { effect: Endpoint['effect'] } ? Name : never
}[keyof Exported]

const isDescriptor = (entry: [name: string, value: unknown]): entry is [CallName, Endpoint] =>
  typeof entry[1] === 'object' && entry[1] !== null && 'effect' in entry[1]

/** Every call of the product API, by the name of its descriptor. */
export const calls = Object.fromEntries(
  Object.entries<unknown>(exported).filter(isDescriptor),
) as Readonly<Record<CallName, Endpoint>>
