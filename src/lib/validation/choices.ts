import type { Message } from '../i18n/messages.ts'
import { misconfigured, rule, textOf, textRule, type Rule } from './rule.ts'

/** The text begins with one of these. */
export function startsWith(...beginnings: readonly string[]): Rule {
  const failure = { key: 'rules:startsWith', parameters: listed(beginnings) } as const
  return fitsOne(beginnings, failure, (text, beginning) => text.startsWith(beginning))
}

/** The text ends with one of these. */
export function endsWith(...endings: readonly string[]): Rule {
  const failure = { key: 'rules:endsWith', parameters: listed(endings) } as const
  return fitsOne(endings, failure, (text, ending) => text.endsWith(ending))
}

type Choice = string | number | boolean

/** One of these values; a number may be typed as text. */
export function is(...allowed: readonly Choice[]): Rule {
  return fitsOne(allowed, { key: 'rules:is' }, (text, choice) => String(choice) === text)
}

/** None of these values. */
export function not(...forbidden: readonly Choice[]): Rule {
  if (forbidden.length === 0) return misconfigured()
  return rule({ key: 'rules:not' }, (value) => {
    const text = textOf(value)
    return text === null || !forbidden.some((choice) => String(choice) === text)
  })
}

/** Equal to one of these texts, or fitting one of these patterns. */
export function matches(...patterns: readonly (string | RegExp)[]): Rule {
  return fitsOne(patterns, { key: 'rules:matches' }, (text, pattern) =>
    // `search` starts at the beginning; `test` of a global pattern goes on where it stopped.
    typeof pattern === 'string' ? pattern === text : text.search(pattern) >= 0,
  )
}

const listed = (options: readonly string[]) => ({ options: options.join(', ') })

function fitsOne<Option>(
  options: readonly Option[],
  failure: Message,
  fits: (text: string, option: Option) => boolean,
): Rule {
  if (options.length === 0) return misconfigured()
  return textRule(failure, (text) => options.some((option) => fits(text, option)))
}
