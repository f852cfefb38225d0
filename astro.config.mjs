import { fileURLToPath } from 'node:url'
import react from '@astrojs/react'
import { defineConfig, fontProviders, passthroughImageService } from 'astro/config'
import i18next from 'astro-i18next'
import manifest from './package.json' with { type: 'json' }
import { builtPackages } from './tools/build/built-packages.ts'
import { servedFiles } from './tools/build/served-files.ts'
import { preload } from './tools/build/preload/integration.ts'
import { readConfiguration } from './src/lib/configuration/variables.ts'

const flagClientVersion = manifest.dependencies['unleash-proxy-client']
const noDevtools = new URL('./tools/build/stand-ins/no-devtools.ts', import.meta.url)
const noScrolling = new URL('./tools/build/stand-ins/no-scrolling.ts', import.meta.url)
const noImpactMetrics = new URL('./tools/build/stand-ins/no-impact-metrics.ts', import.meta.url)

/** Where something begins that belongs to one screen, with a name for it: its store, what it shows. */
const SCREEN = /\/src\/(?:islands\/([a-z-]+)\/\w+Island\.tsx|stores\/([a-z]+)\/screen\.ts)$/
/** Where every page begins, and what Home has once it can be used. */
const PAGE = /\/src\/layouts\/(?:Script\.astro|home-list\.ts)/

/** @typedef {{ getModuleInfo: (id: string) => { importers: readonly string[] } | null }} Context */

/**
 * The files that import a module, near or far, and the module itself.
 *
 * @param {string} id
 * @param {Context} context
 */
function importersOf(id, context) {
  const found = new Set([id])
  for (const each of found) {
    for (const importer of context.getModuleInfo(each)?.importers ?? []) found.add(importer)
  }
  return [...found]
}

/**
 * The screens that begin with a module.
 *
 * @param {string} id
 * @param {Context} context
 */
function screensOf(id, context) {
  const names = importersOf(id, context).flatMap((each) => SCREEN.exec(each)?.slice(1) ?? [])
  return [...new Set(names.filter(Boolean))]
}

/**
 * Few chunks: small ones compress badly, and a browser fetches six at a time over HTTP/1.1. A group
 * takes along what its modules import, so the one that the others build on comes first. What is only
 * needed once the first thing on a screen takes input is imported where it is used, and gets a chunk
 * by that: the panels of the wizard's other steps, the submit of boarding, Home's list.
 */
const groups = [
  // What every page runs, and what Home shares with the screens.
  {
    priority: 7,
    /** @type {(id: string, context: Context) => string | null} */
    name: (id, context) => {
      const beginnings = importersOf(id, context).filter((each) => PAGE.test(each))
      const isHomes = beginnings.every((each) => each.endsWith('home-list.ts'))
      const isOfPage = beginnings.length > 0 && (!isHomes || screensOf(id, context).length > 0)
      return isOfPage ? 'page' : null
    },
  },
  // Taking the provider's answer, which the callback page does, and watching its session.
  {
    name: 'answer',
    priority: 6,
    test: /\/node_modules\/(?:oidc-client-ts|jwt-decode)\/|\/identity\/answer\.ts$/,
  },
  // What the screens share: React, what most of them have, and what connect does as another.
  {
    priority: 5,
    /** @type {(id: string, context: Context) => string | null} */
    name: (id, context) => {
      const isReact =
        /\/node_modules\/(react|react-dom|scheduler|@nanostores|@astrojs\/react)\//.test(id)
      // What the check takes of others stays where they have it.
      const screens = screensOf(id, context).filter((name) => name !== 'check')
      const isConnects = /\/src\/(?:stores|lib)\//.test(id) && screens.includes('connect')
      return isReact || screens.length > (isConnects ? 1 : 2) ? 'screens' : null
    },
  },
  // What a link to approve by is told with: Home takes it where somebody chooses one.
  {
    name: 'links',
    priority: 4,
    test: /\/src\/(?:lib\/(?:domain\/csv|mail-address)|(?:stores\/coupling|islands\/ui)\/customer-links)\.ts$/,
  },
  // What connect and later parts of others choose with, what is known of the accounting package, and of
  // a customer, the form in steps; then each screen.
  {
    priority: 3,
    /** @type {(id: string, context: Context) => string | null} */
    name: (id, context) => {
      const screens = screensOf(id, context)
      if (screens.length < 2) return null
      if (screens.includes('connect')) return 'connect'
      if (screens.includes('check')) return 'accounting'
      return screens.includes('boarding-list') ? 'customers' : 'form'
    },
  },
  {
    name: (/** @type {string} */ id, /** @type {Context} */ context) =>
      screensOf(id, context)[0] ?? null,
    priority: 2,
  },
]

/** What is looked for in libraries, to be put differently, and was not found yet. */
const unfound = new Set([
  '__VERSION__ of unleash-proxy-client',
  'impact-metrics of unleash-proxy-client',
  'the preload helper of Vite',
  '__VITE_PRELOAD__ of Vite',
])

/**
 * Notes that something was found, and gives what stands in its place.
 *
 * @param {string} what
 * @param {string} inItsPlace
 */
function found(what, inItsPlace) {
  unfound.delete(what)
  return inItsPlace
}

/** @type {import('astro').AstroIntegration} */
const everythingFound = {
  name: 'koppelpunt-everything-found',
  hooks: {
    'astro:build:done': () => {
      if (unfound.size > 0) throw new Error(`Not there any more: ${[...unfound].join(', ')}`)
    },
  },
}

