import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { portalClientId, realmPath } from '../sandbox/portal-environment.ts'
import { buildUser } from '../src/lib/identity/refresh.ts'

const discoverySchema = z.looseObject({
  authorization_endpoint: z.string(),
  end_session_endpoint: z.string(),
  token_endpoint: z.string(),
  userinfo_endpoint: z.string(),
  jwks_uri: z.string(),
  code_challenge_methods_supported: z.array(z.string()),
})

const tokensSchema = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  id_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
})

/** Fetches the issuer's discovery document. */
export async function fetchDiscoveryDocument(url: string) {
  const answer = await fetch(`${url}${realmPath}/.well-known/openid-configuration`)
  return discoverySchema.parse(await answer.json())
}

export function readTokenClaims(token: string): Record<string, unknown> {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')
  return z.record(z.string(), z.unknown()).parse(JSON.parse(payload))
}

/** HTTP client that keeps cookies and does not follow redirects. */
export class CookieBrowser {
  readonly #cookies = new Map<string, string>()
  readonly #base: string

  constructor(base: string) {
    this.#base = base
  }

  async visit(address: string, form?: Record<string, string>) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(new URL(address, this.#base), {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (name === undefined || value === undefined) continue
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return {
      status: answer.status,
      headers: answer.headers,
      text: await answer.text(),
      location: answer.headers.get('location') ?? '',
    }
  }
}

export interface AuthorizationRequest {
  redirectUri?: string
  /** Additional parameters of the authorisation request. */
  parameters?: Record<string, string>
}

/** Signs in like the portal, by a code flow with PKCE. */
export class CodeFlow {
  readonly browser: CookieBrowser
  readonly #url: string
  readonly #verifier = randomBytes(32).toString('base64url')

  constructor(url: string, browser = new CookieBrowser(url)) {
    this.#url = url
    this.browser = browser
  }

  /** Requests authorisation, and returns a redirect or an error page. */
  async authorize({
    redirectUri = 'http://localhost:4321/callback',
    parameters,
  }: AuthorizationRequest = {}) {
    const { authorization_endpoint } = await fetchDiscoveryDocument(this.#url)
    const query = new URLSearchParams({
      client_id: 'portal',
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: redirectUri,
      state: 'state of the portal',
      nonce: 'nonce of the portal',
      code_challenge: createHash('sha256').update(this.#verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...parameters,
    })
    return this.browser.visit(`${authorization_endpoint}?${query.toString()}`)
  }

  /** Submits the sign-in form and returns the redirect to the portal. */
  async signIn(form: Record<string, string>, request?: AuthorizationRequest): Promise<URL> {
    const page = (await this.authorize(request)).location
    const resume = await this.browser.visit(page, form)
    return new URL((await this.browser.visit(resume.location)).location)
  }

  async exchange(callback: URL) {
    return this.#token({
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      code_verifier: this.#verifier,
      redirect_uri: `${callback.origin}${callback.pathname}`,
    })
  }

  async refresh(refreshToken: string) {
    return this.#token({ grant_type: 'refresh_token', refresh_token: refreshToken })
  }

  async #token(form: Record<string, string>) {
    const { token_endpoint } = await fetchDiscoveryDocument(this.#url)
    const answer = await fetch(token_endpoint, {
      method: 'POST',
      headers: { origin: 'http://localhost:4321' },
      body: new URLSearchParams({ client_id: 'portal', ...form }),
    })
    const body: unknown = await answer.json()
    if (!answer.ok) throw new Error(z.object({ error: z.string() }).parse(body).error)
    return tokensSchema.parse(body)
  }
}

/** Signs in with an account and returns its tokens. */
export async function signInAs(url: string, email: string) {
  const flow = new CodeFlow(url)
  const tokens = await flow.exchange(await flow.signIn({ account: email }))
  return { flow, tokens }
}

/** Returns the session storage key and value of a signed-in user. */
export async function createSessionEntry(
  url: string,
  email: string,
): Promise<[key: string, value: string]> {
  const { tokens } = await signInAs(url, email)
  const profile = { sub: '', ...readTokenClaims(tokens.id_token) }
  const user = buildUser(tokens, { profile, userinfo: {} }, Date.now())
  return [`oidc.user:${url}${realmPath}:${portalClientId}`, JSON.stringify(user)]
}
