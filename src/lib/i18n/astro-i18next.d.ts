// The package ships types that its "exports" do not name.
declare module 'astro-i18next' {
  import type { AstroIntegration } from 'astro'

  export default function i18next(): AstroIntegration
}
