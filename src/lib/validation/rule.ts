import * as z from 'zod/mini'
import type { Message } from '../i18n/messages.ts'

/** A zod check of one value, for `z.string().check(required(), email())`. */
export type Rule = z.core.$ZodCheck<unknown>

/** True if nothing was filled in. 0, false and blanks are not empty. Only `required` refuses blanks. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (typeof value !== 'object') return false
  if ('length' in value) return value.length === 0
  return Object.getPrototypeOf(value) === Object.prototype && Object.keys(value).length === 0
}

/** A rule about what was filled in, which an empty value passes; `failure` lacks only `{field}`, the field's label. */
export function rule(failure: Message, isMet: (value: unknown) => boolean): Rule {
  return check(failure, (value) => isEmpty(value) || isMet(value))
}

/** A rule about the value as text; what has no text, such as a list, breaks it. */
export function textRule(failure: Message, isMet: (text: string) => boolean): Rule {
  return rule(failure, (value) => {
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
    return typeof text === 'string' && isMet(text)
  })
}

/** Rule for several fields of a form, also while other fields are invalid. `field` is the path of the failure. */
export function formRule(
  field: string,
  failure: Message,
  isMet: (values: Readonly<Record<string, unknown>>) => boolean,
): Rule {
  const values = (value: unknown) => Object(value) as Readonly<Record<string, unknown>>
  return check(failure, (value) => isMet(values(value)), { path: field.split('.') })
}

function check(failure: Message, isMet: (value: unknown) => boolean, at?: { path: string[] }) {
  return z.check(
    ({ value: input, issues }) => {
      // Left without `continue`, so that the rules after it do not run: one failure per field.
      if (!isMet(input)) issues.push({ code: 'custom', input, params: { ...failure }, ...at })
    },
    at && { when: () => true },
  )
}

/** The failure in an issue of zod; what no rule of ours found wrong has the generic text (§8). */
export function failureOf(issue: unknown): Message {
  const { params } = Object(issue) as { params?: object }
  return params && 'key' in params ? (params as Message) : { key: 'rules:invalid' }
}

export function required(): Rule {
  return check({ key: 'validation:required' }, (value) =>
    typeof value === 'string' ? value.trim() !== '' : !isEmpty(value),
  )
}
