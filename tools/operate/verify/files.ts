import { fileHeaders, type InlineSources } from '../../../server/headers.ts'
import { NEVER_STORED, cacheControlOf, contentTypeOf } from '../../../server/pages.ts'
import { HTML, askAt, named, type RawAnswer, type Target } from './ask.ts'
import { decoded, differencesOf, type Expected } from './expected.ts'

const ENCODINGS = ['br', 'gzip'] as const

/** What is known of a file before it is asked for. */
interface Known {
  contentType: string
  /** Of a page: what its policy allows by hash. */
  inline?: InlineSources
}

/** What a file is answered with, as it is. */
function expectedOf({ configuration }: Target, address: string, known: Known): Expected {
  const cacheControl = cacheControlOf(address)
  const mayHoldCode = cacheControl === NEVER_STORED
  return {
    status: 200,
    headers: {
      ...fileHeaders(configuration, { ...known, mayHoldCode }),
      'content-type': known.contentType,
      'cache-control': cacheControl,
    },
  }
}

async function unchanged(
  target: Target,
  address: string,
  { headers }: RawAnswer,
): Promise<string[]> {
  const { etag, 'content-encoding': encoding = 'identity' } = headers
  if (etag === undefined) return ['it has no etag']
  const asked = { 'if-none-match': etag, 'accept-encoding': encoding }
  return differencesOf(await askAt(target, address, asked), {
    status: 304,
    headers: { 'cache-control': cacheControlOf(address) },
  })
}

async function encoded(
  target: Target,
  address: string,
  { plain, expected }: { plain: RawAnswer; expected: Expected },
): Promise<string[]> {
  const differences: string[] = []
  for (const encoding of ENCODINGS) {
    const answer = await askAt(target, address, { 'accept-encoding': encoding })
    // What would not gain by it is not compressed, but every page does.
    const isPromised =
      expected.headers['content-type'] === HTML && target.host === 'of the whole policy'
    const isCompressed = 'content-encoding' in answer.headers || isPromised
    const headers = isCompressed
      ? { ...expected.headers, 'content-encoding': encoding, vary: 'accept-encoding' }
      : expected.headers
    const found = differencesOf(answer, { ...expected, headers })
    if (decoded(answer)?.equals(plain.body) !== true) found.push('the body is another one')
    const again = await unchanged(target, address, answer)
    differences.push(...named(encoding, found), ...named(`${encoding}, unchanged`, again))
  }
  return differences
}

/**
 * Asks for a file in every encoding, unchanged and without its body; says what differs, and
 * gives the file.
 */
export async function checkFile(
  target: Target,
  address: string,
  known: Known = { contentType: contentTypeOf(address) },
): Promise<{ differences: string[]; body: Buffer }> {
  const expected = expectedOf(target, address, known)
  const plain = await askAt(target, address)
  const differences = [
    ...differencesOf(plain, expected),
    ...(await encoded(target, address, { plain, expected })),
  ]
  const head = differencesOf(await askAt(target, address, {}, 'HEAD'), expected)
  return { differences: [...differences, ...named('HEAD', head)], body: plain.body }
}
