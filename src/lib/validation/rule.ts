import * as z from 'zod/mini'
import type { Message } from '../i18n/messages.ts'

/** Validation rule for a zod schema, for example `z.string().check(requiredRule(), emailRule())`. */
export type InputRule = z.core.$ZodCheck<unknown>

/** True if a value is empty (0, false and spaces are not). */
export function isValueEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (typeof value !== 'object') return false
  if ('length' in value) return value.length === 0
  return Object.getPrototypeOf(value) === Object.prototype && Object.keys(value).length === 0
}

/** Creates a rule that also accepts empty values. */
export function createRule(failure: Message, isMet: (value: unknown) => boolean): InputRule {
  return check(failure, (value) => isValueEmpty(value) || isMet(value))
}

/** Creates a rule that fails for values without text. */
export function createTextRule(failure: Message, isMet: (text: string) => boolean): InputRule {
  return createRule(failure, (value) => {
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
    return typeof text === 'string' && isMet(text)
  })
}

/** Creates a form rule that runs even after other errors. */
export function createFieldRule(
  field: string,
  failure: Message,
  isMet: (values: Readonly<Record<string, unknown>>) => boolean,
): InputRule {
  const values = (value: unknown) => Object(value) as Readonly<Record<string, unknown>>
  return check(failure, (value) => isMet(values(value)), { path: field.split('.') })
}

function check(failure: Message, isMet: (value: unknown) => boolean, at?: { path: string[] }) {
  return z.check(
    ({ value: input, issues }) => {
      // Zod skips later rules after an issue without `continue`.
      if (!isMet(input)) issues.push({ code: 'custom', input, params: { ...failure }, ...at })
    },
    at && { when: () => true },
  )
}

/** Returns an issue's message, or a generic message (§8). */
export function getRuleMessage(issue: unknown): Message {
  const { params } = Object(issue) as { params?: object }
  return params && 'key' in params ? (params as Message) : { key: 'rules:invalid' }
}

export function requiredRule(): InputRule {
  return check({ key: 'validation:required' }, (value) =>
    typeof value === 'string' ? value.trim() !== '' : !isValueEmpty(value),
  )
}
