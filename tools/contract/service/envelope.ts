import * as z from 'zod/mini'
import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import { recordOf } from '../document/schemas.ts'
import { Failed } from './service.ts'

/** Fields under which services put their answers; others are not repeated. */
const usual = ['data', 'result', 'results', 'items', 'content', 'records', 'value', 'values']

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fieldsOf(endpoint: Endpoint): string[] {
  const record = recordOf(endpoint)
  return record instanceof z.ZodMiniObject ? Object.keys(record.def.shape) : []
}

/**
 * Whether an answer is what is asked for, rather than something that holds it.
 *
 * @param text the body as it came; null where there was none
 * @throws {Failed} with the form that is expected
 */
export function expectNoEnvelope(endpoint: Endpoint, text: string | null): void {
  const fields = fieldsOf(endpoint)
  if (fields.length === 0) return
  let answer: unknown
  try {
    answer = JSON.parse(text ?? '')
  } catch {
    // What is no JSON is told elsewhere.
    return
  }
  const isOurs = (value: unknown) => isRecord(value) && fields.some((field) => field in value)
  // A key may stand in its `apiKey`.
  if (!isRecord(answer) || isOurs(answer) || 'apiKey' in answer) return
  const [name] =
    Object.entries(answer).find(([, value]) => isOurs([value].flat()[0])) ??
    // An empty list in an envelope.
    Object.entries(answer).find(([key, value]) => usual.includes(key) && Array.isArray(value)) ??
    []
  if (name === undefined) return
  const field = usual.includes(name) ? `"${name}"` : 'one of its fields'
  const record = `{${fields.join(', ')}}`
  const form = endpoint.isList ? `[${record}, …]` : record
  throw new Failed(`the answer stands in ${field}; expected without that: ${form}`)
}
