import * as z from 'zod/mini'
import { id } from '../../../lib/api/endpoint.ts'
import { digestOf } from '../../../lib/digest.ts'
import { companyKeys } from '../../../lib/domain/customer-list/judging.ts'
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

/** Under which name the tab remembers a row. */
export interface RowScope {
  scope: string
  /** Whether the row held something else when it was begun. */
  isChanged: boolean
}

const rowName = 'boarding-row'

/** What the tab remembers of a row that was begun; about 300 bytes once it is made. */
export function begunMemory(environment: Environment, user: string, scope: string) {
  return createTabMemory<Begun>(environment, user, `${rowName}${scope}`, begun)
}

/** The name of a row: a digest of what it holds, and so the same when the list is loaded again. */
export const scopeOf = ({ key }: Row): Promise<string> => short(key)

/** Digests by which the company of a row is known. */
export function companyOf({ values }: Row): Promise<string[]> {
  return Promise.all(companyKeys(values).map(short))
}

/**
 * The rows that the tab began. One that was changed since keeps its name, by its company.
 *
 * @param earlier names that rows got already, whatever they hold by now
 */
export async function begunScopes(
  environment: Environment,
  user: string,
  rows: readonly Row[],
  earlier: ReadonlyMap<Row['id'], RowScope>,
): Promise<Map<Row['id'], RowScope>> {
  const prefix = `${memoryPrefix}${user}:${rowName}`
  const left = new Set(
    keysOf(environment.tabStorage, prefix).map((key) => key.slice(prefix.length)),
  )
  const found = new Map<Row['id'], RowScope>()
  if (left.size === 0) return found
  const named = await Promise.all(rows.map(async (row) => [row, await scopeOf(row)] as const))
  for (const [{ id }, own] of named) {
    const scope = earlier.get(id)?.scope ?? own
    if (left.delete(scope)) found.set(id, { scope, isChanged: scope !== own })
  }
  const ofCompany = new Map(
    [...left].flatMap((scope) => {
      const { company = [] } = begunMemory(environment, user, scope).read() ?? {}
      return company.map((digest) => [digest, scope] as const)
    }),
  )
  for (const row of ofCompany.size > 0 ? rows : []) {
    if (found.has(row.id)) continue
    const scopes = (await companyOf(row)).flatMap((digest) => ofCompany.get(digest) ?? [])
    // Another row of that company is another customer.
    const scope = scopes.find((each) => left.delete(each))
    if (scope !== undefined) found.set(row.id, { scope, isChanged: true })
  }
  return found
}

/** A digest that fits thousands of times into what a tab may remember, and is still no other's. */
async function short(text: string): Promise<string> {
  return `:${(await digestOf(text)).split('.', 12).join('.')}`
}
