/** Matches invisible characters, except joiners and variation selectors. */
const invisible = /(?![\u200C\u200D\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}/gu
/** Matches zero-width joiners without an effect, for example in Latin text. */
const uselessJoiner = /(?<=^|[\0-\u036F])[\u200C\u200D]|[\u200C\u200D](?=[\0-\u036F]|$)/g

/** Normalises a text for validation, comparison and requests. */
export function cleanText(text: string): string {
  const visible = text
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/[\u2010\u2011\u2212\uFE63\uFF0D]/g, '-')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/([\u200C\u200D])+/g, '$1')
    .replace(uselessJoiner, '')
    .normalize('NFC')
    .replace(/ +/g, ' ')
    .trim()
  const unquoted = /^="([^"]*)"$/.exec(visible)?.[1]?.trim() ?? visible
  const plain = /^'\d[\d .-]*$/.test(unquoted) ? unquoted.slice(1) : unquoted
  return /^(?:n\.v\.t\.?|n\/a|-+)$/i.test(plain) ? '' : plain
}

/** Returns only the address from an e-mail cell. */
export function extractEmail(text: string): string {
  const cell = cleanText(text)
  let address = (/<([^<>]*)>/.exec(cell)?.[1] ?? cell).replace(/^(?:mailto: ?)+/i, '').trim()
  while (',; '.includes(address.at(-1) ?? '.')) address = address.slice(0, -1)
  return address === text ? address : extractEmail(address)
}

/** Normalises a name for comparison, for example "B.V." to "bv". */
export const getTextKey = (text: string): string =>
  text
    .replace(/["`\u00B4\u02B9-\u02BC\u2018-\u201F\u2032\u2033]/g, "'")
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    // Upper case first, because only that makes "ß" equal to "SS".
    .toUpperCase()
    .toLowerCase()
    .replace(/\.(?!\d)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\bb v\b/g, 'bv')
