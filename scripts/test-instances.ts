import { provideOpenssl } from '../real/nginx/certificate.ts'
import { provideNginx } from '../real/nginx/start.ts'
import { testAgainst } from './real-tests.ts'

await testAgainst({
  name: 'two instances',
  project: 'instances',
  // The test starts the portals, and nginx in front of them.
  start: () => {
    provideNginx()
    provideOpenssl()
    return { environment: {}, close: () => Promise.resolve() }
  },
})
