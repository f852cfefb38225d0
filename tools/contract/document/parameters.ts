import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import { parameterDescriptions } from './operations.ts'
import { APP, getSampleRequest } from './samples.ts'
import type { JsonSchema, JsonSchemaConverter } from './schemas.ts'

type ParameterPlace = 'path' | 'query' | 'header'

interface RequestPart {
  properties: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
}

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Random key of a write, unique per user. `PORTAL_IDEMPOTENCY_HEADER` sets the name of the header. If it is set, the portal sends the header with every write. The service carries out a write once per key: a repeated request with the same key and body gets the first response, also while the first request is in progress. A different body is refused with 422. Refusals are not stored.',
  schema: { type: 'string', minLength: 1 },
}

function descriptionOf(place: ParameterPlace, name: string): string {
  const description = parameterDescriptions[`${place} ${name}`]
  if (description === undefined) throw new Error(`Nothing describes ${place} ${name}`)
  return description
}

/** Returns an OpenAPI parameter whose schema allows only one value. */
const constantParameter = (place: ParameterPlace, name: string, value: string) => ({
  name,
  in: place,
  required: true,
  description: descriptionOf(place, name),
  schema: { const: value },
})

export function createOpenApiParameters(
  endpoint: Endpoint,
  writer: JsonSchemaConverter,
): unknown[] {
  const { properties = {} } = writer.write(endpoint.request) as {
    properties?: Readonly<Record<string, unknown>>
  }
  const request = getSampleRequest(endpoint)
  const parameters = (['path', 'query', 'headers'] as const).flatMap((part) => {
    const place = part === 'headers' ? 'header' : part
    const { properties: schemas, required = [] } = (properties[part] ?? {
      properties: {},
    }) as RequestPart
    return Object.entries(schemas).map(([name, schema]) => {
      const example = request[part][name]
      return {
        name,
        in: place,
        required: required.includes(name),
        description: descriptionOf(place, name),
        schema,
        ...(example !== undefined && { example }),
      }
    })
  })
  const [plain = '', query] = endpoint.path.split('?')
  const reference = { $ref: '#/components/parameters/IdempotencyKey' }
  return [
    ...(plain.includes(APP) ? [constantParameter('path', 'app', APP)] : []),
    ...[...new URLSearchParams(query)].map(([name, value]) =>
      constantParameter('query', name, value),
    ),
    ...parameters,
    ...(endpoint.effect === 'write' ? [reference] : []),
  ]
}
