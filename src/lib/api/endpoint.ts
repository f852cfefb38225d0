import * as z from 'zod/mini'

// zod compiles schemas with `new Function` unless told not to, which the content security policy forbids.
z.config({ jitless: true })

type Schema = z.ZodMiniType

/** One call of §7: all there is to know about it. */
export interface Endpoint<Request extends Schema = Schema, Response extends Schema = Schema> {
  service: 'product' | 'identity'
  method: 'GET' | 'POST' | 'PUT'
  /** Path below the service's base; `{name}` is filled from the request's `path`. */
  path: string
  /** Whether the call carries the session's bearer token. */
  authorized: boolean
  /** Only reads are repeated by themselves; only writes are replaced in a dry run. */
  effect: 'read' | 'write'
  /**
   * §7 asks for status 200. A read then takes no other 2xx; of a write each says that it was carried
   * out, so that it is a success all the same.
   */
  exactly200: boolean
  /** Statuses that mean "there is none". */
  absent: readonly number[]
  /** Whether the answer is a list; else it is one record. */
  isList: boolean
  headers: Readonly<Record<string, string>>
  /** How long one try may take, in milliseconds; `callTimeout` unless given. */
  timeout?: number
  /** Object with the parts the call has of: `path`, `query`, `headers`, `body`. */
  request: Request
  /**
   * What the portal uses of the answer, and nothing else. A write that this needs nothing of may be
   * answered with anything.
   */
  response: Response
  /** What stands for fields that the answer to a write leaves out, such as what was sent. */
  fill: (request: z.input<Request>, answer: Readonly<Record<string, unknown>>) => unknown
  /** What a dry run answers to a write, but for what fills it in; an id unless given. */
  dryRun: (request: z.input<Request>) => unknown
}

interface Definition<Request extends Schema, Response extends Schema> {
  service?: Endpoint['service']
  path: string
  authorized?: boolean
  exactly200?: boolean
  absent?: readonly number[]
  isList?: boolean
  headers?: Readonly<Record<string, string>>
  timeout?: number
  request: Request
  response: Response
}

interface WriteDefinition<Request extends Schema, Response extends Schema> extends Definition<
  Request,
  Response
> {
  method: Endpoint['method']
  fill?: Endpoint<Request>['fill']
  dryRun?: Endpoint<Request>['dryRun']
}

/** Identification that a dry run gives to what it did not create. */
export const dryRunId = 'dry-run'

const defaults = {
  service: 'product',
  authorized: true,
  exactly200: false,
  absent: [],
  isList: false,
  headers: {},
  fill: () => null,
  dryRun: () => ({ id: dryRunId }),
} as const

/** Describes a call that changes nothing. */
// @__NO_SIDE_EFFECTS__
export function read<Request extends Schema, Response extends Schema>(
  definition: Definition<Request, Response>,
): Endpoint<Request, Response> {
  return { ...defaults, method: 'GET', effect: 'read', ...definition }
}

/** Describes a call that reads a list. */
// @__NO_SIDE_EFFECTS__
export function readList<Request extends Schema, Item extends Schema>(
  definition: Omit<Definition<Request, z.ZodMiniArray<Item>>, 'response'> & { items: Item },
): Endpoint<Request, z.ZodMiniArray<Item>> {
  const { items, ...rest } = definition
  return read({ ...rest, isList: true, response: z.array(items) })
}

/** Describes a call that changes something, whatever its method. */
// @__NO_SIDE_EFFECTS__
export function write<Request extends Schema, Response extends Schema>(
  definition: WriteDefinition<Request, Response>,
): Endpoint<Request, Response> {
  return { ...defaults, effect: 'write', ...definition }
}

/**
 * Ids are opaque: sent back exactly as received, never computed with. In a path two of them would be
 * another address, encoded or not.
 */
export const id = z.union([z.string().check(z.regex(/^(?!\.\.?$)/)), z.number()])
export type Id = z.infer<typeof id>

/** Yes or no, also as text: `choiceOf` reads it. */
export const choice = z.literal([true, false, 'true', 'false'])

/** What a value chooses; null where it is no choice. */
export function choiceOf(value: unknown): boolean | null {
  const text = String(value)
  return text === 'true' || (text === 'false' ? false : null)
}

/** How the calls about one accounting connection name it. */
export const ofLocation = {
  query: z.object({ location: id }),
  headers: z.object({ administration: id }),
}
