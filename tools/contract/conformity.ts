import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { OpenApi } from './document/document.ts'

export const formatSchemaError = ({
  instancePath,
  message = 'is wrong',
  params,
}: ErrorObject): string => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`

/** Validates requests and responses against an OpenAPI document (JSON Schema 2020-12). */
export class ContractValidator {
  readonly #document: OpenApi
  readonly #schemas: Ajv2020

  constructor(document: OpenApi) {
    this.#document = document
    // Strict mode is off, because OpenAPI adds its own keywords.
    this.#schemas = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
    this.#schemas.addSchema(document, 'contract')
  }

  /**
   * Returns the problems of a response, one line each.
   *
   * @param call method and path, with or without values for parameters
   * @param text body. An empty body counts as null
   */
  problems(call: string, status: number, text: string): string[] {
    const operation = this.#operation(call)
    if (operation === null) return [`${call} is not in the document`]
    const names = [String(status), `${Math.floor(status / 100)}XX`, 'default']
    const named = names.find((name) => name in operation.responses)
    // The document describes a successful body only under status 200.
    const response = named === '2XX' ? '200' : named
    if (response === undefined) return [`${call} has no answer ${status}`]
    const pointer = this.#resolved([...operation.pointer, 'responses', response])
    let value: unknown
    try {
      value = text === '' ? null : JSON.parse(text)
    } catch {
      return ['the body is not JSON']
    }
    if (status >= 300 && value === null) return []
    return this.#validate(pointer, value) ?? [`${call} describes no body for ${status}`]
  }

  /**
   * Returns the problems of a request body, one line each.
   *
   * @param body `undefined` if the request has no body
   */
  requestProblems(call: string, body: unknown): string[] {
    const operation = this.#operation(call)
    if (operation === null) return [`${call} is not in the document`]
    const problems = this.#validate([...operation.pointer, 'requestBody'], body)
    return problems ?? (body === undefined ? [] : [`${call} has no body`])
  }

  /** Validates a value, if the document has a schema for it. */
  #validate(pointer: readonly string[], value: unknown): string[] | undefined {
    const reference = [...pointer, 'content', 'application/json', 'schema']
      .map(escapePointer)
      .join('/')
    const validate = this.#schemas.getSchema(`contract#/${reference}`)
    if (validate === undefined) return undefined
    return validate(value) === true ? [] : (validate.errors ?? []).map(formatSchemaError)
  }

  #operation(call: string) {
    const [method = '', path = ''] = call.split(' ')
    const name = method.toLowerCase()
    const [found] = Object.entries(this.#document.paths)
      .filter(([template, operations]) => name in operations && patternOf(template).test(path))
      .sort(([one], [other]) => namesIn(one) - namesIn(other))
    const operation = found?.[1][name]
    if (found === undefined || operation === undefined) return null
    return { pointer: ['paths', found[0], name], responses: operation.responses }
  }

  #resolved(pointer: readonly string[]): readonly string[] {
    const value = pointer.reduce<unknown>(
      (each, name) => (each as Record<string, unknown>)[name],
      this.#document,
    ) as { $ref?: string }
    return value.$ref?.slice('#/'.length).split('/') ?? pointer
  }
}

const names = /\{\w+\}/g
const namesIn = (template: string) => template.match(names)?.length ?? 0
const patternOf = (template: string) => new RegExp(`^${template.replace(names, '[^/?]+')}(\\?.*)?$`)

const escapePointer = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
