import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:shell'?: boolean
  }
}
