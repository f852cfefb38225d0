import type { Options } from './options.ts'

/** What `--writes` leaves behind. */
function consequences({ url, administration, location, idempotencyHeader }: Options): string {
  const locations = idempotencyHeader === null ? 'a location' : 'two locations or more'
  const inAccounting =
    location === null
      ? ''
      : ` In the accounting package of location ${location}: a ledger, a journal, a relation and a product; settings and key are stored as they are, and both imports are started.`
  return `--writes makes at ${url}: an account, a registration and an administration; ${locations} in administration ${administration ?? ''}, with keys and payment ledgers.${inAccounting} All is called "Contract check", and nothing removes it again.`
}

/**
 * Why nothing may be written, in a line; null where that is agreed to, or not meant.
 *
 * @param ask asks whoever sits at a terminal; null where nobody does
 */
export async function refusalToWrite(
  options: Options,
  ask: ((question: string) => Promise<string>) | null,
): Promise<string | null> {
  if (!options.writes || options.yes) return null
  if (ask === null) return '--writes needs --yes where nobody can be asked'
  const answer = await ask(`${consequences(options)}\nGo on? (yes/no) `)
  return /^(y|yes|j|ja)$/i.test(answer.trim()) ? null : 'not agreed to; nothing was asked'
}
