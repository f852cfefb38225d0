/** Characters that are shown of a reason. */
export const longest = 500

/** The reasons that a server gives for its refusal, fit to be shown, or its answer as it is; nothing for HTML (§8). */
export function serverMessagesIn(body: string): string[] {
  const text = body.trim()
  // `{}` as well, and fields of which none says anything.
  const isEmpty = text.replaceAll(/"\w*"\s*:|null|[\s{}[\],"]/g, '') === ''
  if (isEmpty || text.startsWith('<')) return []
  try {
    const messages = messagesIn(JSON.parse(text))
    return messages.length > 0 ? messages.map(shorten) : [shorten(text)]
  } catch {
    return [shorten(text)]
  }
}

const shorten = (text: string) => text.slice(0, longest)

export function messagesIn(answer: unknown): string[] {
  if (typeof answer === 'string') return answer.trim() === '' ? [] : [answer]
  if (Array.isArray(answer)) return answer.flatMap(messagesIn)
  if (typeof answer !== 'object' || answer === null) return []
  for (const name of ['message', 'errorMessage', 'error_description', 'detail', 'error']) {
    const messages = messagesIn(Reflect.get(answer, name))
    const details = messagesIn(Reflect.get(answer, 'details'))
    if (messages.length > 0) {
      return details.length > 0 ? [`${messages.join(' ')} (${details.join(', ')})`] : messages
    }
  }
  return []
}
