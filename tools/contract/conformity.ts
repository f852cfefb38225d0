import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { OpenApi } from './document/document.ts'

/** What a validator has to say, in a line: where, what, and of which field or value. */
export const complaint = ({ instancePath, message = 'is wrong', params }: ErrorObject): string =>
  `${instancePath || '/'} ${message} ${JSON.stringify(params)}`

/** Judges answers by an OpenAPI document, as JSON Schema 2020-12. */
export class Conformity {
  readonly #document: OpenApi
  readonly #schemas: Ajv2020

  constructor(document: OpenApi) {
    this.#document = document
    // The document is more than a schema: its other keywords are OpenAPI's.
    this.#schemas = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
    this.#schemas.addSchema(document, 'contract')
  }

  /**
   * What is wrong with an answer, a line each; empty when it is as the document says.
   *
   * @param call method and path, as the document or the descriptors write them or as it was sent
   * @param text the body, of which JSON is expected; nothing counts as null
   */
  problems(call: string, status: number, text: string): string[] {
    const operation = this.#operation(call)
    if (operation === null) return [`${call} is in no document`]
    const names = [String(status), `${Math.floor(status / 100)}XX`, 'default']
    const named = names.find((name) => name in operation.responses)
    // The document describes the body of a success once.
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
    return this.#judged(pointer, value) ?? [`${call} says nothing of a body with ${status}`]
  }

  /** What is wrong with the body that a call sends, a line each; `undefined` is no body. */
  requestProblems(call: string, body: unknown): string[] {
    const operation = this.#operation(call)
    if (operation === null) return [`${call} is in no document`]
    const problems = this.#judged([...operation.pointer, 'requestBody'], body)
    return problems ?? (body === undefined ? [] : [`${call} has no body`])
  }

  /** By the schema of the JSON at a place in the document; undefined where that has none. */
  #judged(pointer: readonly string[], value: unknown): string[] | undefined {
    const reference = [...pointer, 'content', 'application/json', 'schema'].map(escaped).join('/')
    const validate = this.#schemas.getSchema(`contract#/${reference}`)
    if (validate === undefined) return undefined
    return validate(value) === true ? [] : (validate.errors ?? []).map(complaint)
  }

  /** Of several paths that match, the one that says most: `/list` before `/{id}`. */
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

  /** Where a reference leads; answers refer at most once. */
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

/** A part of a JSON pointer in a URI. */
const escaped = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
