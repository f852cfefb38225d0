import * as z from 'zod/mini'
import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import type { CallName } from '../calls.ts'
import { getSampleRequest } from './samples.ts'
import { getRecordSchema, type JsonSchema, type JsonSchemaConverter } from './schemas.ts'

function defaultedFields(endpoint: Endpoint): string[] {
  const filled = endpoint.fill(getSampleRequest(endpoint), {}) as object | null | undefined
  return Object.entries(filled ?? {}).flatMap(([name, value]) => (value === undefined ? [] : name))
}

function isInApiKey(endpoint: Endpoint): boolean {
  const probe = {}
  return endpoint.fill(getSampleRequest(endpoint), { apiKey: probe }) === probe
}

function requiredRecord(endpoint: Endpoint): z.ZodMiniType {
  const record = getRecordSchema(endpoint)
  if (endpoint.effect === 'read' || !(record instanceof z.ZodMiniObject)) return record
  const shape = record.def.shape as Readonly<Record<string, z.ZodMiniType>>
  const lenient = defaultedFields(endpoint).flatMap((name) => {
    const field = shape[name]
    return field === undefined || z.safeParse(field, undefined).success
      ? []
      : [[name, z.nullish(field)] as const]
  })
  return lenient.length === 0 ? record : z.object({ ...shape, ...Object.fromEntries(lenient) })
}

const nullSchema: JsonSchema = { type: 'null', description: 'Null or an empty body.' }

function oneOrInList(record: JsonSchema, isOptional: boolean): JsonSchema {
  const inList = {
    type: 'array',
    items: record,
    ...(!isOptional && { minItems: 1 }),
    maxItems: 1,
    description: 'The same record in a list.',
  }
  return { anyOf: [record, inList, ...(isOptional ? [nullSchema] : [])] }
}

/** Returns a response schema, optionally with every accepted form (decision 012). */
export function createAnswerSchema(
  call: CallName,
  endpoint: Endpoint,
  writer: JsonSchemaConverter,
): JsonSchema {
  if (endpoint.response instanceof z.ZodMiniUnknown) {
    return { description: 'Any JSON or an empty body. The portal ignores it.' }
  }
  if (writer.form === 'strict') {
    const record = writer.write(getRecordSchema(endpoint))
    return endpoint.isList ? { type: 'array', items: record } : record
  }
  const required = requiredRecord(endpoint)
  const record = writer.write(required)
  if (endpoint.isList) {
    return {
      anyOf: [
        { type: 'array', items: record },
        { ...record, description: 'A single record without a list.' },
        { ...nullSchema, description: 'Null or an empty body, as an empty list.' },
      ],
    }
  }
  if (endpoint.effect === 'read') {
    return oneOrInList(record, endpoint.response instanceof z.ZodMiniNullable)
  }
  const name = `${call.charAt(0).toUpperCase()}${call.slice(1)}Answer`
  return oneOrInList(
    writer.name(name, answerRecord(endpoint, record)),
    z.safeParse(required, {}).success,
  )
}

function answerRecord(endpoint: Endpoint, record: JsonSchema): JsonSchema {
  if ('$ref' in record) return record
  if (!isInApiKey(endpoint)) {
    return { ...record, description: 'Omitted fields are taken from the request.' }
  }
  const inside = { type: 'object', properties: { apiKey: record }, required: ['apiKey'] }
  return { anyOf: [record, { ...inside, description: 'The same record inside a field.' }] }
}
