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
  /** Only status 200 will do. Otherwise every 2xx is a success. */
  exactly200: boolean
  /** Statuses that mean "there is none"; `none` then stands for the answer. */
  absent: readonly number[]
  none: unknown
  headers: Readonly<Record<string, string>>
  /** How long one try may take, in milliseconds; `callTimeout` unless given. */
  timeout?: number
  /** Object with the parts the call has of: `path`, `query`, `headers`, `body`. */
  request: Request
  response: Response
  /** What a dry run answers to a write. */
  dryRun: (request: z.output<Request>) => z.input<Response>
}

interface Definition<Request extends Schema, Response extends Schema> {
  service?: Endpoint['service']
  path: string
  authorized?: boolean
  exactly200?: boolean
  absent?: readonly number[]
  none?: unknown
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
  dryRun: (request: z.output<Request>) => z.input<Response>
}

const defaults = {
  service: 'product',
  authorized: true,
  exactly200: false,
  absent: [],
  none: null,
  headers: {},
} as const

/** Describes a call that changes nothing. */
// @__NO_SIDE_EFFECTS__
export function read<Request extends Schema, Response extends Schema>(
  definition: Definition<Request, Response>,
): Endpoint<Request, Response> {
  return {
    ...defaults,
    method: 'GET',
    effect: 'read',
    dryRun: () => {
      throw new Error('A read is sent in a dry run too')
    },
    ...definition,
  }
}

/** Describes a call that reads a list; no content is an empty one. */
// @__NO_SIDE_EFFECTS__
export function readList<Request extends Schema, Item extends Schema>(
  definition: Omit<Definition<Request, z.ZodMiniArray<Item>>, 'response'> & { items: Item },
): Endpoint<Request, z.ZodMiniArray<Item>> {
  const { items, ...rest } = definition
  return read({ absent: [204], none: [], ...rest, response: z.array(items) })
}

/** Describes a call that changes something, whatever its method. */
// @__NO_SIDE_EFFECTS__
export function write<Request extends Schema, Response extends Schema>(
  definition: WriteDefinition<Request, Response>,
): Endpoint<Request, Response> {
  return { ...defaults, effect: 'write', ...definition }
}

/** Ids are opaque: sent back exactly as received, never computed with. */
export const id = z.union([z.string(), z.number()])
export type Id = z.infer<typeof id>

/** Identification that a dry run gives to what it did not create. */
export const dryRunId = 'dry-run'

/** How the calls about one accounting connection name it. */
export const ofLocation = {
  query: z.object({ location: id }),
  headers: z.object({ administration: id }),
}
