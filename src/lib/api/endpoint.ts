import * as z from 'zod/mini'

// The content security policy forbids zod's compiled schemas (`new Function`).
z.config({ jitless: true })

type Schema = z.ZodMiniType

export interface Endpoint<Request extends Schema = Schema, Response extends Schema = Schema> {
  service: 'product' | 'identity'
  method: 'GET' | 'POST' | 'PUT'
  /** Path below the service's base, with placeholders such as `{id}`. */
  path: string
  authorized: boolean
  /** Reads are retried, and writes are replaced in dry runs. */
  effect: 'read' | 'write'
  /** True if a read accepts only status 200 (§7). */
  exactly200: boolean
  absent: readonly number[]
  isList: boolean
  headers: Readonly<Record<string, string>>
  timeout?: number
  /** Schema of the parts `path`, `query`, `headers` and `body`. */
  request: Request
  response: Response
  fill: (request: z.input<Request>, answer: Readonly<Record<string, unknown>>) => unknown
  /** False if a record in the response must be ignored. */
  isRequested: (request: z.input<Request>, record: { administration_id?: unknown }) => boolean
  dryRun: (request: z.input<Request>) => unknown
}

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
  isRequested: () => true,
  dryRun: () => ({ id: dryRunId }),
} as const

/** Returns the name of a call, which contains no personal values. */
export const getCallName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  `${method} ${path}`

// @__NO_SIDE_EFFECTS__
export function defineRead<Request extends Schema, Response extends Schema>(
  definition: Definition<Request> & { response: Response },
): Endpoint<Request, Response> {
  return { ...defaults, method: 'GET', effect: 'read', ...definition }
}

/** Reads one record by the id in its path. */
// @__NO_SIDE_EFFECTS__
export function defineReadById<Item extends Schema>(path: string, item: Item) {
  const request = z.object({ path: z.object({ id }) })
  return defineRead({ path, absent: [404], request, response: z.nullable(item) })
}

// @__NO_SIDE_EFFECTS__
export function defineListRead<Request extends Schema, Item extends Schema>({
  items,
  ...definition
}: Definition<Request> & { items: Item }): Endpoint<Request, z.ZodMiniArray<Item>> {
  return defineRead({ ...definition, isList: true, response: z.array(items) })
}

// @__NO_SIDE_EFFECTS__
export function defineLocationList<Item extends Schema>(path: string, items: Item) {
  return defineListRead({ path, request: z.object(locationFields), items })
}

// @__NO_SIDE_EFFECTS__
export function defineWrite<Request extends Schema, Response extends Schema = z.ZodMiniUnknown>(
  definition: Definition<Request> & { response?: Response },
): Endpoint<Request, Response> {
  const response = z.unknown() as unknown as Response
  return { ...defaults, method: 'POST', effect: 'write', response, ...definition }
}

/** Rejects dot segments (`..`) and numbers that JSON rounds. */
export const id = z.union([
  z.string().check(z.regex(/^(?!\.\.?$)/)),
  z.number().check(z.refine(Number.isSafeInteger)),
])
export type Id = z.infer<typeof id>

/** Schema that rejects numbers too large for JSON to represent exactly. */
export const exactSchema = z.unknown().check(z.refine(isUnrounded))

function isUnrounded(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isUnrounded)
  return typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER
}

/** Accepts non-empty texts and safe integers as ids. */
export const isSet = (value: unknown): value is Id =>
  Number.isSafeInteger(value) || (typeof value === 'string' && value !== '')

export const isSameIdOrOmitted = (field: unknown, id: Id) =>
  !isSet(field) || String(field) === String(id)

export const booleanSchema = z.literal([true, false, 'true', 'false'])

export function parseChoice(value: unknown): boolean | null {
  const text = String(value)
  return text === 'true' || (text === 'false' ? false : null)
}

export const locationFields = {
  query: z.object({ location: id }),
  headers: z.object({ administration: id }),
}
