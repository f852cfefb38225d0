/** Ten times what a discovery document or a set of flags takes. */
const MOST_KILOBYTES = 64

/** The body as text. Throws once it is too long, and leaves the rest. */
async function shortText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MOST_KILOBYTES * 1024)
      throw new Error(`the answer is longer than ${MOST_KILOBYTES} kB`)
  }
  return text
}

/** Why there was no answer, in words, and without the request, which may hold a key. */
function reasonOf(error: unknown, patience: number): string {
  const { name, message, cause } = error as Error
  if (error instanceof SyntaxError) return 'the answer is no JSON'
  if (name === 'TimeoutError') return `no answer within ${patience} ms`
  const { code, message: told = message } = Object(cause) as { code?: string; message?: string }
  return cause === undefined ? message : `no answer: ${code ?? told}`
}

/**
 * Asks a service for JSON of at most 64 kB, at the address that was configured: no redirect is followed.
 *
 * @param patience milliseconds until the end of its answer
 * @throws {Error} that says in words why there is none
 */
export async function askService(address: string, patience: number, request?: RequestInit) {
  try {
    const signal = AbortSignal.timeout(patience)
    const response = await fetch(address, { ...request, redirect: 'manual', signal })
    if (response.ok) return JSON.parse(await shortText(response)) as unknown
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  } catch (error) {
    throw new Error(reasonOf(error, patience))
  }
}
