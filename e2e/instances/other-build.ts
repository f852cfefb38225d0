import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'astro'
import { copyPreviousAssets, readBuildFiles } from '../../tools/release/previous-build.ts'
import { PROJECT_FOLDER } from '../../tools/programs/program.ts'

/** Folder inside the project, where a build finds the packages. */
const FOLDER = join(PROJECT_FOLDER, '.real')

/** Builds the portal with different file names, like a new release. */
export async function makeOtherBuild() {
  await mkdir(FOLDER, { recursive: true })
  const folder = await mkdtemp(join(FOLDER, 'other-build-'))
  await build({
    root: PROJECT_FOLDER,
    outDir: folder,
    logLevel: 'error',
    vite: { build: { rolldownOptions: { output: { hashCharacters: 'hex' } } } },
  })
  await copyPreviousAssets(folder, await readBuildFiles(join(PROJECT_FOLDER, 'dist')))
  return { folder, remove: () => rm(folder, { recursive: true }) }
}
