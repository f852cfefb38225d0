import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

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
 * The encoding to answer in, of those that are available; null: none. The best one that the client
 * accepts at all, whatever it prefers: the client knows what it can read, the build knows the sizes.
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

const compress: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
      },
    }),
  gzip: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
}

/** The compressed forms of a file that are smaller than the file, by the ending of their names. */
export async function compressed(content: Buffer): Promise<[string, Buffer][]> {
  const forms = (Object.keys(ENCODINGS) as Encoding[]).map(
    async (encoding): Promise<[string, Buffer]> => [
      ENCODINGS[encoding],
      await compress[encoding](content),
    ],
  )
  return (await Promise.all(forms)).filter(([, form]) => form.byteLength < content.byteLength)
}
