/** Characters that are shown of a reason. */
export const longest = 500

/** Whether an answer is a page, which no service gives to a call. */
export const isPage = (body: string) => body.trimStart().startsWith('<')

/**
 * What a server gives as the reasons of its refusal, fit to be shown: the messages in a JSON answer with their
 * details, or the answer itself; nothing for HTML. §8 shows it where a merchant cannot be made.
 */
export function serverMessagesIn(body: string): string[] {
  const text = body.trim()
  if (text === '' || isPage(text)) return []
  try {
    const answer: unknown = JSON.parse(text)
    if (answer === null) return []
    const messages = messagesIn(answer)
    return messages.length > 0 ? messages.map(shorten) : [shorten(text)]
  } catch {
    return [shorten(text)]
  }
}

const shorten = (text: string) => text.slice(0, longest)

/** The messages in an answer's JSON, with their details. */
export function messagesIn(answer: unknown): string[] {
  if (typeof answer === 'string') return [answer]
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
