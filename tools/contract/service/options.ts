import { parseArgs } from 'node:util'
import * as z from 'zod'

export const usage =
  'npm run check:api -w tools/contract -- URL --token TOKEN [--administration ID [--location ID]] [--origin https://portal] [--idempotency-header NAME] [--foreign-token TOKEN] [--writes [--yes]] [--json]; PORTAL_CHECK_TOKEN and PORTAL_CHECK_FOREIGN_TOKEN in place of the options keep tokens out of the list of processes'

const text = (form: RegExp, otherwise: string) => z.string().regex(form, otherwise)
const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null)

const id = (name: string) => orNull(text(/^(?!\.\.?$)[\x21-\x7e]+$/, `${name} is no id`))
const bearer = (name: string) =>
  text(/^[\x21-\x7e]+$/, `${name} is no bearer token, which has no spaces`)

const addressIn = (value: string) => {
  const address = URL.parse(value)
  return address && /^https?:$/.test(address.protocol) && !address.username && !address.password
    ? address
    : null
}
const isBase = (value: string) => {
  const address = addressIn(value)
  return address !== null && !address.search && !address.hash
}
const isOrigin = (value: string) => {
  const address = addressIn(value)
  return address !== null && address.href === `${address.origin}/`
}

const schema = z
  .strictObject({
    url: z
      .string('expected one address')
      .refine(isBase, 'the address is no http or https address without user name, query and #')
      .transform((value) => new URL(value).href.replace(/\/$/, '')),
    /** Bearer token, which must never be printed. */
    token: z
      .string()
      .min(1, 'a token is needed: --token, or PORTAL_CHECK_TOKEN')
      .pipe(bearer('the token')),
    /** Null skips the checks that need an administration or location. */
    administration: id('--administration'),
    location: id('--location'),
    /** Origin of the portal, or null if equal to the API's. */
    origin: orNull(
      z
        .string()
        .refine(isOrigin, '--origin is no origin, such as https://portal.example')
        .transform((value) => new URL(value).origin),
    ),
    /** Null if the portal sends no idempotency header. */
    idempotencyHeader: orNull(
      text(/^[\w!#$%&'*+.^`|~-]+$/, '--idempotency-header is no name of a header'),
    ),
    /** Token of another client of the provider, never printed. */
    foreignToken: z.preprocess(
      (value) => (value === '' ? null : value),
      orNull(bearer('the foreign token')),
    ),
    /** True to check writes as well. `yes` skips the confirmation. */
    writes: z.boolean(),
    yes: z.boolean(),
    json: z.boolean(),
  })
  .refine(({ location, administration }) => location === null || administration !== null, {
    error: '--location needs the --administration that it is of',
  })
  .refine(({ writes, administration }) => !writes || administration !== null, {
    error: '--writes needs --administration',
  })

export type ServiceCheckOptions = z.infer<typeof schema>

/** Reads the options and tokens, and keeps tokens out of error messages. */
export function readOptions(
  parameters: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ServiceCheckOptions | string {
  try {
    const { positionals, values } = parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        token: { type: 'string', default: env.PORTAL_CHECK_TOKEN ?? '' },
        administration: { type: 'string' },
        location: { type: 'string' },
        origin: { type: 'string' },
        'idempotency-header': { type: 'string' },
        'foreign-token': { type: 'string', default: env.PORTAL_CHECK_FOREIGN_TOKEN ?? '' },
        writes: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
    const {
      'idempotency-header': idempotencyHeader,
      'foreign-token': foreignToken,
      ...others
    } = values
    const url = positionals.length === 1 ? positionals[0] : undefined
    const read = schema.safeParse({ ...others, url, idempotencyHeader, foreignToken })
    return read.success ? read.data : (read.error.issues[0]?.message ?? '')
  } catch (error) {
    return (error as Error).message.replace(/\n.*/s, '')
  }
}
