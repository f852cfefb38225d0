import type { Reason } from './errors.ts'

/** Characters that are shown of a reason. */
const longest = 500

/**
 * The reasons that a server gives for its refusal, fit to be shown, each with the codes that its record has anywhere;
 * or its answer as it is. Nothing for HTML (§8).
 */
export function reasonsIn(body: string): Reason[] {
  const text = body.trim()
  // `{}` as well, and fields of which none says anything.
  const isEmpty = text.replaceAll(/"\w*"\s*:|null|[\s{}[\],"]/g, '') === ''
  if (isEmpty || text.startsWith('<')) return []
  const messages = messagesOf(text)
  const shown = messages.length > 0 ? messages : [carrying(text, text)]
  return shown.map((text) => ({ text, lang: 'nl' }))
}

function messagesOf(text: string): string[] {
  try {
    return messagesIn(JSON.parse(text))
  } catch {
    return []
  }
}

/** The messages of an answer; of a record without one that has codes its texts. */
function messagesIn(answer: unknown): string[] {
  if (typeof answer === 'string') return answer.trim() === '' ? [] : [carrying(answer, answer)]
  if (Array.isArray(answer)) return answer.flatMap(messagesIn)
  if (typeof answer !== 'object' || answer === null) return []
  const of = (name: string) => messagesIn(Reflect.get(answer, name))
  const names = ['message', 'errorMessage', 'error_description', 'detail', 'error']
  const messages = names.map(of).find((found) => found.length > 0) ?? []
  const details = of('details')
  const all = textsIn(answer).join(' ')
  if (messages.length === 0) return codesIn(all).length > 0 ? [carrying(all, all)] : []
  const told = messages.join(' ')
  if (details.length > 0) return [carrying(`${told} (${details.join(', ')})`, all)]
  if (messages.length === 1) return [carrying(told, all)]
  return [...messages, ...codesIn(all).filter((code) => !codesIn(told).includes(code))]
}

/** A text, as far as it is shown, with the codes of another that it lacks. */
function carrying(text: string, all: string): string {
  const shown = text.slice(0, longest)
  const there = codesIn(shown)
  const more = codesIn(all).filter((code) => !there.includes(code))
  return more.length > 0 ? `${shown} (${more.join(', ')})` : shown
}

/** The accounting package's codes in a text, such as `BOE-0087`, matched whole and each once. */
export const codesIn = (text: string): string[] => [
  ...new Set(text.match(/(?<![\w-])[A-Z]{3}-\d{4}(?![\w-])/g)),
]

const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsIn)
    : [value].filter((each) => typeof each === 'string')
