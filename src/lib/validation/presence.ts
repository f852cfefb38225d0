import { check, formRule, isEmpty, rule, type Rule } from './rule.ts'

/** Something is filled in; blanks alone are nothing. */
export function required(): Rule {
  return check({ key: 'validation:required' }, (value) =>
    typeof value === 'string' ? value.trim() !== '' : !isEmpty(value),
  )
}

const yes: readonly unknown[] = [true, 'true', 'yes', 'on', '1', 1]

/** A box that must be ticked. One that was never touched is empty: give it `false` to begin with. */
export function accepted(): Rule {
  return rule({ key: 'rules:accepted' }, (value) => yes.includes(value))
}

/** A field of the form repeats another one. */
export function confirm(field: string, original: string): Rule {
  return formRule(
    field,
    { key: 'rules:confirm' },
    (values) => isEmpty(values[field]) || values[field] === values[original],
  )
}

/** At least one of the fields of the form is filled in; the first of them carries the failure. */
export function requireOne(first: string, ...others: readonly string[]): Rule {
  return formRule(first, { key: 'rules:requireOne' }, (values) =>
    [first, ...others].some((field) => !isEmpty(values[field])),
  )
}
