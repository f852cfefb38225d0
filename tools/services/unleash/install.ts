import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PROJECT } from '../../programs/program.ts'
import { runReading, type Tell } from '../../programs/fetching.ts'
import { Unavailable } from '../../programs/unavailable.ts'

const SILENCE =
  /npm (?:error|ERR!) code (E(?:NOTFOUND|AI_AGAIN|CONN\w+|\w*TIME(?:D)?OUT|\w+UNREACH|40[34]|5\d\d)|ERR_SOCKET_TIMEOUT)/

const manifests = ['package.json', 'package-lock.json'].map((name) =>
  join(PROJECT, 'tools', 'services', 'unleash', 'packages', name),
)

/**
 * The folder with Unleash and its database in `node_modules`: what the lock in `packages/` names,
 * each package checked against its hash, none of its install scripts run. Kept in `.real/` until
 * the lock changes.
 *
 * @param tell told what is fetched
 * @throws {Unavailable} where the package registry does not answer
 */
export async function installUnleash(tell: Tell): Promise<string> {
  const contents = await Promise.all(manifests.map((manifest) => readFile(manifest, 'utf8')))
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content)
  const folder = join(PROJECT, '.real', `unleash-${hash.digest('hex').slice(0, 12)}`)
  if (existsSync(folder)) return folder

  // Moved into its place when it is whole: what was interrupted is never taken for an installation.
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  for (const manifest of manifests) await cp(manifest, join(unfinished, basename(manifest)))
  await npmInstall(unfinished, contents.join().match(/"integrity":/g)?.length ?? 0, tell)
  await rename(unfinished, folder)
  return folder
}

async function npmInstall(folder: string, packages: number, tell: Tell): Promise<void> {
  tell(`Fetching Unleash (${packages} packages) from the package registry, once…`)
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1']
  const { code, output } = await runReading('npm', ['ci', ...quiet], { cwd: folder })
  if (code === 0) return
  const silence = SILENCE.exec(output)?.[1]
  if (silence !== undefined)
    throw new Unavailable(`the package registry does not answer (${silence})`)
  throw new Error(`Unleash could not be installed:\n${output}`)
}
