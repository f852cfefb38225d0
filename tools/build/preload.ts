import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { Rolldown } from 'vite'

const SCRIPT = /="(\/assets\/[^"]+\.js)"/g

export const findScripts = (html: string) =>
  new Set([...html.matchAll(SCRIPT)].map(([, address = '']) => address))

/** Adds modulepreload links, so browsers fetch scripts in parallel. */
export function createPreloadIntegration(): AstroIntegration {
  const built = new Map<string, { size: number; imports: readonly string[] }>()
  return {
    name: 'koppelpunt-preload',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const plugin = {
          name: 'koppelpunt-preload',
          applyToEnvironment: ({ name }: { name: string }) => name === 'client',
          writeBundle(_: unknown, bundle: Rolldown.OutputBundle) {
            for (const file of Object.values(bundle)) {
              if (file.type !== 'chunk') continue
              const imports = file.imports.map((name) => `/${name}`)
              built.set(`/${file.fileName}`, { size: file.code.length, imports })
            }
          },
        }
        updateConfig({ vite: { plugins: [plugin] } })
      },
      'astro:build:done': async ({ dir }) => {
        const client = fileURLToPath(dir)
        const names = await readdir(client, { recursive: true })
        for (const name of names.filter((each) => each.endsWith('.html'))) {
          const path = join(client, name)
          const html = await readFile(path, 'utf8')
          const scripts = findScripts(html)
          for (const script of scripts) {
            for (const imported of built.get(script)?.imports ?? []) scripts.add(imported)
          }
          const sizeOf = (script: string) => built.get(script)?.size ?? 0
          // Browsers load only six files at a time over HTTP/1.1.
          const sorted = [...scripts].sort((one, other) => sizeOf(other) - sizeOf(one))
          const links = sorted.map((each) => `<link rel="modulepreload" href="${each}">`)
          await writeFile(path, html.replace('</head>', `${links.join('')}</head>`))
        }
      },
    },
  }
}
