import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BROWSER_PACKAGES_FILE } from '../server/browser-packages.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import type { Bill } from './bill-of-materials.ts'
import { packagesOf } from './lock.ts'
import type { Lock } from './lock.ts'
import { PROJECT } from './program.ts'

/** From the lock alone: the same on every machine, the packages of other systems included. */
const NPM_SBOM = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=library']
const ROOM_BYTES = 64 * 1024 * 1024

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(PROJECT, name), 'utf8'))

function inBrowser(): ReadonlySet<string> {
  const folders = new Set(readJson(`dist/${BROWSER_PACKAGES_FILE}`) as string[])
  const locked = packagesOf(readJson('package-lock.json') as Lock)
  return new Set(
    locked
      .filter(({ path }) => folders.has(path))
      .map(({ name, version = '' }) => `${name}@${version}`),
  )
}

if (existsSync(join(PROJECT, 'dist', BROWSER_PACKAGES_FILE))) {
  const options = { cwd: PROJECT, encoding: 'utf8', maxBuffer: ROOM_BYTES } as const
  const all = JSON.parse(execFileSync('npm', NPM_SBOM, options)) as Bill
  const text = `${JSON.stringify(billOfMaterials(all, inBrowser()), null, 2)}\n`
  const [, , file] = process.argv
  if (file) writeFileSync(file, text)
  else process.stdout.write(text)
} else {
  console.error('There is no build. Run: npm run build')
  process.exitCode = 1
}
