import { ledgerCodes } from '../../../src/lib/accounting/snelstart/ledgers.ts'
import type { CallName } from '../calls.ts'
import { ledgerNumber, sentSettings, removeSchemaKeyword, type JsonSchema } from './schemas.ts'

type Limits = Readonly<Record<string, JsonSchema>>

const filled = { minLength: 1 }
/** Mail servers accept addresses of at most 254 characters. */
const email = { minLength: 3, maxLength: 254, format: 'idn-email' }
const country = { minLength: 2, maxLength: 2, description: 'ISO 3166-1 alpha-2, in capitals.' }
const paymentLedgers: Limits = {
  cash_ledger: ledgerNumber,
  eft_ledger: ledgerNumber,
  webshop_ledger: ledgerNumber,
}

/** Limits of request fields by call and path (§5). */
const limits: Partial<Readonly<Record<CallName, Limits>>> = {
  createMerchant: {
    username: email,
    first_name: filled,
    last_name: { description: 'Empty if the name is a single word.' },
    email,
    'app_user.first_name': filled,
    'app_user.email': email,
  },
  createRegistration: {
    reseller_id: { pattern: '^[\\w.~@=+-]+$', maxLength: 128 },
    name: filled,
    coc: { pattern: '^[\\p{L}\\p{M}\\p{Nd}]+$' },
    website_url: { pattern: '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$' },
    country_code: country,
    subscriptions: { minItems: 1, maxItems: 1 },
    emails: { maxItems: 1, description: 'Empty if the identity provider has no email address.' },
    'emails.items.email': email,
  },
  createAdministration: { name: filled, country_code: country },
  createLocation: { name: filled },
  createKey: { apiKey: filled },
  saveCompanySettings: sentSettings,
  createLedger: {
    nummer: ledgerNumber,
    rekening_code: { enum: [...ledgerCodes] },
    kostenplaats: { const: false },
  },
  createPaymentLedgers: paymentLedgers,
  updatePaymentLedgers: paymentLedgers,
  createRelation: {
    relatiesoort: { minItems: 1 },
    relatiecode: { pattern: '^-?\\d+$' },
    naam: filled,
  },
}

/**
 * Returns a schema with a limit on one field.
 *
 * @param path names of nested fields. `items` stands for an array's element
 */
function addLimit(schema: JsonSchema, path: readonly string[], limit: JsonSchema): JsonSchema {
  const [name, ...rest] = path
  if (name === undefined)
    return '$ref' in schema || Object.keys(schema).length === 0 ? limit : { ...schema, ...limit }
  const place = name === 'items' ? null : (schema.properties as Limits)
  const field = place === null ? (schema.items as JsonSchema) : place[name]
  if (field === undefined) throw new Error(`Nothing is sent as ${name}`)
  const next = addLimit(field, rest, limit)
  return place === null
    ? { ...schema, items: next }
    : { ...schema, properties: { ...place, [name]: next } }
}

export function createSentSchema(call: CallName, body: JsonSchema): JsonSchema {
  return Object.entries(limits[call] ?? {}).reduce(
    (schema, [field, limit]) => addLimit(schema, field.split('.'), limit),
    removeSchemaKeyword('description', body),
  )
}
