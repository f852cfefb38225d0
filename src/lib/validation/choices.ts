import { misconfigured, rule, textOf, textRule, type Rule } from './rule.ts'

/** The text begins with one of these. */
export function startsWith(...beginnings: readonly string[]): Rule {
  if (beginnings.length === 0) return misconfigured()
  return textRule(
    {
      key: 'rules:startsWith',
      parameters: { options: list(beginnings) },
    },
    (text) => beginnings.some((beginning) => text.startsWith(beginning)),
  )
}

/** The text ends with one of these. */
export function endsWith(...endings: readonly string[]): Rule {
  if (endings.length === 0) return misconfigured()
  return textRule({ key: 'rules:endsWith', parameters: { options: list(endings) } }, (text) =>
    endings.some((ending) => text.endsWith(ending)),
  )
}

type Choice = string | number | boolean

/** One of these values; a number may be typed as text. */
export function is(...allowed: readonly Choice[]): Rule {
  if (allowed.length === 0) return misconfigured()
  return textRule({ key: 'rules:is' }, (text) => allowed.some((choice) => String(choice) === text))
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
  if (patterns.length === 0) return misconfigured()
  return textRule({ key: 'rules:matches' }, (text) =>
    patterns.some((pattern) =>
      // `search` starts at the beginning; `test` of a global pattern goes on where it stopped.
      typeof pattern === 'string' ? pattern === text : text.search(pattern) >= 0,
    ),
  )
}

function list(options: readonly string[]): string {
  return options.join(', ')
}
