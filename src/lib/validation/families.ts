import * as z from 'zod/mini'
import type { Message, MessageKey } from '../i18n/messages.ts'
import { formRule, isEmpty, rule, textRule, type Rule } from './rule.ts'

/* The rule families of §5 that no form of the portal asks for yet. An empty value passes all but `requireOne`. */

const fits = (key: MessageKey, schema: z.ZodMiniType, parameters: Message['parameters'] = {}) =>
  rule({ key, parameters }, (value) => schema.safeParse(value).success)

/** Bounds that leave nothing between them: no value meets the rule, and the message says why (§8). */
const ordered = <Bound>(least: Bound, most: Bound, between: Rule): Rule =>
  least <= most ? between : rule({ key: 'rules:misconfigured' }, () => false)

/** A number as such, or as somebody types it. */
const numeric = z.union([
  z.number(),
  z.pipe(z.string().check(z.regex(/^[+-]?\d+(?:\.\d+)?$/)), z.transform(Number)),
])
/** The entries of a list, or the characters of a text as people count them: a smiley is one. */
const entries = z.union([
  z.array(z.unknown()),
  z.pipe(
    z.string(),
    z.transform((text): unknown[] => Array.from(text)),
  ),
])
const measured = z.union([
  numeric,
  z.pipe(
    z.array(z.unknown()),
    z.transform((list) => list.length),
  ),
])

export const number = () => fits('rules:number', numeric)
export const min = (least: number) =>
  fits('rules:min', measured.check(z.gte(least)), { min: String(least) })
export const max = (most: number) =>
  fits('rules:max', measured.check(z.lte(most)), { max: String(most) })

/** From one bound to the other, both included. */
export const between = (least: number, most: number) =>
  ordered(
    least,
    most,
    fits('rules:between', numeric.check(z.gte(least), z.lte(most)), {
      min: String(least),
      max: String(most),
    }),
  )

/** How many characters a text has, or entries a list; `length(2, 2)` is exactly two. */
export function length(shortest: number, longest = Infinity): Rule {
  const schema = entries.check(z.minLength(shortest), z.maxLength(longest))
  const bounds = { min: String(shortest), max: String(longest) }
  if (shortest === longest) return fits('rules:lengthExact', schema, bounds)
  if (longest === Infinity) return fits('rules:lengthMin', schema, bounds)
  if (shortest === 0) return fits('rules:lengthMax', schema, bounds)
  return ordered(shortest, longest, fits('rules:lengthBetween', schema, bounds))
}

/** A day that exists, as a date input has it, or a moment in the browser's time zone; days sort as texts. */
const day = z.union([
  z.iso.date(),
  z.pipe(
    z.date(),
    z.transform((moment) => moment.toLocaleDateString('sv')),
  ),
])

export const date = () => fits('rules:date', day)
export const dateAfter = (limit: string) =>
  fits('rules:dateAfter', day.check(z.refine<string>((iso) => iso > limit)), { date: limit })
export const dateBefore = (limit: string) =>
  fits('rules:dateBefore', day.check(z.refine<string>((iso) => iso < limit)), { date: limit })
export const dateBetween = (from: string, to: string) => {
  const isBetween = z.refine<string>((iso) => iso >= from && iso <= to)
  return ordered(from, to, fits('rules:dateBetween', day.check(isBetween), { from, to }))
}

/** A day that exists, written like this: `DD-MM-YYYY` and the like. */
export const dateFormat = (format: string) =>
  textRule({ key: 'rules:dateFormat', parameters: { format } }, (text) => {
    const part = (name: string) => text.slice(format.indexOf(name)).slice(0, name.length)
    const parts = ['YYYY', 'MM', 'DD'] as const
    const written = parts.reduce((rest, name) => rest.replace(name, part(name)), format)
    return written === text && day.safeParse(parts.map(part).join('-')).success
  })

const fitting = (key: MessageKey, pattern: RegExp) => () =>
  textRule({ key }, (text) => pattern.test(text))

// Accented letters count as well; a mark by itself is none.
export const alpha = fitting('rules:alpha', /^(?:\p{L}\p{M}*)+$/u)
export const alphaSpaces = fitting('rules:alphaSpaces', /^(?:\p{L}\p{M}*| )+$/u)
export const uppercase = fitting('rules:uppercase', /^(?:\p{Lu}\p{M}*)+$/u)
export const lowercase = fitting('rules:lowercase', /^(?:\p{Ll}\p{M}*)+$/u)
export const symbol = fitting('rules:symbol', /^[\p{P}\p{S}]+$/u)

export const containsAlpha = fitting('rules:containsAlpha', /\p{L}/u)
export const containsAlphanumeric = fitting('rules:containsAlphanumeric', /[\p{L}\p{Nd}]/u)
export const containsAlphaSpaces = fitting('rules:containsAlphaSpaces', /[\p{L} ]/u)
export const containsUppercase = fitting('rules:containsUppercase', /\p{Lu}/u)
export const containsLowercase = fitting('rules:containsLowercase', /\p{Ll}/u)
export const containsSymbol = fitting('rules:containsSymbol', /[\p{P}\p{S}]/u)
export const containsNumeric = fitting('rules:containsNumeric', /\p{Nd}/u)

const listed = (options: readonly string[]) => ({ options: options.join(', ') })

export const startsWith = (...beginnings: readonly string[]) =>
  textRule({ key: 'rules:startsWith', parameters: listed(beginnings) }, (text) =>
    beginnings.some((beginning) => text.startsWith(beginning)),
  )
export const endsWith = (...endings: readonly string[]) =>
  textRule({ key: 'rules:endsWith', parameters: listed(endings) }, (text) =>
    endings.some((ending) => text.endsWith(ending)),
  )

/** Whether a value is one of these; a number may be typed as text. */
const isOne = (options: readonly unknown[]) => (value: unknown) =>
  options.some((option) => option === value || String(option) === value)

export const is = (...allowed: readonly unknown[]) =>
  rule({ key: 'rules:notAllowed' }, isOne(allowed))
export const not = (...forbidden: readonly unknown[]) =>
  rule({ key: 'rules:notAllowed' }, (value) => !isOne(forbidden)(value))
export const matches = (pattern: RegExp) =>
  // `search` starts at the beginning; `test` of a global pattern goes on where it stopped.
  textRule({ key: 'rules:notAllowed' }, (text) => text.search(pattern) >= 0)

/** Every file is of one of these types, such as `image/png`. */
export const mime = (...types: readonly string[]) => {
  const file = z.file().check(z.mime([...types] as Parameters<typeof z.mime>[0]))
  return fits('rules:mime', z.union([file, z.array(file)]), listed(types))
}

/** A box that must be ticked. One that was never touched is empty: give it `false` to begin with. */
export const accepted = () => fits('rules:accepted', z.literal([true, 'true', 'yes', 'on', '1', 1]))

/** A field of the form repeats another one. */
export const confirm = (field: string, original: string) =>
  formRule(
    field,
    { key: 'rules:confirm' },
    (values) => isEmpty(values[field]) || values[field] === values[original],
  )

/** At least one of the fields of the form is filled in; the first of them carries the failure. */
export const requireOne = (first: string, ...others: readonly string[]) =>
  formRule(first, { key: 'rules:requireOne' }, (values) =>
    [first, ...others].some((field) => !isEmpty(values[field])),
  )
