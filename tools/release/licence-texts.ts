import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { LockedPackage } from './lock.ts'

const TEXT = /^(licen[cs]e|copying|notice)/i

/** What a package's licence asks to be passed on: its texts, or else where they are to be found. */
async function textsOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => TEXT.test(name)).sort()
  if (names.length > 0) {
    return Promise.all(
      names.map(async (name) => (await readFile(join(folder, name), 'utf8')).trim()),
    )
  }
  const manifest = await readFile(join(folder, 'package.json'), 'utf8')
  const { author, repository } = JSON.parse(manifest) as Record<string, unknown>
  return [`The package has no text of it. ${JSON.stringify({ author, repository })}`]
}

/**
 * One text with the licences of `packages`, which are installed in `project`: name, version, kind of
 * licence, and its texts.
 */
export async function licenceTexts(
  project: string,
  packages: readonly LockedPackage[],
): Promise<string> {
  const parts = packages.map(async ({ path, name, version = '', license = 'no licence' }) =>
    [`${name} ${version} (${license})`, ...(await textsOf(join(project, path)))].join('\n\n'),
  )
  return `${(await Promise.all(parts)).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
