import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { commitGiven } from './build-id.ts'
import { commandLine, misused } from '../programs/command-line.ts'
import { keepAssets, readGeneration } from '../release/previous-build.ts'
import { PROJECT, run } from '../programs/program.ts'

/** Where Astro leaves a build. */
const BUILD = join(PROJECT, 'dist')

/** Builds the portal into `dist/`. */
export const build = () => run('astro', ['build'], { show: 'at once' })

/** Builds where there is no build. */
export async function buildOnce(): Promise<void> {
  if (!existsSync(BUILD)) await build()
}

if (import.meta.main) {
  const { previous } = commandLine({ options: { previous: { type: 'string' } } }).values
  try {
    commitGiven(process.env)
  } catch (error) {
    misused((error as Error).message)
  }
  // Read before the build wipes `dist/`, where the earlier one mostly lies.
  const before =
    previous === undefined
      ? null
      : await readGeneration(previous).catch((error: unknown) => misused((error as Error).message))
  const { code } = await build()
  if (code === 0 && before !== null) {
    console.log(`${await keepAssets(BUILD, before)} files of the build before are kept`)
  }
  process.exitCode = code ?? 1
}
