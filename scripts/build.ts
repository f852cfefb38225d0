import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine, misused } from './command-line.ts'
import { keepAssets, ownAssets } from './previous-build.ts'
import type { Assets } from './previous-build.ts'
import { PROJECT, run } from './program.ts'
import type { Ended } from './program.ts'

/** Where Astro leaves a build. */
const BUILD = join(PROJECT, 'dist')

/** Builds the portal into `dist/`, after a look at the messages: a page must not miss a text. */
export async function build(): Promise<Ended> {
  const messages = await run('scripts/check-messages.ts', [], { show: 'at once' })
  return messages.code === 0 ? run('astro', ['build'], { show: 'at once' }) : messages
}

/** Builds where there is no build. */
export async function buildOnce(): Promise<void> {
  if (!existsSync(BUILD)) await build()
}

/** Those of an earlier build, read before this one wipes `dist/`: it mostly lies there. */
async function assetsOf(previous: string | undefined): Promise<Assets> {
  if (previous === undefined) return new Map()
  return ownAssets(previous).catch((error: unknown) => misused((error as Error).message))
}

if (import.meta.main) {
  const { previous } = commandLine({ options: { previous: { type: 'string' } } }).values
  const earlier = await assetsOf(previous)
  const { code } = await build()
  if (code === 0 && previous !== undefined) {
    console.log(`${await keepAssets(BUILD, earlier)} files of the build before are kept`)
  }
  process.exitCode = code ?? 1
}
