import * as z from 'zod/mini'
import { settings as settingsTable } from '../../../src/lib/accounting/snelstart/choices.ts'
import { choice, id, type Endpoint } from '../../../src/lib/api/endpoint.ts'
import { calls } from '../calls.ts'

/** JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What an answer is about: the record itself, without the list or the null that may stand for it. */
export function recordOf({ response }: Pick<Endpoint, 'response'>): z.ZodMiniType {
  if (response instanceof z.ZodMiniArray) return response.def.element as z.ZodMiniType
  if (response instanceof z.ZodMiniNullable) return response.def.innerType as z.ZodMiniType
  return response
}

/** Returns the names of a schema's fields; empty if the schema is not an object. */
export const fieldsOf = (schema: z.ZodMiniType | undefined) =>
  schema instanceof z.ZodMiniObject ? Object.keys(schema.def.shape) : []

const decimals = calls.getCompanyInfo.response.shape.aantal_decimalen_artikelprijzen
const companySettings = recordOf(calls.getCompanySettings)

/** What the document names, instead of writing it out wherever it occurs. */
const named = z.registry<{ id: string; description?: string }>()
named.add(id, {
  id: 'Id',
  description:
    'Text, or a whole number below 2^53. It is sent back exactly as it was received; `.` and `..` are none.',
})
named.add(choice, { id: 'Choice', description: 'Yes or no.' })
named.add(decimals, { id: 'Decimals', description: 'A whole number from 0.' })
named.add(companySettings, {
  id: 'CompanySettings',
  description:
    'Settings are read in any form, ids and numbers also as text, and may lack. They are sent back as they were read, but for what is decided.',
})
named.add(recordOf(calls.listSubscriptions), { id: 'Subscription' })
named.add(recordOf(calls.createRegistration), { id: 'Registration' })
named.add(recordOf(calls.getAdministration), { id: 'Administration' })
named.add(recordOf(calls.getLocation), { id: 'Location' })
named.add(recordOf(calls.getCompanyInfo), { id: 'CompanyInfo' })
named.add(recordOf(calls.listOrderTemplates), { id: 'OrderTemplate' })
named.add(recordOf(calls.findLedger), { id: 'Ledger' })
named.add(recordOf(calls.listJournals), { id: 'Journal' })
named.add(recordOf(calls.listRevenueGroups), { id: 'RevenueGroup' })
named.add(recordOf(calls.getPaymentLedgers), { id: 'StoredPaymentLedgers' })
named.add(recordOf(calls.getRelation), { id: 'Relation' })
named.add(recordOf(calls.listProducts), { id: 'Product' })

/**
 * Whether answers are described in every form that the portal understands, or in the one that a new
 * service does best to have.
 */
export type Form = 'tolerant' | 'strict'

const wholeNumber = { type: 'integer', minimum: 0 }
/** The number of a ledger: digits, of which zeros at the beginning count. */
export const ledgerNumber: JsonSchema = { type: 'string', pattern: '^\\d+$' }

const orNull = (schema: JsonSchema, description: string): JsonSchema => ({
  anyOf: [schema, { type: 'null' }],
  description,
})

/** The settings of a coupling, with what a ledger is. */
function settingsWith(ledger: JsonSchema) {
  const template = orNull(
    { $ref: '#/components/schemas/Id' },
    'Id of an order template; null: none.',
  )
  const schemas: Readonly<Partial<Record<string, JsonSchema>>> = {
    ...{ template, ledger, decimals: wholeNumber },
  }
  return Object.fromEntries(
    settingsTable.map(({ setting, kind }) => [setting, schemas[kind] ?? { type: 'boolean' }]),
  )
}

/** The settings as a service does best to answer them; a ledger is null until one is set. */
const answeredSettings = settingsWith(
  orNull(ledgerNumber, 'Number of a ledger; null: none is set.'),
)

/** The settings as the wizard sends them (§4). */
export const sentSettings: Readonly<Record<string, JsonSchema>> = {
  ...settingsWith(ledgerNumber),
  write_order: { description: 'false with stock management; else as it was read.' },
  write_cash_count: { const: true },
}

/** What no schema says of itself: a rule in code, and names that are only known to the types. */
function completed(form: Form, schema: z.core.$ZodType, json: Record<string, unknown>): void {
  const become = (other: JsonSchema) => {
    delete json.$ref
    delete json.anyOf
    delete json.enum
    Object.assign(json, other)
  }
  if (schema === decimals) {
    become(
      form === 'strict'
        ? wholeNumber
        : { anyOf: [{ type: 'string', pattern: '^\\d+$' }, wholeNumber] },
    )
  }
  if (schema === choice && form === 'strict') become({ type: 'boolean' })
  if (schema === companySettings) {
    const settings = Object.entries(answeredSettings).map(([name, strict]) => [
      name,
      form === 'strict' ? strict : {},
    ])
    json.properties = { ...(json.properties as object), ...Object.fromEntries(settings) }
  }
  // Of what may come in several types the first is the plain one; ids are as they are.
  const isOfTypes = schema instanceof z.ZodMiniUnion && schema !== id && schema !== decimals
  if (isOfTypes && form === 'strict') become((json.anyOf as JsonSchema[])[0] ?? {})
}

/** A schema but for one of its keywords. */
export function without(left: string, schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== left))
}

/** Turns schemas into JSON Schema, and keeps those with a name for the document's components. */
export class SchemaWriter {
  readonly components = new Map<string, JsonSchema>()
  readonly form: Form

  /** @param form of what answers hold */
  constructor(form: Form = 'tolerant') {
    this.form = form
  }

  /** Refers to a schema by a name: its own, or else this one. */
  name(name: string, schema: JsonSchema): JsonSchema {
    if ('$ref' in schema) return schema
    this.components.set(name, schema)
    return { $ref: `#/components/schemas/${name}` }
  }

  /** The schema that another refers to, or else the other itself. */
  resolved(schema: JsonSchema): JsonSchema {
    const name = (schema as { $ref?: string }).$ref?.replace('#/components/schemas/', '')
    return name === undefined ? schema : (this.components.get(name) ?? schema)
  }

  /** What may come in, rather than what is made of it. */
  write(schema: z.ZodMiniType): JsonSchema {
    const written = z.toJSONSchema(schema, {
      io: 'input',
      metadata: named,
      override: ({ zodSchema, jsonSchema }) => completed(this.form, zodSchema, jsonSchema),
    })
    const inDocument = JSON.stringify(written).replaceAll('#/$defs/', '#/components/schemas/')
    const { $defs = {}, ...json } = JSON.parse(inDocument) as { $defs?: Record<string, JsonSchema> }
    for (const [name, definition] of Object.entries($defs)) {
      this.components.set(name, without('id', definition))
    }
    return without('$schema', json)
  }
}
