import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withConfiguration } from '../../../server/answers/configured.ts'
import { createHandler, ON_DEMAND } from '../../../server/answers/handler.ts'
import { BUILD_FOLDER, readAstroHandler, readFiles } from '../../../server/answers/read-build.ts'
import { OWN_ASSETS_FILE, siteOf } from '../../../server/answers/site.ts'
import { releaseIn } from '../../../server/process/version.ts'
import { warmUp } from '../../../server/process/warm-up.ts'
import type { PageConfiguration } from '../../../src/lib/configuration/load.ts'
import { answersOf } from './answers.ts'
import { headersFile, redirectsFile } from './host-files.ts'
import { nginxLocations } from './nginx.ts'
import { writeExport } from './write.ts'

/**
 * Writes everything that a host of files needs to serve the portal with `configuration` into
 * `folder`: `public/` to be published, and a `server` block's part for nginx in `nginx/`.
 *
 * @throws {NoExport} where `folder` holds something else
 * @throws {NoStart} or the system's error (`ENOENT`, `ERR_MODULE_NOT_FOUND`) for a missing build
 */
export async function exportTo(
  folder: string,
  configuration: PageConfiguration,
  build = BUILD_FOLDER,
): Promise<void> {
  const built = await readFiles(build)
  const contents = await withConfiguration(built.contents, configuration)
  const site = siteOf(contents, built.inline)
  const astro = await readAstroHandler(build)
  const handler = createHandler(() => site, configuration, astro, {
    release: releaseIn(String(site.files.get('/')?.body)),
    isStopping: () => false,
    // What an endpoint cannot answer is a build that cannot be exported.
    failed: () => undefined,
  })
  await warmUp(handler, ON_DEMAND)
  const answers = await answersOf(handler, site, contents)
  const published = new Map<string, Buffer | string>([
    ...contents,
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
