import { writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** File that lists the packages bundled into a build's scripts. */
export const BUNDLED_PACKAGES_FILE = 'bundled-packages.json'

/** Bundlers prefix virtual modules with a null character. */
const PACKAGE = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** Returns a module's package folder, as in the lockfile. */
export function getPackageFolder(root: string, id: string): string | undefined {
  const folder = PACKAGE.exec(id)?.[1]
  return folder && relative(root, folder)
}

/** Bundles the server's packages and lists all bundled packages. */
export function createPackageList(): AstroIntegration {
  // The build contains the font package, but no script imports it.
  const found = new Set(['node_modules/@fontsource-variable/figtree'])
  return {
    name: 'koppelpunt-built-packages',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        const root = fileURLToPath(config.root)
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'koppelpunt-built-packages',
                apply: 'build',
                configEnvironment: (name) =>
                  name === 'ssr' ? { resolve: { noExternal: true } } : undefined,
                // Excludes the environment "prerender", whose scripts run only during the build.
                applyToEnvironment: ({ name }) => ['client', 'ssr'].includes(name),
                generateBundle(_options, bundle) {
                  for (const chunk of Object.values(bundle)) {
                    if (chunk.type !== 'chunk') continue
                    for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
                      const folder = renderedLength > 0 && getPackageFolder(root, id)
                      if (folder) found.add(folder)
                    }
                  }
                },
              },
            ],
          },
        })
      },
      'astro:build:done': async ({ dir }) => {
        await writeFile(
          new URL(`../${BUNDLED_PACKAGES_FILE}`, dir),
          JSON.stringify([...found].sort()),
        )
      },
    },
  }
}
