import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import { createAnswerSchema } from './answers.ts'
import { callEndpoints, type CallName } from '../calls.ts'
import { callGroups, callStatuses, callSummaries } from './operations.ts'
import { idempotencyKey, createOpenApiParameters } from './parameters.ts'
import { listCommonRefusals, createRefusal, refusalResponses, refusalSchemas } from './refusals.ts'
import { getDocumentPath, getSampleRequest, findCallSample } from './samples.ts'
import { JsonSchemaConverter, type ResponseForm, type JsonSchema } from './schemas.ts'
import { createSentSchema } from './sent.ts'

/** A service for version 1.0 also works with 1.1. */
const VERSION = '1.0.0'

/** Document in the OpenAPI 3.1 format, as plain data. */
export interface OpenApi {
  openapi: string
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  [other: string]: unknown
}

interface Operation {
  operationId: string
  responses: Readonly<Record<string, unknown>>
  [other: string]: unknown
}

const introduction =
  'Product API as the Koppelpunt portal uses it. Generated from the call descriptors of the portal. Requests are described as the portal sends them. `docs/product-api.md` has the rules for all calls.'

const answerIntroductions: Readonly<Record<ResponseForm, string>> = {
  tolerant:
    'Responses must contain the fields under `required`. Other fields may be missing or null, and fields that are not described are ignored. `openapi-strict.json` describes one form of each response, for authors of a service and for type generators.',
  strict:
    'This document describes the recommended form of each response. `openapi.json` describes every form that the portal accepts, and `check:api` checks a service against it.',
}

const json = (schema: JsonSchema, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

function bodyOf(name: CallName, endpoint: Endpoint, writer: JsonSchemaConverter) {
  const { properties = {} } = writer.write(endpoint.request) as {
    properties?: { body?: JsonSchema }
  }
  return (
    properties.body &&
    json(createSentSchema(name, writer.resolved(properties.body)), getSampleRequest(endpoint).body)
  )
}

function successResponses(name: CallName, endpoint: Endpoint, writer: JsonSchemaConverter) {
  const { status = 200, answer } = findCallSample(endpoint)
  const plain = endpoint.isList ? [answer].flat() : answer
  const content = json(
    createAnswerSchema(name, endpoint, writer),
    status === 200 ? plain : undefined,
  )
  if (endpoint.exactly200 && endpoint.effect === 'read') {
    return { 200: { description: 'Success. The portal accepts no other status.', content } }
  }
  if (endpoint.exactly200) {
    return {
      200: { description: 'Success. A service must respond with 200.', content },
      '2XX': {
        description:
          'The portal treats the write as carried out. `check:api` reports the status, because 200 is required.',
      },
    }
  }
  return {
    200: { description: 'Success.', content },
    '2XX': { description: 'The portal treats every other success as 200.' },
  }
}

const absenceResponses = ({ absent }: Endpoint) =>
  Object.fromEntries(
    absent.map((status) => [
      status,
      createRefusal('The record does not exist. The portal does not treat this as a failure.'),
    ]),
  )

const statusResponses = (name: CallName) =>
  Object.fromEntries(
    Object.entries(callStatuses[name] ?? {}).map(([status, meaning]) => [
      status,
      createRefusal(meaning),
    ]),
  )

function operationOf(name: CallName, endpoint: Endpoint, writer: JsonSchemaConverter): Operation {
  const [, group] = callGroups.find(([path]) => endpoint.path.startsWith(path)) ?? []
  if (group === undefined) throw new Error(`${name} belongs to no group`)
  const content = bodyOf(name, endpoint, writer)
  return {
    operationId: name,
    tags: [group],
    summary: callSummaries[name],
    ...(!endpoint.authorized && { security: [] }),
    parameters: createOpenApiParameters(endpoint, writer),
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      ...successResponses(name, endpoint, writer),
      ...listCommonRefusals(endpoint),
      ...absenceResponses(endpoint),
      ...statusResponses(name),
    },
  }
}

/** Creates the OpenAPI 3.1 document from the portal's calls. */
export function createContractDocument(form: ResponseForm = 'tolerant'): OpenApi {
  const writer = new JsonSchemaConverter(form)
  const paths: Record<string, Record<string, Operation>> = {}
  for (const name of Object.keys(callSummaries) as CallName[]) {
    const endpoint = callEndpoints[name]
    const path = (paths[getDocumentPath(endpoint)] ??= {})
    path[endpoint.method.toLowerCase()] = operationOf(name, endpoint, writer)
  }
  const named = [...writer.components].sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Koppelpunt: the product API',
      version: VERSION,
      description: `${introduction} ${answerIntroductions[form]}`,
    },
    servers: [{ url: '/api', description: 'Value of PORTAL_API_URL' }],
    security: [{ bearer: [] }],
    tags: callGroups.map(([, name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'Access token of the user from the identity provider.',
        },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      responses: refusalResponses,
      schemas: { ...Object.fromEntries(named), ...refusalSchemas },
    },
  }
}
