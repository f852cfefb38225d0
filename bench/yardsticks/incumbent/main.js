import { defaultConfig, plugin } from '@formkit/vue'
import Keycloak from 'keycloak-js'
import { UnleashClient } from 'unleash-proxy-client'
import { createApp } from 'vue'
import 'vue-multiselect/dist/vue-multiselect.css'
import App from './App.vue'

// Whoever serves this page puts real addresses in the place of these.
const sandbox = 'http://sandbox.invalid'
const identity = 'http://identity.invalid'

const isKeycloak = !identity.startsWith(sandbox)
if (!isKeycloak) {
  // Two ways in which the sandbox differs from the Keycloak that the library expects: it takes calls
  // from other origins without cookies only, and its refresh tokens (never used here) are no JWTs.
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const answer = await send(input, { ...init, credentials: 'same-origin' })
    if (!String(input).endsWith('/token')) return answer
    const tokens = await answer.json()
    return Response.json({ ...tokens, refresh_token: tokens.access_token })
  }
}

const keycloak = new Keycloak({ url: identity, realm: 'koppelpunt', clientId: 'portal' })
await keycloak.init({
  onLoad: 'login-required',
  pkceMethod: 'S256',
  // As the library does unless told otherwise; the sandbox has no page for it.
  checkLoginIframe: isKeycloak,
  redirectUri: `${location.origin}/callback`,
})

const flags = new UnleashClient({
  url: `${sandbox}/flags`,
  clientKey: 'koppelpunt-sandbox:development.client-key',
  appName: 'staging',
  environment: 'default',
  refreshInterval: 15,
})
await flags.start()

async function get(path, headers = {}) {
  await keycloak.updateToken(30)
  const authorization = `Bearer ${keycloak.token}`
  const answer = await fetch(`${sandbox}/api${path}`, { headers: { authorization, ...headers } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}

const isDryRun = flags.isEnabled('dry_run')
createApp(App, { get, isDryRun }).use(plugin, defaultConfig()).mount('#app')
