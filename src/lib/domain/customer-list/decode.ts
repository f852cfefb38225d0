/** Encodings that a file names by its first two bytes. */
const marked: Readonly<Record<number, string>> = { 0xfffe: 'utf-16le', 0xfeff: 'utf-16be' }

/**
 * The text of a file as spreadsheets write it: UTF-8, or UTF-16 with its mark, or else Windows-1252. Null
 * where it holds no text, such as a workbook, or text in another encoding.
 */
export function decode(bytes: Uint8Array): string | null {
  const [first = 0, second = 0] = bytes
  const encoding = marked[first * 256 + second] ?? 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    // Every byte is a character of what Windows wrote before, but for some that it has none for.
    const text = new TextDecoder('windows-1252').decode(bytes)
    return /(?!\s)\p{Cc}/u.test(text) ? null : text
  }
}
