import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHandler } from '../../../server/handler.ts'
import { listen } from '../../../server/listen.ts'
import {
  BUILD_FOLDER,
  ENCODINGS,
  OWN_ASSETS_FILE,
  addressesIn,
  pagesWith,
  readBuild,
  type Build,
  type Page,
} from '../../../server/pages.ts'
import type { PageConfiguration } from '../../../src/lib/configuration/load.ts'
import { answersOf } from './answers.ts'
import { headersFile, redirectsFile } from './host-files.ts'
import { nginxLocations } from './nginx.ts'
import { writeExport } from './write.ts'

/** The files of a build that are no pages, in all their forms. */
const filesOf = ({ client, paths }: Build) =>
  Promise.all(
    paths
      .filter((path) => !/\.html(?:\.\w+)?$/.test(path))
      .map(async (path) => [path, await readFile(join(client, path))] as const),
  )

/** Its pages, in all their forms. */
const formsOf = (pages: ReadonlyMap<string, Page>) =>
  [...pages].flatMap(([path, { plain, compressed }]) =>
    [plain, ...compressed].map(
      ({ encoding, body }) => [path + (encoding ? ENCODINGS[encoding] : ''), body] as const,
    ),
  )

/**
 * Writes everything that a host of files needs to serve the portal with `configuration` into
 * `folder`: `public/` to be published, and a `server` block's part for nginx in `nginx/`.
 *
 * @throws {NoExport} where `folder` holds something else
 * @throws {NoStart} or the system's error (`ENOENT`) for a missing build
 */
export async function exportTo(
  folder: string,
  configuration: PageConfiguration,
  build = BUILD_FOLDER,
): Promise<void> {
  const built = await readBuild(build)
  const pages = await pagesWith(built, configuration)
  const handler = createHandler(built, {
    configuration,
    pages: () => pages,
    isStopping: () => false,
    // Whoever asked gets no answer, and fails.
    failed: () => undefined,
  })
  const { url, close } = await listen(handler, { port: 0, host: 'localhost' })
  const answers = await answersOf(url, addressesIn(built.paths)).finally(close)
  const published = new Map<string, Buffer | string>([
    ...(await filesOf(built)),
    ...formsOf(pages),
    ...answers.files.map(({ path, body }) => [path, body] as const),
    ['_headers', headersFile(answers)],
    ['_redirects', redirectsFile(answers)],
  ])
  const files = new Map<string, Buffer | string>([
    ...[...published].map(([path, content]) => [`public/${path}`, content] as const),
    ['nginx/server.conf', nginxLocations(answers)],
  ])
  const ownAssets = await readFile(join(build, 'server', OWN_ASSETS_FILE), 'utf8')
  await writeExport(folder, files, JSON.parse(ownAssets) as string[])
}
