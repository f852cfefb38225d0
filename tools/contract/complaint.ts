import type { ErrorObject } from 'ajv'

/** What a validator has to say, in a line: where, what, and the field if its own text has none. */
export function complaint({ instancePath, message = 'is wrong', params }: ErrorObject): string {
  const { unevaluatedProperty, additionalProperty = unevaluatedProperty } = params as {
    unevaluatedProperty?: string
    additionalProperty?: string
  }
  const field = additionalProperty === undefined ? '' : ` (${additionalProperty})`
  return `${instancePath || '/'} ${message}${field}`
}
