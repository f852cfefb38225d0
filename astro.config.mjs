import react from '@astrojs/react'
import { defineConfig, fontProviders, passthroughImageService } from 'astro/config'
import i18next from 'astro-i18next'
import { builtPackages } from './tools/build/built-packages.ts'
import { groups } from './tools/build/chunks.ts'
import { servedFiles } from './tools/build/served-files.ts'
import { preload } from './tools/build/preload.ts'
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
