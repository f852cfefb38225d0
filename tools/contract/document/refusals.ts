import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import type { JsonSchema } from './schemas.ts'

/** Fields with the reason for a refusal, in reading order. */
const reasons = ['message', 'errorMessage', 'error_description', 'detail', 'error']

const schema = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const textsOr = (record: JsonSchema): readonly JsonSchema[] => [
  { type: 'string' },
  record,
  { type: 'array', items: { anyOf: [{ type: 'string' }, record] } },
]

/**
 * Returns the schema of a record with at least one reason.
 *
 * @param form schema of each reason and detail
 */
const withReason = (form: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { details: form },
  anyOf: reasons.map((name) => ({ properties: { [name]: form }, required: [name] })),
})

/** Refusal schemas have two levels, because generators reject recursive schemas. */
export const refusalSchemas: Readonly<Record<string, JsonSchema>> = {
  Texts: {
    description: 'One or more texts.',
    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  },
  Reason: { ...withReason(schema('Texts')), description: 'Record that contains texts.' },
  Reasons: {
    description: 'One or more texts or records that contain texts.',
    anyOf: textsOr(schema('Reason')),
  },
  Refusal: {
    ...withReason(schema('Reasons')),
    description: `Reason of a refusal. The portal shows the first text in ${reasons.map((name) => `\`${name}\``).join(', ')}, with \`details\`, up to 500 characters each.`,
  },
  Refusals: {
    description: 'One or more refusals or texts.',
    anyOf: textsOr(schema('Refusal')),
  },
}

const content = {
  'application/json': {
    schema: schema('Refusals'),
    example: { message: 'Message for the user of the portal' },
  },
  'text/plain': { schema: { type: 'string', description: 'Shown unchanged. HTML is not shown.' } },
}

export const createRefusal = (description: string) => ({ description, content })

const retryAfter = {
  'Retry-After': {
    description:
      'Time to wait, in seconds or as a date. The portal does not retry after more than 20 s.',
    schema: { type: 'string' },
  },
}

/** Error responses whose descriptions are the same for all calls. */
export const refusalResponses = {
  Unauthorized: createRefusal(
    'The token is missing or no longer valid. The portal refreshes it and retries once; after that the session is over. Browsers need the CORS headers to read this status.',
  ),
  Forbidden: createRefusal('The user lacks the right to do this.'),
  NotFound: createRefusal(
    'A record in the path or the headers does not exist, or the user has no access to it.',
  ),
  Conflict: createRefusal('The record already exists, or the administration is not coupled.'),
  Unprocessable: createRefusal(
    'A value is invalid, or the idempotency key was used with a different body.',
  ),
  TooManyRequests: {
    ...createRefusal(
      'Too many requests. The portal tries a read up to three times, and a write once.',
    ),
    headers: retryAfter,
  },
  ServerError: {
    ...createRefusal(
      'The request failed. After 502, 503 and 504 the portal tries a read up to three times. A write may have been carried out, so the portal retries it with its idempotency key; without one it looks the record up or asks the user.',
    ),
    headers: retryAfter,
  },
  Refused: createRefusal(
    'Every other status is a refusal. The service must not have carried out the request.',
  ),
} as const

const reference = (name: keyof typeof refusalResponses) => ({
  $ref: `#/components/responses/${name}`,
})

/** Returns a call's error responses, with additional responses for writes. */
export const listCommonRefusals = ({
  authorized,
  effect,
}: Pick<Endpoint, 'authorized' | 'effect'>) => ({
  ...(authorized && {
    401: reference('Unauthorized'),
    403: reference('Forbidden'),
    404: reference('NotFound'),
  }),
  ...(effect === 'write' && { 409: reference('Conflict'), 422: reference('Unprocessable') }),
  429: reference('TooManyRequests'),
  '5XX': reference('ServerError'),
  default: reference('Refused'),
})
