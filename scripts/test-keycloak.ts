import { startKeycloak } from '../real/keycloak/start.ts'
import { testAgainst } from './real-tests.ts'

await testAgainst({
  name: 'Keycloak',
  project: 'keycloak',
  start: async () => {
    const { url, password, close } = await startKeycloak()
    return { environment: { KEYCLOAK_TEST_URL: url, KEYCLOAK_TEST_PASSWORD: password }, close }
  },
})
