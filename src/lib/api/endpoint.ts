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
  authorized: boolean
  /** Only reads are repeated by themselves; only writes are replaced in a dry run. */
  effect: 'read' | 'write'
  /** §7 asks for 200: a read then takes no other 2xx. A write does: each says that it was carried out. */
  exactly200: boolean
  /** Statuses that mean "there is none". */
  absent: readonly number[]
  isList: boolean
  headers: Readonly<Record<string, string>>
  /** How long one try may take, in milliseconds; `callTimeout` unless given. */
  timeout?: number
  /** Object with the parts the call has of: `path`, `query`, `headers`, `body`. */
  request: Request
  response: Response
  /** Fields that the answer to a write may leave out, mostly those that were sent. */
  fill: (request: z.input<Request>, answer: Readonly<Record<string, unknown>>) => unknown
  /** Whether a record is of what was asked; a service may list more, which is not read. */
  isAsked: (request: z.input<Request>, record: { administration_id?: unknown }) => boolean
  /** What a dry run answers to a write, which `fill` completes; an id unless given. */
  dryRun: (request: z.input<Request>) => unknown
}

/** What says nothing has the defaults below. */
type Definition<Request extends Schema> = Partial<Omit<Endpoint<Request>, 'response'>> &
  Pick<Endpoint<Request>, 'path' | 'request'>

export const dryRunId = 'dry-run'

const defaults = {
  service: 'product',
  authorized: true,
  exactly200: false,
  absent: [],
  isList: false,
  headers: {},
  fill: () => null,
  isAsked: () => true,
  dryRun: () => ({ id: dryRunId }),
} as const

// @__NO_SIDE_EFFECTS__
export function read<Request extends Schema, Response extends Schema>(
  definition: Definition<Request> & { response: Response },
): Endpoint<Request, Response> {
  return { ...defaults, method: 'GET', effect: 'read', ...definition }
}

// @__NO_SIDE_EFFECTS__
export function readList<Request extends Schema, Item extends Schema>({
  items,
  ...definition
}: Definition<Request> & { items: Item }): Endpoint<Request, z.ZodMiniArray<Item>> {
  const response = z.array(items)
  return { ...read({ ...definition, response }), isList: true, response }
}

// @__NO_SIDE_EFFECTS__
export function listOfLocation<Item extends Schema>(path: string, items: Item) {
  return readList({ path, request: z.object(ofLocation), items })
}

/** Unless it says otherwise, a POST of whose answer nothing is used. */
// @__NO_SIDE_EFFECTS__
export function write<Request extends Schema, Response extends Schema = z.ZodMiniUnknown>(
  definition: Definition<Request> & { response?: Response },
): Endpoint<Request, Response> {
  const response = z.unknown() as unknown as Response
  return { ...defaults, method: 'POST', effect: 'write', response, ...definition }
}

/**
 * Sent back exactly as received. Refuses `.` and `..`, which name another address in a path, and numbers beyond 2^53,
 * which JSON rounds to another id.
 */
export const id = z.union([
  z.string().check(z.regex(/^(?!\.\.?$)/)),
  z.number().check(z.refine(Number.isSafeInteger)),
])
export type Id = z.infer<typeof id>

/** Value of any form that is sent back or compared as received. Refuses numbers that JSON may have rounded. */
export const asReceived = z.unknown().check(z.refine(isUnrounded))

function isUnrounded(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isUnrounded)
  return typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER
}

/** True if a value names something: a whole number that JSON has not rounded, or a text that is not empty. */
export const isSet = (value: unknown): value is Id =>
  Number.isSafeInteger(value) || (typeof value === 'string' && value !== '')

/** Whether an answer names an id, or none. */
export const fits = (named: unknown, id: Id) => !isSet(named) || String(named) === String(id)

/** Yes or no, also as text: `choiceOf` reads it. */
export const choice = z.literal([true, false, 'true', 'false'])

/** What a value chooses; null where it is no choice. */
export function choiceOf(value: unknown): boolean | null {
  const text = String(value)
  return text === 'true' || (text === 'false' ? false : null)
}

/** Query and headers by which calls name the location whose accounting connection they are about. */
export const ofLocation = {
  query: z.object({ location: id }),
  headers: z.object({ administration: id }),
}
