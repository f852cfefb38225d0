import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig, passthroughImageService } from 'astro/config'
import i18next from 'astro-i18next'
import { servedFiles } from './server/build.ts'
import { shell } from './src/layouts/shell-directive/integration.ts'

const noDevtools = new URL('./src/islands/form/no-devtools.ts', import.meta.url)

/**
 * Few chunks: small ones compress badly, and each is a request. What every page runs before anybody
 * is signed in stands apart from what the screens share.
 */
const groups = [
  {
    name: 'shell',
    priority: 2,
    test: /node_modules\/(nanostores|oidc-client-ts|jwt-decode)\/|src\/lib\/(limits|failure|api\/errors|i18n|identity|configuration|browser|environment|reporting\/start)|src\/stores\/(session|shell|portal|dialogs|flags|memory-prefix|callback)|src\/layouts\/(element|say|failure)/,
  },
  {
    name: 'screen',
    priority: 1,
    minShareCount: 2,
    test: /node_modules\/zod\/|src\/(lib|stores)\/|src\/islands\/(ui|person)/,
  },
]

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
      alias: [
        { find: '@tanstack/devtools-event-client', replacement: fileURLToPath(noDevtools) },
        // React has this hook itself; the form library brings a copy for older ones.
        { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      ],
    },
    build: {
      rolldownOptions: { output: { codeSplitting: { groups } } },
      assetsInlineLimit: 0,
      minify: 'terser',
      terserOptions: { compress: { passes: 3, ecma: 2020 } },
    },
  },
})
