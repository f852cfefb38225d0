import type { Locale, MessageKey } from '../i18n/messages.ts'
import { getTextKey } from './text.ts'

/** True if a spreadsheet has lost the number's last digits. */
export const isRoundedBySpreadsheet = (text: string) =>
  /^\d(?:[.,]\d+E\+?|E\+)\d+$/i.test(text.trim())

/** Returns a chamber-of-commerce number without the word KvK, separators and decimals. */
export function normalizeCocNumber(text: string): string {
  const number = text
    .trim()
    .replace(/^kvk\W*(?=\d)/i, '')
    .replace(/^(\d+)[.,]0{1,2}$/, '$1')
  return isRoundedBySpreadsheet(number) ? number : number.replace(/(\d)[\s.]+(?=\d)/g, '$1')
}

/** Removes the leading zeros that spreadsheets lose, for comparisons. */
export const trimCocNumber = (coc: string) => normalizeCocNumber(coc).replace(/^0+/, '')

/** Matches a VAT number, with an optional Dutch country code. */
const vatNumber = /^(?:[a-z]{2}(?=.*\d)[\da-z]{8,12}|\d{9}b\d{2})$/i

/** Returns a hint for unusual Dutch chamber-of-commerce numbers (§5). */
export function findCocDoubt(coc: string, countryCode: string): MessageKey | undefined {
  const number = normalizeCocNumber(coc)
  if (number === '' || countryCode.trim().toUpperCase() !== 'NL') return undefined
  if (/^\d{8}$/.test(number)) return undefined
  if (/^\d{7}$/.test(number)) return 'boarding:cocZero'
  if (/^\d{12}$/.test(number)) return 'boarding:cocBranch'
  if (/^\d{9}$/.test(number)) return 'boarding:cocRsin'
  return vatNumber.test(number.replace(/[\s.]/g, '')) ? 'boarding:cocVat' : 'boarding:cocHint'
}

/** Matches a host name with optional port and path. */
const host = /^(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]*(?::\d+)?(?:[/?#]\S*)?$/u

/** Adds the missing protocol to a bare host name (§5). */
export function addProtocol(text: string): string {
  const website = text.trim()
  const bare = website.replace(/^\/\//, '')
  return host.test(bare) ? `https://${bare}` : website
}

/** Country codes of the European market, neighbouring countries first. */
const codes =
  'NL BE DE LU FR AT BG CH CY CZ DK EE ES FI GB GR HR HU IE IS IT LI LT LV MT NO PL PT RO SE SI SK'.split(
    ' ',
  )

const namedCountries: Partial<Record<Locale, readonly { code: string; name: string }[]>> = {}

/** Returns the countries, cached because computing names is slow. */
export const listCountries = (locale: Locale) => (namedCountries[locale] ??= nameCountries(locale))

function nameCountries(locale: Locale) {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return codes.map((code) => ({ code, name: names.of(code) ?? code }))
}

const alpha3 =
  'NLD BEL DEU LUX FRA AUT BGR CHE CYP CZE DNK EST ESP FIN GBR GRC HRV HUN IRL ISL ITA LIE LTU LVA MLT NOR POL PRT ROU SWE SVN SVK'.split(
    ' ',
  )
const otherNames = { NL: ['Holland', 'The Netherlands'], GB: ['UK', 'Engeland', 'England'] }

const countryKey = (text: string) => getTextKey(text).replace(/[^\p{L}]/gu, '')

let codeOf: ReadonlyMap<string, string> | undefined

/** Maps country names in several languages to country codes. */
function nameCodes(): ReadonlyMap<string, string> {
  const named = ['nl', 'en', 'de', 'fr', ...codes.map((code) => `und-${code}`)].flatMap((tag) => {
    const { language, region } = new Intl.Locale(tag).maximize()
    const names = new Intl.DisplayNames(language, { type: 'region' })
    const ofTag = tag.startsWith('und') ? codes.filter((code) => code === region) : codes
    return ofTag.map((code) => [names.of(code) ?? code, code] as const)
  })
  const others = Object.entries(otherNames).flatMap(([code, names]) =>
    names.map((name) => [name, code] as const),
  )
  const written = codes.flatMap((code, at) =>
    [code, alpha3[at] ?? code].map((each) => [each, code] as const),
  )
  return new Map([...named, ...others, ...written].map(([name, code]) => [countryKey(name), code]))
}

/** Returns the code for a country such as "Nederland (NL)". */
export function findCountryCode(text: string): string {
  const trimmed = text.trim()
  // Checks codes first, because computing country names is slow.
  if (codes.includes(trimmed)) return trimmed
  codeOf ??= nameCodes()
  const whole = codeOf.get(countryKey(trimmed))
  if (whole) return whole
  const [code, ...others] = new Set(
    trimmed
      .split(/[(),/]| - /)
      .map(countryKey)
      .filter(Boolean)
      .map((part) => codeOf?.get(part)),
  )
  return others.length === 0 && code ? code : trimmed
}

/** Returns the country's name for any text that `findCountryCode` accepts. */
export function findCountryName(text: string, locale: Locale): string {
  const code = findCountryCode(text)
  return listCountries(locale).find((each) => each.code === code)?.name ?? code
}
