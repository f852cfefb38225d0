/** The compressed forms that the build makes, best first; the file's ending follows the name. */
export const ENCODINGS = { br: '.br', gzip: '.gz' } as const

export type Encoding = keyof typeof ENCODINGS

/** RFC 9110 §12.5.3: the coding's own weight, else that of `*`, else 0. */
function weightOf(encoding: Encoding, accepted: string): number {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
    }),
  )
  return weights.get(encoding) ?? weights.get('*') ?? 0
}

/**
 * The encoding to answer in, from those that exist; null: as it is. The smallest that the client
 * takes at all wins, whatever it prefers: it says what it can read, and we know the sizes.
 */
export function chooseEncoding(
  accepted: string | undefined,
  available: (encoding: Encoding) => boolean,
): Encoding | null {
  const encodings = Object.keys(ENCODINGS) as Encoding[]
  return (
    encodings.find((encoding) => available(encoding) && weightOf(encoding, accepted ?? '') > 0) ??
    null
  )
}
