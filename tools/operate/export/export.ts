import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createPortalHandler } from '../../../server/handler.ts'
import { listen } from '../../../server/listen.ts'
import {
  BUILD_FOLDER,
  ENCODINGS,
  listAddresses,
  loadAstro,
  preparePageResponses,
  readBuild,
  type PortalBuild,
  type Page,
} from '../../../server/pages.ts'
import type { PageConfiguration } from '../../../src/lib/configuration/load.ts'
import { fetchServerResponses } from './answers.ts'
import { createHeadersFile, createRedirectsFile } from './host-files.ts'
import { createNginxLocations } from './nginx.ts'

const readFiles = ({ client, paths }: PortalBuild) =>
  Promise.all(
    paths
      .filter((path) => !/\.html(?:\.\w+)?$/.test(path))
      .map(async (path) => [path, await readFile(join(client, path))] as const),
  )

const formsOf = (pages: ReadonlyMap<string, Page>) =>
  [...pages].flatMap(([path, { variants }]) =>
    variants.map(({ encoding, body }) => [path + (encoding && ENCODINGS[encoding]), body] as const),
  )

/** Error if the export folder is not empty and may be in use. */
export class FolderNotEmptyError extends Error {
  override name = 'FolderNotEmptyError'
}

/**
 * Exports the portal to an empty or missing folder.
 *
 * @throws {FolderNotEmptyError}
 * @throws {StartupError} or the system's error, such as `ENOENT` for a missing build
 */
export async function writeExport(folder: string, configuration: PageConfiguration): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new FolderNotEmptyError(`${folder} is not empty`)
  const built = await readBuild(BUILD_FOLDER)
  const pages = await preparePageResponses(built, configuration)
  const handler = createPortalHandler(built, {
    configuration,
    pages: () => pages,
    isStopping: () => false,
    astro: await loadAstro(BUILD_FOLDER),
    onFileError: () => undefined,
  })
  const { url, close } = await listen(handler, { port: 0, host: 'localhost' })
  const answers = await fetchServerResponses(url, listAddresses(built.paths)).finally(close)
  const published: readonly (readonly [path: string, content: Buffer | string])[] = [
    ...(await readFiles(built)),
    ...formsOf(pages),
    ...answers.files.map(({ path, body }) => [path, body] as const),
    ['_headers', createHeadersFile(answers)],
    ['_redirects', createRedirectsFile(answers)],
    ['../nginx/server.conf', createNginxLocations(answers)],
  ]
  for (const [path, content] of published) {
    const file = join(folder, 'public', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
}
