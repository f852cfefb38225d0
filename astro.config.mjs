import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig, passthroughImageService } from 'astro/config'
import i18next from 'astro-i18next'
import { servedFiles } from './server/build.ts'
import { shell } from './src/layouts/shell-directive/integration.ts'

export default defineConfig({
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file', assets: 'assets', inlineStylesheets: 'never' },
  adapter: node({ mode: 'middleware' }),
  integrations: [i18next(), react(), shell(), servedFiles()],
  // Astro hashes what stands inside a page; server/build.ts takes its policy over from there.
  security: { csp: true },
  session: false,
  markdown: { syntaxHighlight: false },
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  prefetch: false,
  vite: {
    resolve: {
      alias: { '@tanstack/devtools-event-client': '/src/islands/form/no-devtools.ts' },
    },
    build: { assetsInlineLimit: 0, minify: 'terser', terserOptions: { compress: { passes: 2 } } },
  },
})
