export type Encoding = keyof typeof decoders

const decoderOf = (label: string) => (bytes: Uint8Array) => new TextDecoder(label).decode(bytes)

/** Decoders by the name of the encoding that the user sees. */
const decoders = {
  'UTF-8': decodeUtf8,
  'Windows-1252': decoderOf('windows-1252'),
  'Mac Roman': decoderOf('macintosh'),
  'Code page 850': decodeCodePage850,
  'UTF-16': (bytes: Uint8Array) => new TextDecoder(utf16Of(bytes) ?? 'utf-16le').decode(bytes),
  /** UTF-8 text misread as Windows-1252 and saved again. */
  'UTF-8 (2×)': (bytes: Uint8Array) => decodeTwice(decodeUtf8(bytes)),
}

/** Single-byte encodings by frequency, because the first encoding wins a tie. */
const singleByte = ['Windows-1252', 'Mac Roman', 'Code page 850'] as const

/** Maximum number of example words, and of characters in each word. */
const [wordLimit, characterLimit] = [3, 40]

/** Decodes a text file and returns null for binary content. */
export function decodeText(bytes: Uint8Array, chosen?: Encoding) {
  const encoding = chosen ?? detectEncoding(bytes)
  // DOS text files may end with the character U+001A.
  const text = decoders[encoding](bytes).replace(/\x1A$/, '')
  if (text.includes('\0') || (encoding === 'UTF-16' && text.includes('\uFFFD'))) return null
  if (encoding !== 'UTF-8' && encoding !== 'UTF-16' && /(?!\s)[\0-\x1F]/.test(text)) return null
  return { text, encoding, readings: chosen ? [] : readingsOf(bytes, text, encoding) }
}

/** True for ZIP archives such as Excel files. */
export const isZipArchive = (bytes: Uint8Array) =>
  [0x50, 0x4b, 3, 4].every((byte, at) => bytes[at] === byte)

function detectEncoding(bytes: Uint8Array): Encoding {
  if (utf16Of(bytes)) return 'UTF-16'
  const parts = binaryOf(bytes).split(utf8Sequences)
  const lengthOf = (texts: readonly string[]) => texts.join('').length
  const accents = lengthOf(parts.filter((_, at) => at % 2 === 1)) / 2
  const invalid = lengthOf(
    parts.filter((_, at) => at % 2 === 0).map((part) => part.replace(/[\0-\x7F]/g, '')),
  )
  if (invalid <= accents) return 'UTF-8'
  const [best] = singleByte
    .map((encoding) => ({ encoding, doubts: countDoubts(decoders[encoding](bytes)) }))
    .sort((one, other) => one.doubts - other.doubts)
  return best?.encoding ?? 'Windows-1252'
}

/** Detects UTF-16 by a byte order mark or zero bytes. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first = 0, second = 0] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (bytes.length % 2 === 1) return null
  const zeros = [0, 0]
  bytes.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  if (even > 0 === odd > 0 || even + odd < bytes.length / 5) return null
  return even > 0 ? 'utf-16be' : 'utf-16le'
}

/** Converts bytes to a binary string with one character per byte. */
const binaryOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

const bytesOf = (binary: string) => Uint8Array.from(binary, (each) => each.charCodeAt(0))

/** Matches multi-byte UTF-8 sequences in a binary string. */
const utf8Sequences =
  /((?:[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2})+)/

/** Decodes invalid UTF-8 as Windows-1252, because some files mix both. */
function decodeUtf8(bytes: Uint8Array): string {
  const parts = binaryOf(bytes).split(utf8Sequences)
  return parts
    .map((part, at) => decoderOf(at % 2 === 1 ? 'utf-8' : 'windows-1252')(bytesOf(part)))
    .join('')
}

/** Characters of code page 850 from 0x80, which browsers cannot decode. */
const codePage850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

function decodeCodePage850(bytes: Uint8Array): string {
  return binaryOf(bytes).replace(/[\x80-\xFF]/g, (byte) =>
    codePage850.charAt(byte.charCodeAt(0) - 128),
  )
}

function decodeTwice(text: string): string {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const byteOf = new Map(Array.from(decoders['Windows-1252'](all), (each, byte) => [each, byte]))
  return text.replace(/[^\0-\x7F]+/g, (run) => {
    const bytes = Array.from(run, (each) => byteOf.get(each) ?? -1)
    if (bytes.includes(-1)) return run
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
    } catch {
      return run
    }
  })
}

/** Matches signs of a wrong encoding, as in "CafÃ©" and "Ren‚". */
const doubtful =
  /\uFFFD|[\x80-\x9F]|[ÂÃ][\xA0-\xBF€‚ƒ„…†‡ˆ‰‹‘’“”•–—˜™š›œž]|â€|\p{Ll}[À-ÖØ-ÞŠŒŽŸ]|\p{L}(?:[‚ƒ†‡ˆ‰‹›˜¡-¤¦¨¬¯¶¸÷√]|‘(?!s))|\p{L}[„…“”•™]\p{L}|[\u2500-\u259F]/gu

const countDoubts = (text: string) => text.match(doubtful)?.length ?? 0

/** Every encoding except UTF-16 yields the same number of words. */
const wordsOf = (text: string) => text.split(/[ \t\r\n;,|"]+/)

/** Returns possible readings of words that look wrong, best first. */
function readingsOf(bytes: Uint8Array, text: string, detected: Encoding) {
  if (countDoubts(text) === 0) return []
  const places = new Map<string, number>()
  wordsOf(text).forEach((word, at) => {
    if (places.size < wordLimit && countDoubts(word) > 0 && !places.has(word)) places.set(word, at)
  })
  const others = detected === 'UTF-8' ? (['UTF-8 (2×)'] as const) : singleByte
  const readings = [detected, ...(detected === 'UTF-16' ? [] : others)].map((encoding) => {
    const decoded = decoders[encoding](bytes)
    const words = wordsOf(decoded)
    const shown = [...places.values()].map((at) => words[at]?.slice(0, characterLimit))
    return { encoding, words: shown.join(', '), doubts: countDoubts(decoded) }
  })
  const limit = readings[0]?.doubts ?? 0
  return readings
    .filter(({ words, doubts }, at) => {
      const isNew = readings.findIndex((each) => each.words === words) === at
      return isNew && doubts <= limit
    })
    .sort((one, other) => one.doubts - other.doubts)
    .map(({ encoding, words }) => ({ encoding, words }))
}
