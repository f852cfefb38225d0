import * as z from 'zod/mini'
import { createTranslate, type Locale, type Message } from '../src/lib/i18n/messages.ts'
import rulesEn from '../src/lib/i18n/messages/en/rules.json' with { type: 'json' }
import validationEn from '../src/lib/i18n/messages/en/validation.json' with { type: 'json' }
import rulesNl from '../src/lib/i18n/messages/nl/rules.json' with { type: 'json' }
import validationNl from '../src/lib/i18n/messages/nl/validation.json' with { type: 'json' }
import { getRuleMessage, type InputRule } from '../src/lib/validation/rule.ts'

/** Returns the errors of a value in the order of rules. */
export function listRuleFailures(value: unknown, ...rules: readonly InputRule[]): Message[] {
  const result = z.safeParse(z.any().check(...rules), value)
  return result.success ? [] : result.error.issues.map(getRuleMessage)
}

export function passesRule(value: unknown, rule: InputRule): boolean {
  return listRuleFailures(value, rule).length === 0
}

const catalogues = {
  nl: { validation: validationNl, rules: rulesNl },
  en: { validation: validationEn, rules: rulesEn },
}

/** Translates a validation error of a field. */
export function translateValidationError(
  failure: Message | undefined,
  field: string,
  locale: Locale = 'nl',
): string {
  if (failure === undefined) return ''
  const texts = Object.entries(catalogues[locale]).flatMap(([namespace, messages]) =>
    Object.entries(messages).map(([key, text]) => [`${namespace}:${key}`, text]),
  )
  const translate = createTranslate(Object.fromEntries(texts) as Record<string, string>)
  return translate(failure.key, { ...failure.parameters, field })
}
