import { writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** File beside the folders of a build. Lists the packages bundled into the scripts of the browser and of the server. */
export const BUNDLED_PACKAGES_FILE = 'bundled-packages.json'

/** A module's path up to the folder of its package; bundlers put a null before what they derive. */
const PACKAGE = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** The folder of the package that a module is of, if of any, as the lock names it. */
export function packageFolder(root: string, id: string): string | undefined {
  const folder = PACKAGE.exec(id)?.[1]
  return folder && relative(root, folder)
}

/** Has a build bundle the server's packages, and lists all packages whose code it bundles. */
export function builtPackages(): AstroIntegration {
  // No script has the font.
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
                // The server's output runs without node_modules.
                configEnvironment: (name) =>
                  name === 'ssr' ? { resolve: { noExternal: true } } : undefined,
                // Not of "prerender", whose scripts run during the build only.
                applyToEnvironment: ({ name }) => ['client', 'ssr'].includes(name),
                generateBundle(_options, bundle) {
                  for (const chunk of Object.values(bundle)) {
                    if (chunk.type !== 'chunk') continue
                    for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
                      const folder = renderedLength > 0 && packageFolder(root, id)
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
