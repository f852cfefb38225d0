import type { Context, MiddlewareHandler } from 'hono'
import { defaultSettings } from '../accounting/settings.ts'
import { createPathPattern } from '../control/faults.ts'
import { readSettings } from '../database/settings.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'

const decidedAlways: ReadonlySet<string> = new Set([
  'write_order',
  'sync_open_verkoop_factuur',
  'default_cash_difference_ledger',
  'write_cash_count',
  'price_decimals',
  'rounded_prices',
  'prices_inclusive_tax',
])

/** Response fields that the portal requires, by call. */
const neededFields = {
  'GET /registrations/subscription/list': ['id', 'name'],
  'POST /registrations/registration': ['administration_id'],
  'POST /registrations/registration/merchant/{app}': [],
  'GET /registrations/registration': ['administration_id'],
  'GET /serials/serial/list': ['id', 'name'],
  'POST /serials/serial': ['id'],
  'POST /serials/serial/{id}': [],
  'GET /serials/serial/{id}': ['id', 'name'],
  'GET /locations/location/list/all': ['id', 'name'],
  'GET /locations/location/{id}': ['id', 'name'],
  'POST /locations/location': ['id'],
  'POST /snelstart/keys/unconnected': ['id'],
  'POST /snelstart/keys': ['id'],
  'PUT /snelstart/keys/{id}': [],
  'GET /snelstart/company/info': [
    'aantal_decimalen_artikelprijzen',
    'verkoopprijs_artikelbestand_exclusief_btw',
  ],
  'GET /snelstart/company': [
    'snelstart_administratie_identifier',
    ...Object.keys(defaultSettings).filter((name) => !decidedAlways.has(name)),
    'api_key',
  ],
  'POST /snelstart/company/{identifier}': [],
  'GET /snelstart/salesorder/template': ['id', 'omschrijving'],
  'POST /snelstart/journals/grootboeken': ['nummer'],
  'POST /snelstart/journals': [],
  'GET /snelstart/journals/grootboeken/list': ['nummer'],
  'GET /snelstart/journals/dagboeken/list': ['nummer'],
  'GET /snelstart/journals/artikelomzetgroep/list': ['nummer'],
  'GET /snelstart/journals/grootboeken/{number}': ['nummer'],
  'POST /accounting/paymentledgers': [],
  'PUT /accounting/paymentledgers/{id}': [],
  'GET /accounting/paymentledgers/{id}': ['id'],
  'GET /accounting/paymentledgers': ['id'],
  'GET /snelstart/relations/import': [],
  'GET /snelstart/relations/{id}': ['id', 'relatiecode'],
  'GET /snelstart/relations': ['id', 'relatiecode'],
  'POST /snelstart/relations': ['id'],
  'GET /snelstart/product/import': [],
  'GET /snelstart/product/list': ['id', 'name'],
  'POST /snelstart/product': ['id'],
} as const satisfies Record<string, readonly string[]>

type Call = keyof typeof neededFields

/** Calls that return a list instead of a record, or vice versa (§7). */
const turned: readonly Call[] = [
  'GET /registrations/registration',
  'GET /snelstart/relations',
  'GET /accounting/paymentledgers',
]
/** Call that returns status 200 even for an empty list (§7). */
const always200: Call = 'GET /registrations/subscription/list'

const calls = Object.entries(neededFields).map(([call, fields]) => {
  const [method = '', path = ''] = call.split(' ')
  return { call: call as Call, method, pattern: createPathPattern(`/api${path}`), fields }
})

/** Returns the required fields without nulls, with numbers as text. */
function reduced(record: object, fields: readonly string[]): object {
  const entries = Object.entries(record).filter(
    ([name, value]) => fields.includes(name) && value !== null,
  )
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  )
}

function minimal(call: Call, fields: readonly string[], answer: object): Response {
  if (fields.length === 0) return new Response('')
  if (!Array.isArray(answer)) {
    const record = reduced(answer, fields)
    return Response.json(turned.includes(call) ? [record] : record)
  }
  if (answer.length === 0 && call !== always200) return new Response(null, { status: 204 })
  const records = answer.map((each: object) => reduced(each, fields))
  return Response.json(turned.includes(call) && records.length === 1 ? records[0] : records)
}

/** Reduces responses to the fields that the portal requires. */
export function createMinimalAnswersMiddleware({ db }: Sandbox): MiddlewareHandler<SandboxEnv> {
  return async (c: Context<SandboxEnv>, next) => {
    await next()
    const { method, path } = c.req
    const found = calls.find((each) => each.method === method && each.pattern.test(path))
    if (!found || c.res.status !== 200 || !readSettings(db).minimalAnswers) return
    c.res = minimal(found.call, found.fields, (await c.res.json()) as object)
  }
}
