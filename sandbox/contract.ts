import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { page, pageHeaders } from './pages.ts'
import type { SandboxEnv } from './sandbox.ts'

/** What the contract's page needs besides the style of every page: room. */
const contractStyle = `
main:has(#contract) { max-width: 80rem }
#contract main { max-width: none; margin: 0; padding: 0; border: 0 }
#contract .btn { text-align: center }
`

/** Shows the document, and brings a token along for what is tried. */
const startScript = `
const ui = SwaggerUIBundle({
  dom_id: '#contract',
  url: '/contract/openapi.json',
  docExpansion: 'list',
  onComplete: async () => {
    const body = JSON.stringify({ email: 'admin@koppelpunt.test' })
    const answer = await fetch('/sandbox/token', { method: 'POST', body })
    ui.preauthorizeApiKey('bearer', (await answer.json()).access_token)
  },
})
`

const document = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
const require = createRequire(import.meta.url)

/** Files by their names below /contract, and what they are. */
const files: Readonly<Record<string, { path: string; type: string }>> = {
  'openapi.json': { path: document, type: 'application/json' },
  'swagger-ui.css': { path: require.resolve('swagger-ui-dist/swagger-ui.css'), type: 'text/css' },
  'swagger-ui-bundle.js': {
    path: require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
    type: 'text/javascript',
  },
}

const head = html`<link rel="stylesheet" href="/contract/swagger-ui.css" />
  <link rel="stylesheet" href="/contract/page.css" />
  <script src="/contract/swagger-ui-bundle.js" defer></script>
  <script src="/contract/start.js" defer></script>`

const content = html`<p>
    Wat het portaal van de product-API vraagt, als
    <a href="/contract/openapi.json">OpenAPI 3.1</a>. Wat u hier uitprobeert, gaat naar deze
    oefenomgeving, als admin@koppelpunt.test.
  </p>
  <div id="contract" lang="en"></div>`

/** The page asks for the document, a token, and what somebody tries out. */
const headers = {
  ...pageHeaders,
  'content-security-policy': `${pageHeaders['content-security-policy']}; connect-src 'self'`,
}

/** The contract of the product API, to be read and tried: the address is none of that API's own. */
export function contract() {
  const app = new Hono<SandboxEnv>()
  app.get('/', (c) => c.html(page('Contract van de product-API', content, head), 200, headers))
  app.get('/page.css', (c) => c.body(contractStyle, 200, { 'content-type': 'text/css' }))
  app.get('/start.js', (c) => c.body(startScript, 200, { 'content-type': 'text/javascript' }))
  for (const [name, { path, type }] of Object.entries(files)) {
    app.get(`/${name}`, async (c) => c.body(await readFile(path), 200, { 'content-type': type }))
  }
  return app
}