/**
 * `client:shell`: an island is fetched for somebody who is signed in, and hydrates once the shell is ready.
 *
 * @type {import('astro').AstroIntegration}
 */
const shellDirective = {
  name: 'koppelpunt-shell',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'shell', entrypoint: './src/layouts/shell-directive.ts' }),
  },
}

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
    if (id.startsWith('./impact-metrics/')) {
      return found('impact-metrics of unleash-proxy-client', fileURLToPath(noImpactMetrics))
    }
    return id === flagClient ? ofFlagClient('src/index.ts') : null
  },
  // The version that the client tells the service is filled in when it is published.
  transform: (code, id) =>
    id === ofFlagClient('src/version.ts')
      ? code.replace('__VERSION__', (all) => found(`${all} of ${flagClient}`, flagClientVersion))
      : null,
}

/**
 * `/config.json` under the development server, which has only the process's environment.
 *
 * @type {import('astro').AstroIntegration}
 */
const configurationInDevelopment = {
  name: 'koppelpunt-configuration-in-development',
  hooks: {
    'astro:server:setup': ({ server }) => {
      server.middlewares.use('/config.json', (_, response) => {
        const read = readConfiguration(process.env)
        response.statusCode = read.ok ? 200 : 500
        response.setHeader('content-type', read.ok ? 'application/json' : 'text/plain')
        response.end(read.ok ? JSON.stringify(read.configuration) : read.problems.join('\n'))
      })
    },
  },
}

/** What a build cannot tell to be of no use: types of properties, which development alone looks at. */
const unusedByDropdowns = [
  /^var \w*propTypes(?:\$\d)? = (?:_extends\(.*)?\{[^]*?^\}\)?;$/gim,
  /^ *validatePropTypes\$1\(.*\);$/gm,
  // Keeps a whole hook that nothing uses.
  /^_useTagGroup\.stateChangeTypes = .*$/gm,
]
const unusedWithDropdowns = /\/node_modules\/(?:prop-types|react-is)\//

/**
 * The dropdowns' library without a fifth of what would be shipped of it.
 *
 * @type {import('vite').Plugin}
 */
const plainDropdowns = {
  name: 'koppelpunt-plain-dropdowns',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/node_modules/downshift/')) return null
    return unusedByDropdowns.reduce((kept, unused) => {
      const rest = kept.replace(unused, '')
      if (rest === kept) this.error(`downshift has nothing any more of ${String(unused)}`)
      return rest
    }, code)
  },
}

/**
 * Lets the chunk of an entry have more exports than the entry itself: shared code then lives in it,
 * without one more chunk in between.
 *
 * @type {import('vite').Plugin}
 */
const roomyEntries = {
  name: 'koppelpunt-roomy-entries',
  apply: 'build',
  options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
}

/**
 * Dynamic imports without Vite's own preloading, which would be on every page: the styles are there,
 * and pages name the scripts that they take (`tools/build/preload`). No script names them as well.
 *
 * @type {import('vite').Plugin}
 */
const plainImports = {
  name: 'koppelpunt-plain-imports',
  apply: 'build',
  enforce: 'pre',
  configEnvironment: () => ({ build: { modulePreload: false } }),
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? found('the preload helper of Vite', 'export const __vitePreload = (load) => load()')
      : null,
  generateBundle: (_, bundle) => {
    // Vite would put the styles of what is imported in its place.
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') {
        const inItsPlace = (/** @type {string} */ all) => found(`${all} of Vite`, '0')
        chunk.code = chunk.code.replaceAll('__VITE_PRELOAD__', inItsPlace)
      }
  },
}

/**
 * Has browsers that know the hint (Chromium) compile a chunk beside what they are doing while it is
 * still coming, instead of each function when it is first called. Nearly all of it is called.
 *
 * @param {{ name: string }} chunk
 */
const compileHint = ({ name }) => (name === 'sentry' ? '' : '//# allFunctionsCalledOnLoad\n')

export default defineConfig({
  output: 'static',
  outDir: './dist/client',
  trailingSlash: 'never',
  build: { format: 'file', assets: 'assets', inlineStylesheets: 'never' },
  integrations: [
    i18next(),
    react(),
    shellDirective,
    preload(),
    servedFiles(),
    builtPackages(),
    everythingFound,
    configurationInDevelopment,
  ],
  // Astro hashes what stands inside a page; tools/build/served-files.ts takes its policy over from there.
  security: { csp: true },
  fonts: [
    {
      provider: fontProviders.local(),
      name: 'Figtree',
      cssVariable: '--font-figtree',
      fallbacks: ['system-ui', 'Arial', 'sans-serif'],
      // Nothing moves for it, and nothing waits: it is there with the styles, or at the next page.
      display: 'optional',
      options: {
        variants: [
          {
            src: ['@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'],
            weight: '300 900',
            style: 'normal',
          },
        ],
      },
    },
  ],
  markdown: { syntaxHighlight: false },
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  prefetch: false,
  vite: {
    // Texts are looked up by their keys.
    json: { namedExports: false },
    plugins: [flagClientSources, plainDropdowns, roomyEntries, plainImports],
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
      rolldownOptions: {
        treeshake: { moduleSideEffects: [{ test: unusedWithDropdowns, sideEffects: false }] },
        output: { codeSplitting: { groups }, postBanner: compileHint },
      },
      assetsInlineLimit: 0,
      minify: 'terser',
      // Vite has faults of Safari 10 worked around, which could not run the rest either.
      terserOptions: {
        safari10: false,
        format: { wrap_func_args: true },
        compress: { passes: 2, ecma: 2020 },
      },
    },
  },
})
