import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BROWSER_PACKAGES_FILE, SERVER_PACKAGES_FILE } from '../server/built-packages.ts'
import type { Bill } from './bill-of-materials.ts'
import { packagesOf } from './lock.ts'
import type { Lock, LockedPackage } from './lock.ts'
import { PROJECT } from './program.ts'

/** From the lock alone: the same on every machine, the packages of other systems included. */
const NPM_SBOM = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=library']
const ROOM_BYTES = 64 * 1024 * 1024

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(PROJECT, name), 'utf8'))

/** Whether there is a finished build in `dist/`. */
export const isBuilt = () => existsSync(join(PROJECT, 'dist', SERVER_PACKAGES_FILE))

/** What npm says of every package of the lock. */
export function npmBill(): Bill {
  const options = { cwd: PROJECT, encoding: 'utf8', maxBuffer: ROOM_BYTES } as const
  return JSON.parse(execFileSync('npm', NPM_SBOM, options)) as Bill
}

/** Everything that the project's lock names. */
export const lockedPackages = () => packagesOf(readJson('package-lock.json') as Lock)

/** As npm's bill refers to it. */
export const referenceTo = ({ name, version = '' }: LockedPackage) => `${name}@${version}`

const built = (file: string) => new Set(readJson(`dist/${file}`) as string[])

/** Folders of the packages of which something is in the scripts that a build makes. */
export const builtIn = () => ({
  browser: built(BROWSER_PACKAGES_FILE),
  server: built(SERVER_PACKAGES_FILE),
})
