import { provideBrotliModule } from '../real/nginx/brotli-module.ts'
import { provideOpenssl } from '../real/nginx/certificate.ts'
import { provideNginx } from '../real/nginx/start.ts'
import { testAgainst } from './real-tests.ts'

await testAgainst({
  name: 'nginx',
  project: 'nginx',
  // Each worker of the tests starts its own nginx, in front of its own portal.
  start: () => {
    provideNginx()
    provideBrotliModule()
    provideOpenssl()
    return { environment: {}, close: () => Promise.resolve() }
  },
})
