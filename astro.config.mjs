import react from '@astrojs/react'
import { defineConfig, fontProviders, passthroughImageService } from 'astro/config'
import i18next from 'astro-i18next'
import { builtPackages } from './tools/build/built-packages.ts'
import { servedFiles } from './tools/build/served-files.ts'
import { preload } from './tools/build/preload/integration.ts'
import { readConfiguration } from './src/lib/configuration/variables.ts'

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
  // Shiki warns of the policy, and no page has Markdown.
  markdown: { syntaxHighlight: false },
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  vite: {
    build: {
      rolldownOptions: { output: { codeSplitting: { groups } } },
      // The security policy blocks data: addresses and inline scripts.
      assetsInlineLimit: 0,
    },
  },
})
