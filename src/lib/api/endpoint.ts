import * as z from 'zod/mini'

// zod compiles schemas with `new Function` by default, which the content security policy forbids.
z.config({ jitless: true })

type Schema = z.ZodMiniType

export interface Endpoint<Request extends Schema = Schema, Response extends Schema = Schema> {
  service: 'product' | 'identity'
  method: 'GET' | 'POST' | 'PUT'
  /** Path below the service's base. `{name}` is filled from the request's `path`. */
  path: string
  authorized: boolean
  /** Only reads are retried; only writes are replaced in a dry run. */
  effect: 'read' | 'write'
  /** True if a read accepts no 2xx status but 200 (§7). A write accepts each, as it was carried out. */
  exactly200: boolean
  /** Statuses that mean "there is none". */
  absent: readonly number[]
  isList: boolean
  headers: Readonly<Record<string, string>>
  timeout?: number
  /** Has `path`, `query`, `headers` and `body`, as far as the call has them. */
  request: Request
  response: Response
  /** Returns fields that the response to a write may omit, mostly those that were sent. */
  fill: (request: z.input<Request>, answer: Readonly<Record<string, unknown>>) => unknown
  /** True if a record belongs to the request. Other records of a response are ignored. */
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

/** Name of a call in logs, without the request's values, which may be personal. */
export const callName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

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
  return read({ ...definition, isList: true, response: z.array(items) })
}

// @__NO_SIDE_EFFECTS__
export function listOfLocation<Item extends Schema>(path: string, items: Item) {
  return readList({ path, request: z.object(ofLocation), items })
}

// @__NO_SIDE_EFFECTS__
export function write<Request extends Schema, Response extends Schema = z.ZodMiniUnknown>(
  definition: Definition<Request> & { response?: Response },
): Endpoint<Request, Response> {
  const response = z.unknown() as unknown as Response
  return { ...defaults, method: 'POST', effect: 'write', response, ...definition }
}

/** Rejects `.` and `..`, which change the address in a path, and numbers that JSON rounds. */
export const id = z.union([
  z.string().check(z.regex(/^(?!\.\.?$)/)),
  z.number().check(z.refine(Number.isSafeInteger)),
])
export type Id = z.infer<typeof id>

/** Rejects numbers that JSON may have rounded. */
export const asReceived = z.unknown().check(z.refine(isUnrounded))

function isUnrounded(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isUnrounded)
  return typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER
}

/** True if a value names something: a whole number that JSON has not rounded, or a text that is not empty. */
export const isSet = (value: unknown): value is Id =>
  Number.isSafeInteger(value) || (typeof value === 'string' && value !== '')

export const matchesIfSet = (field: unknown, id: Id) =>
  !isSet(field) || String(field) === String(id)

export const choice = z.literal([true, false, 'true', 'false'])

export function choiceOf(value: unknown): boolean | null {
  const text = String(value)
  return text === 'true' || (text === 'false' ? false : null)
}

export const ofLocation = {
  query: z.object({ location: id }),
  headers: z.object({ administration: id }),
}
