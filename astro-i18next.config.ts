import type { AstroI18nextConfig } from 'astro-i18next'

const config: AstroI18nextConfig = {
  defaultLocale: 'nl',
  locales: ['nl', 'en'],
  namespaces: [
    'shell',
    'approved',
    'home',
    'connect',
    'customers',
    'boarding',
    'check',
    'wizard',
    'dropdown',
    'form',
    'links',
    'lists',
    'validation',
    'requirements',
    'rules',
    'failure',
  ],
  defaultNamespace: 'shell',
  load: ['server'],
  resourcesBasePath: '../src/lib/i18n/messages',
  i18nextServer: {
    fallbackLng: 'en',
    preload: ['nl', 'en'],
    keySeparator: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  },
}

export default config
