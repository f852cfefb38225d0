import { setTimeout } from 'node:timers/promises'
import { discoveryAddress, providerIn, type Provider } from '../src/lib/identity/provider.ts'

/** How often the provider is asked, and how soon again where it had no addresses. */
const INTERVAL_MILLISECONDS = 15_000
const AGAIN_MILLISECONDS = 5000
/** How long it may take to answer. */
const PATIENCE_MILLISECONDS = 5000

/** Why there are no addresses, in words. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error
  if (error instanceof SyntaxError) return 'the answer is no JSON'
  if (name === 'TimeoutError') return `no answer within ${PATIENCE_MILLISECONDS} ms`
  const { code, message: told = message } = Object(cause) as { code?: string; message?: string }
  return cause === undefined ? message : `no answer: ${code ?? told}`
}

/**
 * Asks an identity provider for its addresses. No redirect is followed.
 *
 * @param authority its issuer
 * @throws {Error} that says in words why there are none
 */
export async function discover(authority: string): Promise<Provider> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS)
    const response = await fetch(discoveryAddress(authority), { redirect: 'manual', signal })
    if (response.ok) return providerIn(await response.json(), authority)
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  } catch (error) {
    throw new Error(reasonOf(error))
  }
}

/** Keeps no process alive. */
const wait = (milliseconds: number, signal: AbortSignal): Promise<unknown> =>
  setTimeout(milliseconds, null, { signal, ref: false }).catch(() => null)

/**
 * Asks the provider now and again for its addresses.
 *
 * @param changed is called with other addresses than before, null: there are none; it is waited for
 * @param failed is called with the reason when there are none, and again when the reason changes
 * @param pause between two looks: 15 s, and 5 s after a failure
 */
export function followProvider(
  authority: string,
  changed: (provider: Provider | null) => Promise<void>,
  failed: (reason: string) => void,
  pause = wait,
): { asked: Promise<unknown>; end: () => void } {
  const ended = new AbortController()
  let known: string | null = null
  let told: string | null = null

  /** Whether it has addresses. */
  async function look(): Promise<boolean> {
    const found = await discover(authority).catch((error: unknown) => (error as Error).message)
    if (ended.signal.aborted) return false
    const reason = typeof found === 'string' ? found : null
    if (reason !== null && reason !== told) failed(reason)
    told = reason
    const provider = typeof found === 'string' ? null : found
    const text = provider && JSON.stringify(provider)
    if (text !== known) await changed(provider)
    known = text
    return provider !== null
  }

  const asked = look()
  async function follow(): Promise<void> {
    for (let isThere = await asked; ; isThere = await look()) {
      await pause(isThere ? INTERVAL_MILLISECONDS : AGAIN_MILLISECONDS, ended.signal)
      if (ended.signal.aborted) return
    }
  }
  void follow()
  return {
    /** Resolves once it was asked for the first time. */
    asked,
    end: () => ended.abort(),
  }
}
