import { packagesOf, type Lock } from './lock.ts'

/** Ask no more than that they are named; by their SPDX identifiers. */
const PERMISSIVE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
])

/** Packages that may be there although their licence asks for more. */
export interface Exception {
  names: RegExp
  licence: string
  because: string
}

/**
 * Whether a licence, as packages give it, leaves us free: one identifier, several joined by `OR`, of
 * which one will do, or by `AND`. What is put together in another way wants a look.
 */
export function isPermissive(licence: string): boolean {
  const plain = licence.replace(/^\((.*)\)$/, '$1')
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((identifier) => PERMISSIVE.has(identifier)))
}

/**
 * Every package needed in production whose licence is neither permissive nor excepted, and every
 * exception that nothing needs: empty when all is well.
 */
export function licenceProblems(lock: Lock, exceptions: readonly Exception[]): string[] {
  const bound = packagesOf(lock)
    .filter(({ dev }) => !dev)
    .map(({ path, name, license = 'no licence' }) => ({ path, name, licence: license }))
    .filter(({ licence }) => !isPermissive(licence))
  const covers = ({ names, licence }: Exception, of: (typeof bound)[number]) =>
    names.test(of.name) && licence === of.licence
  return [
    ...bound
      .filter((each) => !exceptions.some((exception) => covers(exception, each)))
      .map(({ path, licence }) => `${path}: ${licence} is not on the list of licences`),
    ...exceptions
      .filter((exception) => !bound.some((each) => covers(exception, each)))
      .map(({ names, licence }) => `No package ${String(names)} is under ${licence} any more`),
  ]
}
