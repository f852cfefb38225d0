import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ENCODINGS } from './encoding.ts'
import type { Encoding } from './encoding.ts'

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
