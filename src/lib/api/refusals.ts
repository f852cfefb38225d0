import { localeOfPath, type Texts } from '../i18n/messages.ts'
import type { CallError, CallTrace } from './errors.ts'
import { longest, messagesIn } from './server-messages.ts'

/** A reason of a refusal as it is shown: in the portal's words, or as it came, which is in Dutch. */
export interface Reason {
  text: string
  lang?: 'nl'
}

const texts = {
  nl: () => import('../i18n/messages/nl/later/refusals.json'),
  en: () => import('../i18n/messages/en/later/refusals.json'),
}

/**
 * Puts plain words in place of the messages of a refusal: for each, what its known codes mean, the same thing once;
 * one without stays as it came, with the codes that stand beside it. The trace gets both, as far as codes are known.
 */
export async function explain(error: CallError, trace: CallTrace, page: URL, provider: string) {
  const { failure } = error
  if (failure.kind !== 'status' || !failure.serverMessages?.length) return
  const messages = messagesOf(failure.body ?? '')
  if (codesIn(messages.join(' ')).length === 0) return
  const known = byCode((await texts[localeOfPath(page.pathname)]()).default)
  const told = new Map<string, Reason>()
  const originals: string[] = []
  for (const message of messages) {
    const meanings = codesIn(message).flatMap((code) => known.get(code) ?? [])
    if (meanings.length > 0) originals.push(message)
    else told.set(message, { text: message, lang: 'nl' })
    for (const meaning of meanings) {
      const text = meaning.replace('{provider}', () => provider)
      told.set(text, { text })
    }
  }
  failure.serverMessages = [...told.keys()]
  error.reasons = [...told.values()]
  if (originals.length === 0) return
  trace.originals = originals.join(' ')
  trace.explained = error.reasons.flatMap(({ text, lang }) => (lang ? [] : text)).join(' ')
}

/** The texts, each of which stands under all codes that mean the same. */
const byCode = (known: Texts): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(known).flatMap(([codes, text]) =>
      codes.split(' ').map((code) => [code, text] as const),
    ),
  )

function messagesOf(body: string): string[] {
  try {
    return withCodes(JSON.parse(body))
  } catch {
    return withCodes(body)
  }
}

/** The messages in an answer, each with the codes that its record has anywhere; a record without one as its texts. */
function withCodes(answer: unknown): string[] {
  if (typeof answer === 'string') return [carrying(answer, answer)]
  if (Array.isArray(answer)) return answer.flatMap(withCodes)
  if (typeof answer !== 'object' || answer === null) return []
  const own = messagesIn(answer)
  const all = textsIn(answer).join(' ')
  if (own.length === 1) return own.map((message) => carrying(message, all))
  if (own.length === 0) return codesIn(all).length > 0 ? [carrying(all, all)] : []
  const parts: unknown[] = Object.values(answer)
  return parts
    .filter((part) => typeof part !== 'string' || codesIn(part).length > 0)
    .flatMap(withCodes)
}

/** A text, as far as it is shown, with the codes of another that it lacks. */
function carrying(text: string, all: string): string {
  const shown = text.slice(0, longest)
  const there = codesIn(shown)
  const more = codesIn(all).filter((code) => !there.includes(code))
  return more.length > 0 ? `${shown} (${more.join(', ')})` : shown
}

/** The accounting package's codes in a text, such as `BOE-0087`, matched whole and each once. */
const codesIn = (text: string): string[] => [
  ...new Set(text.match(/(?<![\w-])[A-Z]{3}-\d{4}(?![\w-])/g)),
]

const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsIn)
    : [value].filter((each) => typeof each === 'string')
