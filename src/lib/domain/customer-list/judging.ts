import type { BoardingValues } from '../boarding-values.ts'
import { boardingRules } from '../../validation/boarding.ts'
import { cocKey } from '../coc.ts'
import { failureOf } from '../../validation/rule.ts'
import type { Row } from './row.ts'

/** Judges what rows hold by the rules of the boarding form (§5), for each field what is wrong with it. */
export function createJudge(isPolaris: boolean): (values: BoardingValues) => Row['problems'] {
  const rules = boardingRules(isPolaris)
  return (values) => {
    const { issues = [] } = rules.safeParse(values).error ?? {}
    const found = issues.map((issue) => [issue.path.join('.'), failureOf(issue)] as const)
    // The first one of a field is told.
    return Object.fromEntries(found.reverse())
  }
}

/** An administration as it is told from others: by its name and country, whatever the capitals. */
export function nameKey(name: string, country: string): string {
  return `${name.trim().replace(/\s+/g, ' ')}\n${country.trim()}`.toLowerCase()
}

/** What a company is known by: its number, and its name, each with its country. */
export function companyKeys({ serial_info: { serial } }: BoardingValues): string[] {
  const texts = [cocKey(serial.coc), serial.name].filter((text) => text.trim() !== '')
  return texts.map((text) => nameKey(text, serial.country_code))
}

/** For each row the first one before it about the same company: its number, or its name and country. */
export function twinsOf(rows: readonly Pick<Row, 'id' | 'values'>[]): ReadonlyMap<number, number> {
  const known = new Map<string, { id: number; coc: string }[]>()
  const twins = new Map<number, number>()
  for (const { id, values } of rows) {
    const coc = cocKey(values.serial_info.serial.coc)
    for (const key of companyKeys(values)) {
      const others = known.get(key) ?? []
      known.set(key, others)
      // Companies of one name are told apart by their numbers.
      const twin = others.find((each) => each.coc === '' || coc === '' || each.coc === coc)
      if (twin && !twins.has(id)) twins.set(id, twin.id)
      others.push({ id, coc })
    }
  }
  return twins
}
