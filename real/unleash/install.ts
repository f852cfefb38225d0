import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PROJECT } from '../../scripts/program.ts'
import { Unavailable } from '../unavailable.ts'

const SILENCE =
  /npm (?:error|ERR!) code (E(?:NOTFOUND|AI_AGAIN|CONN\w+|\w*TIME(?:D)?OUT|\w+UNREACH|40[34]|5\d\d)|ERR_SOCKET_TIMEOUT)/

const manifests = ['package.json', 'package-lock.json'].map((name) =>
  join(PROJECT, 'real', 'unleash', 'packages', name),
)

/**
 * The folder with Unleash and its database in `node_modules`: what the lock in `packages/` names,
 * each package checked against its hash, none of its install scripts run. Kept in `.real/` until
 * the lock changes.
 *
 * @throws {Unavailable} where the package registry does not answer
 */
export async function installUnleash(): Promise<string> {
  const hash = createHash('sha256')
  for (const manifest of manifests) hash.update(await readFile(manifest))
  const folder = join(PROJECT, '.real', `unleash-${hash.digest('hex').slice(0, 12)}`)
  if (existsSync(folder)) return folder

  // Moved into its place when it is whole: what was interrupted is never taken for an installation.
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  for (const manifest of manifests) await cp(manifest, join(unfinished, basename(manifest)))
  await npmInstall(unfinished)
  await rename(unfinished, folder)
  return folder
}

async function npmInstall(folder: string): Promise<void> {
  const parameters = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1']
  const child = spawn('npm', parameters, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => output.push(chunk))
  }
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return
  const text = output.join('')
  const silence = SILENCE.exec(text)?.[1]
  if (silence !== undefined)
    throw new Unavailable(`the package registry does not answer (${silence})`)
  throw new Error(`Unleash could not be installed:\n${text}`)
}
