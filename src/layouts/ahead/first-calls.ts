import { getCompanySettings } from '../../lib/accounting/snelstart/calls/company.ts'
import { getCompanyInfo } from '../../lib/accounting/snelstart/calls/company-info.ts'
import { listOrderTemplates } from '../../lib/accounting/snelstart/calls/order-templates.ts'
import { getLocation } from '../../lib/api/locations.ts'
import { buildRequest } from '../../lib/api/request.ts'
import { getAdministration, listAdministrations } from '../../lib/api/serials.ts'
import type { Endpoint } from '../../lib/api/endpoint.ts'
import type { FirstCall } from '../../lib/begun-calls.ts'
import type { Screen } from '../screens.client.ts'
import type * as z from 'zod/mini'

const base = 'http://product.api'
const noAddress = new URL(base)
const addressing = { apiUrl: base, idempotencyHeader: null, identity: { adminUrl: base } }

/** A call as the caller makes it, with `{name}` for an id that the page's address has. */
function first<Request extends z.ZodMiniType>(
  endpoint: Endpoint<Request>,
  input: z.input<Request>,
): FirstCall {
  const { url, headers } = buildRequest(addressing, noAddress, endpoint, input)
  const path = url.slice(base.length).replace(/%7B(\w+)%7D/g, '{$1}')
  return { path, headers: Object.fromEntries(headers) }
}

const [administration, location] = ['{administration}', '{location}']
const ofLocation = { query: { location }, headers: { administration } }

/** What the wizard cannot be used without; its store asks for it when it begins. */
const ofWizard = [
  first(getAdministration, { path: { id: administration } }),
  first(getLocation, { path: { id: location } }),
  first(getCompanySettings, ofLocation),
  first(getCompanyInfo, { query: { location } }),
  first(listOrderTemplates, ofLocation),
]

/** The calls with which screens begin, where one answer more would be waited for without. */
export const firstCalls: Readonly<Partial<Record<Screen, readonly FirstCall[]>>> = {
  connect: [first(listAdministrations, {})],
  wizard: ofWizard,
  polaris: ofWizard,
}
