import { parseArgs } from 'node:util'

/** Which service to check, and with what. */
export interface Options {
  /** Base of every call, without a slash at the end. */
  url: string
  /** Never to be printed. */
  token: string
  /** An administration that the token's user may see, and a location of it; null: what needs them is not run. */
  administration: string | null
  location: string | null
  /** The portal's origin; null: browsers need no permission. */
  origin: string | null
  /** Header of the idempotency key; null: the portal sends none. */
  idempotencyHeader: string | null
  /** A token that another client of the same provider got. Never to be printed; null: not asked. */
  foreignToken: string | null
  /** Whether to try every write as well, and whether that was agreed to on the command line. */
  writes: boolean
  yes: boolean
  /** Whether to print the outcomes as JSON. */
  json: boolean
}

export const usage =
  'npm run check:api -w tools/contract -- URL --token TOKEN [--administration ID [--location ID]] [--origin https://portal] [--idempotency-header NAME] [--foreign-token TOKEN] [--writes [--yes]] [--json]; PORTAL_CHECK_TOKEN and PORTAL_CHECK_FOREIGN_TOKEN in place of the options keep tokens out of the list of processes'

class Refused extends Error {}

function readArguments(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        token: { type: 'string' },
        administration: { type: 'string' },
        location: { type: 'string' },
        origin: { type: 'string' },
        'idempotency-header': { type: 'string' },
        'foreign-token': { type: 'string' },
        writes: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new Refused((error as Error).message.split('\n')[0], { cause: error })
  }
}

/** What is given that has this form; values are not repeated, for one of them may be the token. */
function wellFormed(name: string, value: string | undefined, form: RegExp, expected: string) {
  if (value === undefined) return null
  if (form.test(value)) return value
  throw new Refused(`${name} is no ${expected}`)
}

const httpAddress = (text: string) => {
  const address = URL.parse(text)
  return address && /^https?:$/.test(address.protocol) && !address.username && !address.password
    ? address
    : null
}

function baseOf(positionals: readonly string[]): string {
  const [text] = positionals
  if (text === undefined || positionals.length > 1) throw new Refused('expected one address')
  const address = httpAddress(text)
  if (address === null || address.search || address.hash) {
    throw new Refused('the address is no http or https address without user name, query and #')
  }
  return address.href.replace(/\/$/, '')
}

function originOf(text: string | undefined): string | null {
  if (text === undefined) return null
  const address = httpAddress(text)
  if (address?.href === `${address?.origin ?? ''}/`) return address.origin
  throw new Refused('--origin is no origin, such as https://portal.example')
}

const bearer = (name: string, text: string | undefined) =>
  wellFormed(
    name,
    text === '' ? undefined : text,
    /^[\x21-\x7e]+$/,
    'bearer token, which has no spaces',
  )

const visible = /^(?!\.\.?$)[\x21-\x7e]+$/

/** Reads the command line, `PORTAL_CHECK_TOKEN` and `PORTAL_CHECK_FOREIGN_TOKEN`; or says in one line what is wrong, without a token. */
export function readOptions(
  parameters: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options | string {
  try {
    const { values, positionals } = readArguments(parameters)
    const token = bearer('the token', values.token ?? env.PORTAL_CHECK_TOKEN)
    if (token === null) throw new Refused('a token is needed: --token, or PORTAL_CHECK_TOKEN')
    const options = {
      url: baseOf(positionals),
      token,
      administration: wellFormed('--administration', values.administration, visible, 'id'),
      location: wellFormed('--location', values.location, visible, 'id'),
      origin: originOf(values.origin),
      idempotencyHeader: wellFormed(
        '--idempotency-header',
        values['idempotency-header'],
        /^[\w!#$%&'*+.^`|~-]+$/,
        'name of a header',
      ),
      foreignToken: bearer(
        'the foreign token',
        values['foreign-token'] ?? env.PORTAL_CHECK_FOREIGN_TOKEN,
      ),
      writes: values.writes,
      yes: values.yes,
      json: values.json,
    }
    if (options.location !== null && options.administration === null) {
      throw new Refused('--location needs the --administration that it is of')
    }
    if (options.writes && options.administration === null) {
      throw new Refused('--writes needs --administration')
    }
    return options
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}
