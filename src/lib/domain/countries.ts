import { locales, type Locale, type MessageKey } from '../i18n/messages.ts'

/** Where customers are: neighbours first, then the rest of the European market, by code. */
const codes =
  'NL BE DE LU FR AT BG CH CY CZ DK EE ES FI GB GR HR HU IE IS IT LI LT LV MT NO PL PT RO SE SI SK'.split(
    ' ',
  )
/** The same with three letters. */
const longCodes =
  'NLD BEL DEU LUX FRA AUT BGR CHE CYP CZE DNK EST ESP FIN GBR GRC HRV HUN IRL ISL ITA LIE LTU LVA MLT NOR POL PRT ROU SWE SVN SVK'.split(
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

/** Two characters that may be a country's, but for what has a name and is none: several countries, tests. */
const codeOfCountry = /^(?!E[UZ]|QO|UN|X[AB]|ZZ)[A-Z]{2}$/
let regions: Intl.DisplayNames | undefined

/** A doubt about two characters that are no country's code, or undefined. Only a hint, as of a number. */
export function countryDoubt(text: string): MessageKey | undefined {
  const code = countryCode(text).toUpperCase()
  if (code.length !== 2) return undefined
  if (code === 'UK') return 'boarding:countryUk'
  regions ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return codeOfCountry.test(code) && regions.of(code) ? undefined : 'boarding:countryUnknown'
}

/** The code of a country by its name, in either language or its own, or its letters; else what was filled in. */
export function countryCode(text: string): string {
  const given = text.trim().replace(/^the\s+/i, '')
  if (codes.includes(given)) return given
  // Without a difference between capitals and small letters, or with and without accents.
  const isGiven = (word: string) =>
    word.localeCompare(given, undefined, { sensitivity: 'base' }) === 0
  const country = locales.flatMap(countries).find(({ name, code }) => [name, code].some(isGiven))
  const isMeant = (code: string, index: number) => {
    const { language } = new Intl.Locale(`und-${code}`).maximize()
    const own = new Intl.DisplayNames(language, { type: 'region' }).of(code)
    return isGiven(longCodes[index] ?? '') || isGiven(own ?? '')
  }
  if (country || given === '') return country?.code ?? ''
  return isGiven('Holland') ? 'NL' : (codes.find(isMeant) ?? text.trim())
}
