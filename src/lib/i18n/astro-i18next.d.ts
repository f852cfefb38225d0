// The package contains these types, but its "exports" field omits them.
declare module 'astro-i18next' {
  import type { AstroIntegration } from 'astro'

  export default function i18next(): AstroIntegration
}
