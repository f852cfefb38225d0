import * as z from 'zod/mini'
import { id } from '../../../lib/api/endpoint.ts'
import { digestOf } from '../../../lib/digest.ts'
import { boardingValues } from '../../../lib/domain/customer.ts'
import { companyKeys, identityOf, type Row } from '../../../lib/domain/customer-list.ts'
import type { Environment } from '../../../lib/environment.ts'
import { namesInTab, rememberedInTab } from '../../../lib/remembered.ts'

const begun = z.object({
  /** What it held: by that it is found again, and told from what it holds by now. */
  values: boardingValues,
  /** What was made, once all of it was. */
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

/** What the tab remembers of a row that was begun; about 600 bytes once it is made. */
export function begunMemory(environment: Environment, user: string, scope: string) {
  return rememberedInTab<Begun>(environment, user, `${rowName}${scope}`, begun)
}

/**
 * The name under which a row is begun: a digest of what it holds, that fits thousands of times into what
 * a tab may remember, and is still no other's.
 */
export async function scopeOf({ key }: Row): Promise<string> {
  return `:${(await digestOf(key)).split('.', 12).join('.')}`
}

/**
 * The rows that the tab began: those that hold what was begun, then those that were changed in this page,
 * then those of the same company, which may be other customers.
 *
 * @param earlier names that rows got already, whatever they hold by now
 */
export function begunScopes(
  environment: Environment,
  user: string,
  rows: readonly Row[],
  earlier: ReadonlyMap<Row['id'], RowScope>,
): Map<Row['id'], RowScope> {
  const left = new Map<string, string>()
  const byIdentity = new Map<string, string[]>()
  const byCompany = new Map<string, string[]>()
  for (const scope of namesInTab(environment, user, rowName)) {
    const { values } = begunMemory(environment, user, scope).read() ?? {}
    if (!values) continue
    const identity = identityOf(values)
    left.set(scope, identity)
    note(byIdentity, identity, scope)
    for (const company of companyKeys(values)) note(byCompany, company, scope)
  }
  const found = new Map<Row['id'], RowScope>()
  if (left.size === 0) return found
  const passes: ((row: Row) => readonly string[])[] = [
    ({ identity }) => byIdentity.get(identity) ?? [],
    ({ id }) => [earlier.get(id)?.scope ?? ''],
    ({ values }) => companyKeys(values).flatMap((company) => byCompany.get(company) ?? []),
  ]
  for (const candidates of passes) {
    for (const row of rows) {
      const scope = found.has(row.id) ? undefined : candidates(row).find((each) => left.has(each))
      if (scope === undefined) continue
      found.set(row.id, { scope, isChanged: left.get(scope) !== row.identity })
      // Another row of it is another customer.
      left.delete(scope)
    }
  }
  return found
}

function note(names: Map<string, string[]>, by: string, scope: string): void {
  names.set(by, [...(names.get(by) ?? []), scope])
}
