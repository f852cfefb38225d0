import type { AstroIntegration } from 'astro'

/** Adds `client:shell`: an island downloads for somebody who is signed in and hydrates once the shell is ready. */
export function shell(): AstroIntegration {
  return {
    name: 'koppelpunt-shell',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({
          name: 'shell',
          entrypoint: './src/layouts/shell-directive/directive.ts',
        })
      },
    },
  }
}
