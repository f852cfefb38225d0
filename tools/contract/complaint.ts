import type { ErrorObject } from 'ajv'

/** What a validator has to say, in a line: where, what, and the field if its own text has none. */
export function complaint({ instancePath, message = 'is wrong', params }: ErrorObject): string {
  const { unevaluatedProperty } = params as { unevaluatedProperty?: string }
  const field = unevaluatedProperty === undefined ? '' : ` (${unevaluatedProperty})`
  return `${instancePath || '/'} ${message}${field}`
}
