import type { AstroIntegration } from 'astro'
import { readConfiguration } from '../../src/lib/configuration/variables.ts'

/** Has the development server answer `GET /config.json` from its process's environment; a build is without. */
export function developmentConfiguration(): AstroIntegration {
  return {
    name: 'koppelpunt-development-configuration',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use('/config.json', (_request, response) => {
          const read = readConfiguration(process.env)
          response.writeHead(read.ok ? 200 : 500, { 'cache-control': 'no-store' })
          response.end(read.ok ? JSON.stringify(read.configuration) : read.problems.join('\n'))
        })
      },
    },
  }
}
