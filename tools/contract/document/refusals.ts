import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import type { JsonSchema } from './schemas.ts'

/** Fields that contain the reason of a refusal, in the order in which the portal reads them. */
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

/**
 * Schemas of a refusal, nested two levels deep. The portal reads any depth, but type generators do not
 * support recursive schemas.
 */
export const refusalSchemas: Readonly<Record<string, JsonSchema>> = {
  Texts: {
    description: 'A text, or several.',
    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  },
  Reason: { ...withReason(schema('Texts')), description: 'A record that holds texts.' },
  Reasons: {
    description: 'A text, a record that holds one, or several of either.',
    anyOf: textsOr(schema('Reason')),
  },
  Refusal: {
    ...withReason(schema('Reasons')),
    description: `Why it was refused. Of ${reasons.map((name) => `\`${name}\``).join(', ')} the first that holds a text is shown, with \`details\`, up to 500 characters each.`,
  },
  Refusals: {
    description: 'A refusal, a text, or several of either.',
    anyOf: textsOr(schema('Refusal')),
  },
}

const content = {
  'application/json': {
    schema: schema('Refusals'),
    example: { message: 'What is wrong, for whoever reads it on the screen' },
  },
  'text/plain': { schema: { type: 'string', description: 'Shown as it is; HTML is not shown.' } },
}

export const createRefusal = (description: string) => ({ description, content })

const retryAfter = {
  'Retry-After': {
    description: 'How long to wait, in seconds or as a date. Beyond 20 s nothing is repeated.',
    schema: { type: 'string' },
  },
}

/** Descriptions of statuses that are the same for all calls. */
export const refusalResponses = {
  Unauthorized: createRefusal(
    'The token is missing or no longer valid. It is refreshed and the call repeated, once; then the session is over. Browsers read this status only with the headers of CORS.',
  ),
  Forbidden: createRefusal('The user may not do this.'),
  NotFound: createRefusal(
    'What the address or the headers name does not exist, or is not for this user.',
  ),
  Conflict: createRefusal('It exists already, or the administration is not coupled.'),
  Unprocessable: createRefusal(
    'A value is refused, or the idempotency key was used with another body.',
  ),
  TooManyRequests: {
    ...createRefusal('Too many requests. A read is repeated, three tries in all; a write is not.'),
    headers: retryAfter,
  },
  ServerError: {
    ...createRefusal(
      'It failed. After 502, 503 and 504 a read is repeated, three tries in all. A write may have been carried out: with an idempotency key it is repeated, without one looked up or asked about.',
    ),
    headers: retryAfter,
  },
  Refused: createRefusal('Any other status is a refusal: nothing was carried out.'),
} as const

const reference = (name: keyof typeof refusalResponses) => ({
  $ref: `#/components/responses/${name}`,
})

/** Returns the refusals of all calls and of writes. */
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
