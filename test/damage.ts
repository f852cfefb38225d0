import fc from 'fast-check'

/** JSON texts that are valid, and nothing that the portal would have stored. */
const foreign = [
  'null',
  '0',
  '-1',
  '1e999',
  'true',
  '""',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '{"__proto__":{"isPolluted":true}}',
  '{"constructor":{"prototype":{"isPolluted":true}}}',
  '{"valueOf":1,"toString":1}',
]

/** More than any form holds. */
const huge = 'x'.repeat(200_000)

/** Every place in a value, by the names that lead there. */
function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([name, each]) => placesIn(each, [...path, name]))
  return [path, ...inner]
}

/** The same value with something else in one of its places; left out where that is undefined. */
function changed(value: unknown, [name, ...rest]: readonly string[], instead: unknown): unknown {
  if (name === undefined) return instead
  const inner = changed((value as Record<string, unknown>)[name], rest, instead)
  const copy: object = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }
  return Object.assign(copy, { [name]: inner })
}

/** Another version of a stored JSON text: one place of it has another shape, or is gone. */
function otherVersion(stored: string): fc.Arbitrary<string> {
  const value: unknown = JSON.parse(stored)
  return fc
    .tuple(fc.constantFrom(...placesIn(value)), fc.option(fc.jsonValue(), { nil: undefined }))
    .map(([path, instead]) => JSON.stringify(changed(value, path, instead) ?? null))
}

function isJson(stored: string): boolean {
  try {
    JSON.parse(stored)
    return true
  } catch {
    return false
  }
}

/** What may stand in the place of a stored text: cut off, foreign, huge, or of another version. */
export function damaged(stored: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.nat(stored.length).map((length) => stored.slice(0, length)),
    fc.constantFrom(...foreign),
    fc.constant(huge),
    fc.json(),
    ...(isJson(stored) ? [{ weight: 4, arbitrary: otherVersion(stored) }] : []),
  )
}
