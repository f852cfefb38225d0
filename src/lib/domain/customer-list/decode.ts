/**
 * The text of a file as spreadsheets write it: UTF-8, or UTF-16 with its mark, or else Windows-1252. Null
 * where it holds no text, such as a workbook.
 */
export function decode(bytes: Uint8Array): string | null {
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-16be'
  const isWide = marked === 'utf-16le' || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const text = isWide ? new TextDecoder(marked).decode(bytes) : decodeBytes(bytes)
  return text.includes('\0') ? null : text
}

function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // No UTF-8: every byte is a character of what Windows wrote before.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
