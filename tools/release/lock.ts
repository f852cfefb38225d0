/** What is read of a package in a `package-lock.json`. */
export interface Locked {
  /** Only where the package stands in a folder of another name. */
  name?: string
  version?: string
  integrity?: string
  /** Where it comes from; left out of our locks for what comes from the registry. */
  resolved?: string
  /** A workspace of ours, by the folder that it stands in. */
  link?: boolean
  hasInstallScript?: boolean
  /** Npm then installs what a lock inside the package says, beside this one. */
  hasShrinkwrap?: boolean
  license?: string
  /** Only what builds and tests needs it. */
  dev?: boolean
  /** By name, with the versions that it takes. */
  dependencies?: Readonly<Record<string, string>>
}

export interface Lock {
  /** By the folder that it is installed into; the project itself under ''. */
  packages: Readonly<Record<string, Locked>>
}

/** A package of a lock, with the folder that it is installed into. */
export interface LockedPackage extends Locked {
  path: string
  name: string
}

const FOLDER = 'node_modules/'

/** Everything that a lock names, without the project itself and its workspaces. */
export function packagesOf({ packages }: Lock): LockedPackage[] {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes(FOLDER) && !link)
    .map(([path, locked]) => ({
      name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length),
      ...locked,
      path,
    }))
}

/**
 * What `npm ci --omit=dev` installs, without the packages of `leftOut` and what only those need; nor
 * what is optional, which is there for one kind of machine.
 *
 * @throws where a name of `leftOut` is nothing that anything would need: the list is out of date
 */
export function productionPackages(lock: Lock, leftOut: readonly string[]): LockedPackage[] {
  const unused = new Set(leftOut)
  /** A package is looked for beside whoever needs it, then further and further out. */
  const folderOf = (name: string, inside: string): string => {
    const folder = `${inside && `${inside}/`}${FOLDER}${name}`
    if (inside === '' || folder in lock.packages) return folder
    return folderOf(name, inside.slice(0, Math.max(0, inside.lastIndexOf(`/${FOLDER}`))))
  }
  const needed = new Set([''])
  for (const path of needed) {
    for (const name of Object.keys(lock.packages[path]?.dependencies ?? {})) {
      if (leftOut.includes(name)) unused.delete(name)
      else needed.add(folderOf(name, path))
    }
  }
  if (unused.size > 0) throw new Error(`Nothing needs ${[...unused].join(', ')} any more`)
  return packagesOf(lock).filter(({ path }) => needed.has(path))
}

const SHA_512 = /^sha512-[A-Za-z0-9+/]{86}==$/

/**
 * Every package that would be installed without being compared with a checksum, or from elsewhere
 * than the registry, and every one that has an install script without being named: empty when all
 * is well.
 *
 * @param inert names of packages that work although their install scripts are never run
 */
export function lockProblems(lock: Lock, inert: readonly string[]): string[] {
  const packages = packagesOf(lock)
  const scripted = new Set(packages.filter((each) => each.hasInstallScript).map(({ name }) => name))
  return [
    ...packages
      .filter(({ integrity = '' }) => !SHA_512.test(integrity))
      .map(({ path }) => `${path} has no SHA-512 checksum`),
    ...packages.flatMap(({ path, resolved }) =>
      resolved === undefined ? [] : [`${path} comes from ${resolved}, expected the registry`],
    ),
    ...packages
      .filter(({ hasShrinkwrap }) => hasShrinkwrap)
      .map(({ path }) => `${path} brings a lock of its own, which is not looked at`),
    ...[...scripted]
      .filter((name) => !inert.includes(name))
      .map((name) => `${name} has an install script, which is never run: does it work without?`),
    ...inert
      .filter((name) => !scripted.has(name))
      .map((name) => `${name} has no install script any more, and need not be named`),
  ]
}

/** Ask no more than that they are named; by their SPDX identifiers. */
const PERMISSIVE = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0'],
  ...['ISC', 'MIT', 'OFL-1.1', 'Python-2.0'],
])

/**
 * Whether a licence, as packages give it, leaves us free: one identifier, several joined by `OR`, of
 * which one will do, or by `AND`. What is put together in another way wants a look.
 */
export const isPermissive = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((identifier) => PERMISSIVE.has(identifier)))
