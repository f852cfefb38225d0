import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig, passthroughImageService } from 'astro/config'
import i18next from 'astro-i18next'
import manifest from './package.json' with { type: 'json' }
import { servedFiles } from './server/build.ts'
import { gallery } from './src/gallery/integration.ts'
import { shell } from './src/layouts/shell-directive/integration.ts'

const flagClientVersion = manifest.dependencies['unleash-proxy-client']
const noDevtools = new URL('./src/islands/form/no-devtools.ts', import.meta.url)
const noScrolling = new URL('./src/islands/ui/no-scrolling.ts', import.meta.url)
const noImpactMetrics = new URL('./src/lib/flags/no-impact-metrics.ts', import.meta.url)

/**
 * The screens that import a module, near or far; Home's list of earlier work, `recent`, is one.
 *
 * @param {string} id
 * @param {{ getModuleInfo: (id: string) => { importers: readonly string[] } | null }} context
 */
function screensOf(id, context) {
  const found = new Set([id])
  for (const each of found) {
    for (const importer of context.getModuleInfo(each)?.importers ?? []) found.add(importer)
  }
  return [...found].map(
    (each) =>
      /\/(?:islands|layouts)\/([a-z]+)(?:\/(?:\w+Island|later-steps)\.tsx|-list\.ts)$/.exec(
        each,
      )?.[1],
  )
}

/**
 * What some screens all import, whoever else does. A list of folders would not do: what a screen
 * shares with its own later steps is of no use to another one.
 *
 * @param {string} name
 * @param {number} priority
 * @param {readonly string[][]} alternatives
 */
function sharedBy(name, priority, ...alternatives) {
  return {
    priority,
    /** @type {(id: string, context: Parameters<typeof screensOf>[1]) => string | null} */
    name: (id, context) => {
      const found = screensOf(id, context)
      const isShared = alternatives.some((screens) => screens.every((each) => found.includes(each)))
      return isShared ? name : null
    },
  }
}

/**
 * Few chunks: small ones compress badly, and each is a request. What every page runs before anybody
 * is signed in stands apart from what the screens share. A group takes along what its modules
 * import, so the one that the others build on comes first.
 */
const groups = [
  {
    name: 'shell',
    priority: 6,
    test: /\/src\/(stores\/shell\/|layouts\/(element|show-text|failure)|lib\/(browser|reporting\/start))|node_modules\/nanostores\//,
  },
  // Signing in: fetched by those who are not, and by everybody once the screen is usable.
  {
    name: 'sign-in',
    priority: 5,
    test: /node_modules\/(oidc-client-ts|jwt-decode)\/|src\/lib\/identity\//,
  },
  {
    name: 'react',
    priority: 5,
    test: /node_modules\/(react|react-dom|scheduler|@nanostores|@astrojs\/react)\//,
  },
  sharedBy('calls', 4, ['boarding', 'recent']),
  sharedBy('places', 3, ['connect', 'recent'], ['wizard', 'recent']),
  sharedBy('screen', 2, ['connect', 'boarding']),
  sharedBy('form', 1, ['boarding', 'wizard']),
]

const flagClient = 'unleash-proxy-client'
const ofFlagClient = (/** @type {string} */ path) =>
  fileURLToPath(new URL(`./node_modules/${flagClient}/${path}`, import.meta.url))

/**
 * The flag client from its sources. As it is published, its classes and promises are spelled out for
 * browsers that run nothing else of the portal: a fourth of its size, on every page. Measurements of
 * the application's own, of which there are none, are another sixth.
 *
 * @type {import('vite').Plugin}
 */
const flagClientSources = {
  name: 'koppelpunt-flag-client-sources',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => {
    if (id.startsWith('./impact-metrics/')) return fileURLToPath(noImpactMetrics)
    return id === flagClient ? ofFlagClient('src/index.ts') : null
  },
  // The version that the client tells the service is filled in when it is published.
  transform: (code, id) =>
    id === ofFlagClient('src/version.ts') ? code.replace('__VERSION__', flagClientVersion) : null,
}

export default defineConfig({
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file', assets: 'assets', inlineStylesheets: 'never' },
  adapter: node({ mode: 'middleware' }),
  integrations: [i18next(), react(), shell(), gallery(), servedFiles()],
  // Astro hashes what stands inside a page; server/build.ts takes its policy over from there.
  security: { csp: true },
  session: false,
  markdown: { syntaxHighlight: false },
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  prefetch: false,
  vite: {
    plugins: [flagClientSources],
    resolve: {
      alias: [
        {
          find: /^@tanstack\/(devtools-event-client|pacer-lite)$/,
          replacement: fileURLToPath(noDevtools),
        },
        { find: 'compute-scroll-into-view', replacement: fileURLToPath(noScrolling) },
        // React has this hook itself; the form library brings a copy for older ones.
        { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      ],
    },
    build: {
      rolldownOptions: { output: { codeSplitting: { groups } } },
      assetsInlineLimit: 0,
      minify: 'terser',
      // Vite has faults of Safari 10 worked around, which could not run the rest either.
      terserOptions: { safari10: false, compress: { passes: 2, ecma: 2020 } },
    },
  },
})
