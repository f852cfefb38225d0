/** Without those that are taken for another one: 0 and O, 1 and I. */
const characters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * A short reference to be read out and typed over, such as `K7Q2-M4XP`.
 *
 * @param id an identifier that nobody can repeat: of its last eight bytes five bits are taken each
 */
export function referenceFrom(id: string): string {
  const bytes = id.replaceAll('-', '').slice(-16).match(/../g) ?? []
  const text = bytes
    .map((byte) => characters[Number.parseInt(byte, 16) % characters.length])
    .join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}
