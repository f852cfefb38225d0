export interface LockfileEntry {
  /** Name of the package, if its folder has another name. */
  name?: string
  version?: string
  integrity?: string
  /** Address of the package, absent for packages from the registry. */
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
  /** True if npm installs the package's own locked versions. */
  hasShrinkwrap?: boolean
  license?: string
  dev?: boolean
  dependencies?: Readonly<Record<string, string>>
}

export interface Lock {
  packages: Readonly<Record<string, LockfileEntry>>
}

export interface LockedPackage extends LockfileEntry {
  path: string
  name: string
}

const FOLDER = 'node_modules/'

/** Returns the lockfile's packages, without the project and its workspaces. */
export function listPackages({ packages }: Lock): LockedPackage[] {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes(FOLDER) && !link)
    .map(([path, locked]) => ({
      name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length),
      ...locked,
      path,
    }))
}

/**
 * Returns packages of `npm ci --omit=dev`, without optional and `excluded` packages.
 *
 * @throws if an excluded package is not a dependency
 */
export function listProductionPackages(lock: Lock, excluded: readonly string[]): LockedPackage[] {
  const unused = new Set(excluded)
  /** Resolves a package as Node does, from inner to outer folders. */
  const folderOf = (name: string, inside: string): string => {
    const folder = `${inside && `${inside}/`}${FOLDER}${name}`
    if (inside === '' || folder in lock.packages) return folder
    return folderOf(name, inside.slice(0, Math.max(0, inside.lastIndexOf(`/${FOLDER}`))))
  }
  const needed = new Set([''])
  for (const path of needed) {
    for (const name of Object.keys(lock.packages[path]?.dependencies ?? {})) {
      if (excluded.includes(name)) unused.delete(name)
      else needed.add(folderOf(name, path))
    }
  }
  if (unused.size > 0) throw new Error(`No package needs ${[...unused].join(', ')} any more`)
  return listPackages(lock).filter(({ path }) => needed.has(path))
}

const SHA_512 = /^sha512-[A-Za-z0-9+/]{86}==$/

/**
 * Returns problems of the lockfile, such as packages with install scripts.
 *
 * @param inert packages that work without their install scripts
 */
export function findLockfileProblems(lock: Lock, inert: readonly string[]): string[] {
  const packages = listPackages(lock)
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
      .map(({ path }) => `${path} has a lock of its own, which is not checked`),
    ...[...scripted]
      .filter((name) => !inert.includes(name))
      .map(
        (name) =>
          `${name} has an install script, which never runs: check that it works, and list it`,
      ),
    ...inert
      .filter((name) => !scripted.has(name))
      .map((name) => `${name} has no install script any more: remove it from the list`),
  ]
}

/** SPDX identifiers of licences that only require attribution. */
const PERMISSIVE = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0'],
  ...['ISC', 'MIT', 'OFL-1.1', 'Python-2.0'],
])

/** Returns true for permissive licences, including several joined by `OR` or `AND`. */
export const isPermissiveLicence = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((identifier) => PERMISSIVE.has(identifier)))
