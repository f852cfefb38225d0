import { globSync } from 'node:fs'
import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig, fontProviders, passthroughImageService } from 'astro/config'
import i18next from 'astro-i18next'
import { scriptChunkGroups } from './tools/build/chunks.ts'
import { createServedFilesIntegration } from './tools/build/served-files.ts'
import { createPreloadIntegration } from './tools/build/preload.ts'
import { createPackageList } from './tools/release/built-packages.ts'

/**
 * Adds `client:shell`, which hydrates an island once the shell is ready. Restarts `npm run dev` after a
 * change of a text, because astro-i18next reads the texts only at its start.
 *
 * @type {import('astro').AstroIntegration}
 */
const portal = {
  name: 'koppelpunt',
  hooks: {
    'astro:config:setup': ({ addClientDirective, addWatchFile }) => {
      addClientDirective({ name: 'shell', entrypoint: './src/layouts/shell-directive.ts' })
      const texts = globSync('src/lib/i18n/messages/*/*.json', { cwd: import.meta.dirname })
      for (const path of texts) addWatchFile(new URL(path, import.meta.url))
    },
  },
}

export default defineConfig({
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file', assets: 'assets', inlineStylesheets: 'never' },
  // The server passes only its three on-demand routes to Astro's handler.
  adapter: node({ mode: 'middleware' }),
  session: false,
  integrations: [
    i18next(),
    react(),
    portal,
    createPreloadIntegration(),
    createServedFilesIntegration(),
    createPackageList(),
  ],
  // The build moves Astro's script hashes into the server's CSP header.
  security: { csp: true },
  fonts: [
    {
      provider: fontProviders.local(),
      name: 'Figtree',
      cssVariable: '--font-figtree',
      fallbacks: ['system-ui', 'Arial', 'sans-serif'],
      // Late fonts apply from the next page, so text never shifts.
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
  // Syntax highlighting conflicts with the security policy.
  markdown: { syntaxHighlight: false },
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  vite: {
    build: {
      rolldownOptions: { output: { codeSplitting: { groups: scriptChunkGroups } } },
      // The security policy blocks data: addresses and inline scripts.
      assetsInlineLimit: 0,
    },
  },
})
