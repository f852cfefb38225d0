import { locales, type Locale } from '../i18n/messages.ts'

/** Where customers are: neighbours first, then the rest of the European market, by code. */
const codes =
  'NL BE DE LU FR AT BG CH CY CZ DK EE ES FI GB GR HR HU IE IS IT LI LT LV MT NO PL PT RO SE SI SK'.split(
    ' ',
  )

interface Country {
  /** Two letters (ISO 3166-1). */
  code: string
  name: string
}

const named: Partial<Record<Locale, readonly Country[]>> = {}

/** The countries to choose from, named in a language; any other can be filled in by its code. */
export function countries(locale: Locale): readonly Country[] {
  return (named[locale] ??= nameAll(locale))
}

/** Takes a browser longer than a frame. */
function nameAll(locale: Locale): readonly Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return codes.map((code) => ({ code, name: names.of(code) ?? code }))
}

/** The code of a country that was named in either language; anything else as it was filled in. */
export function countryCode(text: string): string {
  const given = text.trim()
  if (codes.includes(given)) return given
  // Without a difference between capitals and small letters, or with and without accents.
  const isGiven = (word: string) =>
    word.localeCompare(given, undefined, { sensitivity: 'base' }) === 0
  const country = locales.flatMap(countries).find(({ name, code }) => [name, code].some(isGiven))
  return country?.code ?? given
}
