import {
  createDiscoveryAddress,
  parseProvider,
  type Provider,
} from '../src/lib/identity/provider.ts'

const INTERVAL_MILLISECONDS = 15_000
const TIMEOUT_MILLISECONDS = 5000
/** Maximum length of a discovery document. Keycloak's has 6 kB. */
const LIMIT_BYTES = 64 * 1024

function describeFailure(error: unknown): string {
  const { name, message, cause } = error as Error
  if (error instanceof SyntaxError) return 'response is not JSON'
  if (name === 'TimeoutError') return 'timeout'
  if (cause === undefined) return message
  const { code, message: detail } = cause as NodeJS.ErrnoException
  return `no response (${code ?? detail})`
}

/** Reads a body. Throws and closes the connection beyond `limit` bytes. */
export async function readBody(body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > limit) throw new Error(`response is longer than ${limit / 1024} kB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Fetches the endpoints of the identity provider. */
export async function discoverProvider(authority: string): Promise<Provider> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS)
    const response = await fetch(createDiscoveryAddress(authority), { redirect: 'manual', signal })
    if (response.ok && response.body) {
      const document = String(await readBody(response.body, LIMIT_BYTES))
      return parseProvider(JSON.parse(document), authority)
    }
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  } catch (error) {
    throw new Error(describeFailure(error))
  }
}

/** Polls the provider and reports changed endpoints and new failures. */
export function pollProvider(
  authority: string,
  onChange: (provider: Provider | null) => Promise<void>,
  onFailure: (reason: string) => void,
) {
  let lastProvider = 'null'
  let lastReason: string | null = null

  async function poll(): Promise<void> {
    let provider: Provider | null = null
    let reason: string | null = null
    try {
      provider = await discoverProvider(authority)
    } catch (error) {
      reason = (error as Error).message
    }
    if (reason !== null && reason !== lastReason) onFailure(reason)
    lastReason = reason
    const text = JSON.stringify(provider)
    if (text !== lastProvider) await onChange(provider)
    lastProvider = text
  }

  const timer = setInterval(() => void poll(), INTERVAL_MILLISECONDS).unref()
  return { firstPoll: poll(), stop: () => clearInterval(timer) }
}
