import * as z from 'zod/mini'
import { id } from '../../../lib/api/endpoint.ts'
import { digestOf } from '../../../lib/digest.ts'
import { nameKey } from '../../../lib/domain/customer-list/judging.ts'
import type { Row } from '../../../lib/domain/customer-list/row.ts'
import type { Environment } from '../../../lib/environment.ts'
import { createTabMemory } from '../../gateway/tab-memory.ts'
import { keysOf, memoryPrefix } from '../../session/user-memory.ts'

const begun = z.object({
  /** Digests by which its company is known again when something else of the row was changed. */
  company: z.array(z.string()),
  /** What was made, once all of it was: nothing else is kept of it then. */
  made: z.optional(z.object({ administration: id, location: id, key: id })),
})
type Begun = z.infer<typeof begun>

/** Under which name the tab remembers a row, and what tells its company. */
export interface RowScope {
  scope: string
  company: readonly string[]
  /** Whether the row held something else when it was begun. */
  isChanged: boolean
  /** Whether this tab began it. */
  isBegun: boolean
}

const rowName = 'boarding-row'

/** What the tab remembers of a row that was begun; about 300 bytes once it is made. */
export function begunMemory(environment: Environment, user: string, { scope }: RowScope) {
  return createTabMemory<Begun>(environment, user, `${rowName}${scope}`, begun)
}

/**
 * The names under which the tab remembers rows: digests of what they hold, and so the same when the list
 * is loaded again. A row that was changed since it was begun keeps its name, by its company.
 *
 * @param earlier names that rows got already, whatever they hold by now
 */
export async function scopesOf(
  environment: Environment,
  user: string,
  rows: readonly Row[],
  earlier: ReadonlyMap<Row['id'], RowScope>,
): Promise<Map<Row['id'], RowScope>> {
  const prefix = `${memoryPrefix}${user}:${rowName}`
  const remembered = keysOf(environment.tabStorage, prefix).map((key) => key.slice(prefix.length))
  const known = new Set(remembered)
  const scopes = await Promise.all(
    rows.map(async (row) => {
      const [own, company] = await Promise.all([short(row.key), companyOf(row)])
      const scope = earlier.get(row.id)?.scope ?? own
      return { row: row.id, scope, company, isChanged: scope !== own, isBegun: known.has(scope) }
    }),
  )
  const taken = new Set(scopes.map(({ scope }) => scope))
  const ofCompany = new Map(
    remembered
      .filter((scope) => !taken.has(scope))
      .flatMap((scope) => {
        const memory = createTabMemory<Begun>(environment, user, `${rowName}${scope}`, begun)
        return (memory.read()?.company ?? []).map((digest) => [digest, scope] as const)
      }),
  )
  return new Map(
    scopes.map(({ row, ...own }) => {
      const digest = own.company.find((each) => ofCompany.has(each))
      const scope = digest && !own.isBegun ? ofCompany.get(digest) : undefined
      if (scope === undefined) return [row, own]
      // Another row of that company is another customer.
      for (const [each, of] of ofCompany) if (of === scope) ofCompany.delete(each)
      return [row, { ...own, scope, isChanged: true, isBegun: true }]
    }),
  )
}

function companyOf({ values }: Row): Promise<string[]> {
  const { name, coc, country_code: country } = values.serial_info.serial
  const texts = [nameKey(name, country), ...(coc === '' ? [] : [nameKey(coc, country)])]
  return Promise.all(texts.map(short))
}

/** A digest that fits thousands of times into what a tab may remember, and is still no other's. */
async function short(text: string): Promise<string> {
  return `:${(await digestOf(text)).split('.', 12).join('.')}`
}
