import react from '@astrojs/react'
import { defineConfig, fontProviders, passthroughImageService } from 'astro/config'
import i18next from 'astro-i18next'
import { groups } from './tools/build/chunks.ts'
import { servedFiles } from './tools/build/served-files.ts'
import { preload } from './tools/build/preload.ts'
import { builtPackages } from './tools/release/built-packages.ts'
import { readConfiguration } from './src/lib/configuration/variables.ts'

/**
 * Adds `client:shell`, which hydrates an island once the shell is ready.
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
 * Answers `/config.json` under the development server, from the environment of the process.
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
  // Astro hashes inline scripts and styles; tools/build/served-files.ts moves the hashes to the header.
  security: { csp: true },
  fonts: [
    {
      provider: fontProviders.local(),
      name: 'Figtree',
      cssVariable: '--font-figtree',
      fallbacks: ['system-ui', 'Arial', 'sans-serif'],
      // "optional": a late font is used from the next page on, so text never shifts.
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
