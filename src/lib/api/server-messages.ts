import { parseJson } from '../environment.ts'
import type { RefusalReason } from './errors.ts'

const maxLength = 500

/** Returns a response's error messages, or else its text (§8). */
export function parseRefusalReasons(body: string): RefusalReason[] {
  const text = body.trim()
  const isEmpty = text.replaceAll(/"\w*"\s*:|null|[\s{}[\],"]/g, '') === ''
  if (isEmpty || text.startsWith('<')) return []
  const messages = messagesIn(parseJson(text))
  const shown = messages.length > 0 ? messages : [addCodes(text, text)]
  return shown.map((text) => ({ text, lang: 'nl' }))
}

/** Returns the error messages of a response. */
function messagesIn(answer: unknown): string[] {
  if (typeof answer === 'string') return answer.trim() === '' ? [] : [addCodes(answer, answer)]
  if (Array.isArray(answer)) return answer.flatMap(messagesIn)
  if (typeof answer !== 'object' || answer === null) return []
  const messagesOf = (field: string) => messagesIn(Reflect.get(answer, field))
  const fields = ['message', 'errorMessage', 'error_description', 'detail', 'error']
  const messages = fields.map(messagesOf).find((found) => found.length > 0) ?? []
  const details = messagesOf('details')
  const all = textsIn(answer).join(' ')
  if (messages.length === 0) return findErrorCodes(all).length > 0 ? [addCodes(all, all)] : []
  const text = messages.join(' ')
  if (details.length > 0) return [addCodes(`${text} (${details.join(', ')})`, all)]
  if (messages.length === 1) return [addCodes(text, all)]
  return [
    ...messages,
    ...findErrorCodes(all).filter((code) => !findErrorCodes(text).includes(code)),
  ]
}

function addCodes(text: string, source: string): string {
  const shown = text.slice(0, maxLength)
  const present = findErrorCodes(shown)
  const missing = findErrorCodes(source).filter((code) => !present.includes(code))
  return missing.length > 0 ? `${shown} (${missing.join(', ')})` : shown
}

/** Returns the accounting package's codes, such as `BOE-0087`, without duplicates. */
export const findErrorCodes = (text: string): string[] => [
  ...new Set(text.match(/(?<![\w-])[A-Z]{3}-\d{4}(?![\w-])/g)),
]

const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsIn)
    : [value].filter((each) => typeof each === 'string')
