import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import { listSchemaFields, getRecordSchema } from '../document/schemas.ts'
import { CheckFailedError } from './outcome.ts'

/** Usual names of fields that wrap a response. Messages quote only these names. */
const ENVELOPES = ['data', 'result', 'results', 'items', 'content', 'records', 'value', 'values']

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws {CheckFailedError} if the body of an answer has the expected record or list in a field */
export function expectNoEnvelope(endpoint: Endpoint, body: string): void {
  const fields = listSchemaFields(getRecordSchema(endpoint))
  if (fields.length === 0) return
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch {
    return
  }
  const isExpected = (value: unknown) => isRecord(value) && fields.some((field) => field in value)
  // A record in the field `apiKey` is expected and is no envelope.
  if (!isRecord(answer) || isExpected(answer) || 'apiKey' in answer) return
  const entries = Object.entries(answer)
  const [name] =
    entries.find(([, value]) => isExpected([value].flat()[0])) ??
    entries.find(([key, value]) => ENVELOPES.includes(key) && Array.isArray(value)) ??
    []
  if (name === undefined) return
  const field = ENVELOPES.includes(name) ? `the field "${name}"` : 'a field'
  const record = `{${fields.join(', ')}}`
  const expected = endpoint.isList ? `[${record}, …]` : record
  throw new CheckFailedError(
    `the answer is in ${field}, expected ${expected} without a field around it`,
  )
}
