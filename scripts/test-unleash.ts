import { freePort } from '../real/free-port.ts'
import { startUnleash } from '../real/unleash/start.ts'
import { testAgainst } from './real-tests.ts'

await testAgainst({
  name: 'Unleash',
  project: 'unleash',
  start: async () => {
    // Unleash has to know at its start whose pages may ask it for flags.
    const port = await freePort()
    const { url, close } = await startUnleash({ origins: [`http://localhost:${port}`] })
    return { environment: { UNLEASH_TEST_URL: url, UNLEASH_TEST_PORTAL_PORT: String(port) }, close }
  },
})
