const longest = 500

/**
 * What a server said of its refusal, fit to be shown: the messages in a JSON answer, or a plain
 * text; empty for HTML and the like. §8 shows it where a merchant cannot be made.
 */
export function saidBy(body: string): string {
  const text = body.trim()
  if (text === '' || text.startsWith('<')) return ''
  try {
    return messagesIn(JSON.parse(text)).join(' ').slice(0, longest)
  } catch {
    return text.slice(0, longest)
  }
}

function messagesIn(answer: unknown): string[] {
  if (typeof answer === 'string') return [answer]
  if (Array.isArray(answer)) return answer.flatMap(messagesIn)
  if (typeof answer !== 'object' || answer === null) return []
  for (const name of ['message', 'error_description', 'detail', 'error']) {
    const message: unknown = Reflect.get(answer, name)
    if (typeof message === 'string') return [message]
  }
  return []
}
