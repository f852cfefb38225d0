import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readBuildCommit } from './build-id.ts'
import { parseCommandLine, exitWithUsage } from '../programs/command-line.ts'
import { copyPreviousAssets, readBuildFiles } from '../release/previous-build.ts'
import { PROJECT_FOLDER, runProgram } from '../programs/program.ts'

const BUILD = join(PROJECT_FOLDER, 'dist')

export const buildPortal = (show: 'at once' | 'afterwards' = 'at once') =>
  runProgram('astro', ['build'], { show })

/** Builds the portal unless a build exists. */
export async function buildOnce(): Promise<void> {
  if (!existsSync(BUILD)) await buildPortal()
}

if (import.meta.main) {
  const { previous } = parseCommandLine({ options: { previous: { type: 'string' } } }).values
  try {
    readBuildCommit(process.env)
  } catch (error) {
    exitWithUsage((error as Error).message)
  }
  // The build deletes `dist/`, which usually contains the previous build.
  const previousBuild =
    previous === undefined
      ? null
      : await readBuildFiles(previous).catch((error: unknown) =>
          exitWithUsage((error as Error).message),
        )
  const { code } = await buildPortal()
  if (code === 0 && previousBuild !== null) {
    console.log(
      `${await copyPreviousAssets(BUILD, previousBuild)} files of the previous build are kept`,
    )
  }
  process.exitCode = code ?? 1
}
