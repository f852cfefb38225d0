import type { AstroIntegration } from 'astro'

/** Adds /gallery and /en/gallery to the development server; a build knows nothing of them. */
export function gallery(): AstroIntegration {
  return {
    name: 'koppelpunt-gallery',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command !== 'dev') return
        injectRoute({
          pattern: '/[...locale]/gallery',
          entrypoint: './tools/gallery/gallery.astro',
        })
      },
    },
  }
}
