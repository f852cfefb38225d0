import { writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** Beside the folders of a build: the packages of which something is in the browser's scripts. */
export const BROWSER_PACKAGES_FILE = 'browser-packages.json'

/** A module's path up to the folder of its package; bundlers put a null before what they derive. */
const PACKAGE = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** The folder of the package that a module is of, if of any, as the lock names it. */
export function packageFolder(root: string, id: string): string | undefined {
  const folder = PACKAGE.exec(id)?.[1]
  return folder && relative(root, folder)
}

/** Writes down which packages a build takes into the browser's scripts, after what it leaves out. */
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
                applyToEnvironment: ({ name }) => name === 'client',
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
          new URL(`../${BROWSER_PACKAGES_FILE}`, dir),
          JSON.stringify([...found].sort()),
        )
      },
    },
  }
}
