import * as z from 'zod/mini'
import { settingRows } from '../../../src/lib/accounting/snelstart/choices.ts'
import { booleanSchema, id, type Endpoint } from '../../../src/lib/api/endpoint.ts'
import { callEndpoints } from '../calls.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

export function getRecordSchema({ response }: Pick<Endpoint, 'response'>): z.ZodMiniType {
  if (response instanceof z.ZodMiniArray) return response.def.element as z.ZodMiniType
  if (response instanceof z.ZodMiniNullable) return response.def.innerType as z.ZodMiniType
  return response
}

export const listSchemaFields = (schema: z.ZodMiniType | undefined) =>
  schema instanceof z.ZodMiniObject ? Object.keys(schema.def.shape) : []

const decimals = callEndpoints.getCompanyInfo.response.shape.aantal_decimalen_artikelprijzen
const companySettings = getRecordSchema(callEndpoints.getCompanySettings)

/** Schemas that the document references by name. */
const named = z.registry<{ id: string; description?: string }>()
named.add(id, {
  id: 'Id',
  description:
    'Text, or a whole number below 2^53. The portal sends it back exactly as received. `.` and `..` are not ids.',
})
named.add(booleanSchema, { id: 'Choice', description: 'Yes or no.' })
named.add(decimals, { id: 'Decimals', description: 'Whole number from 0.' })
named.add(companySettings, {
  id: 'CompanySettings',
  description:
    'Settings may be missing, and ids and numbers may be text. The portal sends them back as it read them, except for those that the user changed.',
})
named.add(getRecordSchema(callEndpoints.listSubscriptions), { id: 'Subscription' })
named.add(getRecordSchema(callEndpoints.createRegistration), { id: 'Registration' })
named.add(getRecordSchema(callEndpoints.getAdministration), { id: 'Administration' })
named.add(getRecordSchema(callEndpoints.getLocation), { id: 'Location' })
named.add(getRecordSchema(callEndpoints.getCompanyInfo), { id: 'CompanyInfo' })
named.add(getRecordSchema(callEndpoints.listOrderTemplates), { id: 'OrderTemplate' })
named.add(getRecordSchema(callEndpoints.findLedger), { id: 'Ledger' })
named.add(getRecordSchema(callEndpoints.listJournals), { id: 'Journal' })
named.add(getRecordSchema(callEndpoints.listRevenueGroups), { id: 'RevenueGroup' })
named.add(getRecordSchema(callEndpoints.getPaymentLedgers), { id: 'StoredPaymentLedgers' })
named.add(getRecordSchema(callEndpoints.getRelation), { id: 'Relation' })
named.add(getRecordSchema(callEndpoints.listProducts), { id: 'Product' })

/** `tolerant` allows all accepted responses, `strict` only the recommended ones. */
export type ResponseForm = 'tolerant' | 'strict'

const wholeNumber = { type: 'integer', minimum: 0 }
export const ledgerNumber: JsonSchema = { type: 'string', pattern: '^\\d+$' }

const orNull = (schema: JsonSchema, description: string): JsonSchema => ({
  anyOf: [schema, { type: 'null' }],
  description,
})

/**
 * Returns the schemas of all settings.
 *
 * @param ledger schema of a ledger number
 */
function settingsWith(ledger: JsonSchema) {
  const template = orNull(
    { $ref: '#/components/schemas/Id' },
    'Id of an order template, or null for none.',
  )
  const schemas: Readonly<Partial<Record<string, JsonSchema>>> = {
    template,
    ledger,
    decimals: wholeNumber,
  }
  return Object.fromEntries(
    settingRows.map(({ setting, kind }) => [setting, schemas[kind] ?? { type: 'boolean' }]),
  )
}

const answeredSettings = settingsWith(orNull(ledgerNumber, 'Number of a ledger, or null for none.'))

export const sentSettings: Readonly<Record<string, JsonSchema>> = {
  ...settingsWith(ledgerNumber),
  write_order: { description: 'False with stock management, otherwise as it was read.' },
  write_cash_count: { const: true },
}

/** Adds the rules and setting names that zod does not convert. */
function completeSchema(
  form: ResponseForm,
  schema: z.core.$ZodType,
  json: Record<string, unknown>,
): void {
  const replaceSchema = (replacement: JsonSchema) => {
    for (const keyword of ['$ref', 'anyOf', 'enum']) Reflect.deleteProperty(json, keyword)
    Object.assign(json, replacement)
  }
  if (schema === decimals) {
    replaceSchema(
      form === 'strict'
        ? wholeNumber
        : { anyOf: [{ type: 'string', pattern: '^\\d+$' }, wholeNumber] },
    )
  }
  if (schema === booleanSchema && form === 'strict') replaceSchema({ type: 'boolean' })
  if (schema === companySettings) {
    const settings = Object.entries(answeredSettings).map(([name, strict]) => [
      name,
      form === 'strict' ? strict : {},
    ])
    json.properties = { ...(json.properties as object), ...Object.fromEntries(settings) }
  }
  // Strict schemas reduce unions to the first type, but not ids and decimals.
  const isUnion = schema instanceof z.ZodMiniUnion && schema !== id && schema !== decimals
  if (isUnion && form === 'strict') replaceSchema((json.anyOf as JsonSchema[])[0] ?? {})
}

export function removeSchemaKeyword(keyword: string, schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword))
}

/** Converts zod schemas and collects the named schemas. */
export class JsonSchemaConverter {
  readonly components = new Map<string, JsonSchema>()
  readonly form: ResponseForm

  constructor(form: ResponseForm = 'tolerant') {
    this.form = form
  }

  /** Stores a schema once per name, and returns a reference. */
  name(name: string, schema: JsonSchema): JsonSchema {
    if ('$ref' in schema) return schema
    this.components.set(name, schema)
    return { $ref: `#/components/schemas/${name}` }
  }

  resolved(schema: JsonSchema): JsonSchema {
    const name = (schema as { $ref?: string }).$ref?.replace('#/components/schemas/', '')
    return name === undefined ? schema : (this.components.get(name) ?? schema)
  }

  write(schema: z.ZodMiniType): JsonSchema {
    const written = z.toJSONSchema(schema, {
      io: 'input',
      metadata: named,
      override: ({ zodSchema, jsonSchema }) => completeSchema(this.form, zodSchema, jsonSchema),
    })
    const inDocument = JSON.stringify(written).replaceAll('#/$defs/', '#/components/schemas/')
    const { $defs = {}, ...json } = JSON.parse(inDocument) as { $defs?: Record<string, JsonSchema> }
    for (const [name, definition] of Object.entries($defs)) {
      this.components.set(name, removeSchemaKeyword('id', definition))
    }
    return removeSchemaKeyword('$schema', json)
  }
}
