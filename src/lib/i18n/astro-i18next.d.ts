// The package ships types that its "exports" do not name.
declare module 'astro-i18next' {
  import type { AstroIntegration } from 'astro'

  export interface AstroI18nextConfig {
    defaultLocale: string
    locales: string[]
    namespaces: string[]
    defaultNamespace: string
    load: 'server'[]
    resourcesBasePath: string
    i18nextServer: Record<string, unknown>
  }
  export default function i18next(): AstroIntegration
}
