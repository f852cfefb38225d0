import { parseArgs } from 'node:util'
import * as z from 'zod'

export const usage =
  'npm run check:api -w tools/contract -- URL --token TOKEN [--administration ID [--location ID]] [--origin https://portal] [--idempotency-header NAME] [--foreign-token TOKEN] [--writes [--yes]] [--json]; PORTAL_CHECK_TOKEN and PORTAL_CHECK_FOREIGN_TOKEN in place of the options keep tokens out of the list of processes'

/** Text of a form. What was given is not repeated where it has another: it may be the token. */
const text = (form: RegExp, otherwise: string) => z.string().regex(form, otherwise)
const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null)

const id = (name: string) => orNull(text(/^(?!\.\.?$)[\x21-\x7e]+$/, `${name} is no id`))
const bearer = (name: string) =>
  text(/^[\x21-\x7e]+$/, `${name} is no bearer token, which has no spaces`)

const addressIn = (given: string) => {
  const address = URL.parse(given)
  return address && /^https?:$/.test(address.protocol) && !address.username && !address.password
    ? address
    : null
}
const isBase = (given: string) => {
  const address = addressIn(given)
  return address !== null && !address.search && !address.hash
}
const isOrigin = (given: string) => {
  const address = addressIn(given)
  return address !== null && address.href === `${address.origin}/`
}

const schema = z
  .strictObject({
    /** Base of every call, without a slash at the end. */
    url: z
      .string('expected one address')
      .refine(isBase, 'the address is no http or https address without user name, query and #')
      .transform((given) => new URL(given).href.replace(/\/$/, '')),
    /** Never to be printed. */
    token: z
      .string()
      .min(1, 'a token is needed: --token, or PORTAL_CHECK_TOKEN')
      .pipe(bearer('the token')),
    /** An administration that the token's user may see, and a location of it; null: what needs them is not run. */
    administration: id('--administration'),
    location: id('--location'),
    /** The portal's origin; null: browsers need no permission. */
    origin: orNull(
      z
        .string()
        .refine(isOrigin, '--origin is no origin, such as https://portal.example')
        .transform((given) => new URL(given).origin),
    ),
    /** Header of the idempotency key; null: the portal sends none. */
    idempotencyHeader: orNull(
      text(/^[\w!#$%&'*+.^`|~-]+$/, '--idempotency-header is no name of a header'),
    ),
    /** A token that another client of the same provider got. Never to be printed; null: not asked. */
    foreignToken: z.preprocess(
      (given) => (given === '' ? null : given),
      orNull(bearer('the foreign token')),
    ),
    /** Whether to try every write as well, and whether that was agreed to on the command line. */
    writes: z.boolean(),
    yes: z.boolean(),
    /** Whether to print the outcomes as JSON. */
    json: z.boolean(),
  })
  .refine(({ location, administration }) => location === null || administration !== null, {
    error: '--location needs the --administration that it is of',
  })
  .refine(({ writes, administration }) => !writes || administration !== null, {
    error: '--writes needs --administration',
  })

/** Which service to check, and with what. */
export type Options = z.infer<typeof schema>

/** Reads the command line, `PORTAL_CHECK_TOKEN` and `PORTAL_CHECK_FOREIGN_TOKEN`; or says in one line what is wrong, without a token. */
export function readOptions(
  parameters: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options | string {
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
