import { discoveryAddress, providerIn, type Provider } from '../src/lib/identity/provider.ts'

const INTERVAL_MILLISECONDS = 15_000
/** How long it may take to answer. */
const PATIENCE_MILLISECONDS = 5000
/** Longest discovery document that is read; Keycloak's has 6 kB. */
const LIMIT_BYTES = 64 * 1024

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error
  if (error instanceof SyntaxError) return 'the answer is no JSON'
  if (name === 'TimeoutError') return `no answer within ${PATIENCE_MILLISECONDS} ms`
  const { code, message: told = message } = Object(cause) as { code?: string; message?: string }
  return cause === undefined ? message : `no answer: ${code ?? told}`
}

/** Reads a body to its end. Throws, and closes the connection, once the body is longer than `limit` bytes. */
export async function readBody(body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > limit) throw new Error(`the answer is longer than ${limit / 1024} kB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Asks the identity provider of this issuer for its addresses; throws in words why there are none. */
export async function discover(authority: string): Promise<Provider> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS)
    // No redirect is followed.
    const response = await fetch(discoveryAddress(authority), { redirect: 'manual', signal })
    if (response.ok && response.body) {
      const document = String(await readBody(response.body, LIMIT_BYTES))
      return providerIn(JSON.parse(document), authority)
    }
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  } catch (error) {
    throw new Error(reasonOf(error))
  }
}

/**
 * Asks the provider for its addresses every 15 s. `changed` is called with others than before, null: there are none; it
 * is waited for. `failed` is called with the reason when there are none, and again when the reason changes.
 */
export function followProvider(
  authority: string,
  changed: (provider: Provider | null) => Promise<void>,
  failed: (reason: string) => void,
) {
  let known = 'null'
  let told: string | null = null

  async function look(): Promise<void> {
    let provider: Provider | null = null
    let reason: string | null = null
    try {
      provider = await discover(authority)
    } catch (error) {
      reason = (error as Error).message
    }
    if (reason !== null && reason !== told) failed(reason)
    told = reason
    const text = JSON.stringify(provider)
    if (text !== known) await changed(provider)
    known = text
  }

  const timer = setInterval(() => void look(), INTERVAL_MILLISECONDS).unref()
  return {
    /** Resolves once it was asked for the first time. */
    asked: look(),
    end: () => clearInterval(timer),
  }
}
