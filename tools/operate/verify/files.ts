import { createFileHeaders, type InlineSources } from '../../../server/headers.ts'
import { CACHE_CONTROL_NO_STORE, getCacheControl, getContentType } from '../../../server/pages.ts'
import {
  HTML_CONTENT_TYPE,
  requestPath,
  addPlace,
  type RawResponse,
  type VerifiedPortal,
} from './ask.ts'
import { decompress, findDifferences, type ExpectedAnswer } from './expected.ts'

const ENCODINGS = ['br', 'gzip'] as const

interface FileType {
  contentType: string
  inline?: InlineSources
}

function expectedOf(
  { configuration }: VerifiedPortal,
  address: string,
  file: FileType,
): ExpectedAnswer {
  const cacheControl = getCacheControl(address)
  const mayHoldCode = cacheControl === CACHE_CONTROL_NO_STORE
  return {
    status: 200,
    headers: {
      ...createFileHeaders(configuration, { ...file, mayHoldCode }),
      'content-type': file.contentType,
      'cache-control': cacheControl,
    },
  }
}

async function checkUnchanged(
  target: VerifiedPortal,
  address: string,
  { headers }: RawResponse,
): Promise<string[]> {
  const { etag, 'content-encoding': encoding = 'identity' } = headers
  if (etag === undefined) return ['etag is missing']
  const conditions = { 'if-none-match': etag, 'accept-encoding': encoding }
  return findDifferences(await requestPath(target, address, conditions), {
    status: 304,
    headers: { 'cache-control': getCacheControl(address) },
  })
}

async function checkEncodings(
  target: VerifiedPortal,
  address: string,
  { plain, expected }: { plain: RawResponse; expected: ExpectedAnswer },
): Promise<string[]> {
  const differences: string[] = []
  for (const encoding of ENCODINGS) {
    const answer = await requestPath(target, address, { 'accept-encoding': encoding })
    // The server compresses every page, but not small files.
    const isPromised =
      expected.headers['content-type'] === HTML_CONTENT_TYPE && target.host === 'server'
    const isCompressed = 'content-encoding' in answer.headers || isPromised
    const headers = isCompressed
      ? { ...expected.headers, 'content-encoding': encoding, vary: 'accept-encoding' }
      : expected.headers
    const encodingDifferences = findDifferences(answer, { ...expected, headers })
    if (decompress(answer)?.equals(plain.body) !== true)
      encodingDifferences.push('the body differs from the uncompressed file')
    const unchangedDifferences = await checkUnchanged(target, address, answer)
    differences.push(
      ...addPlace(encoding, encodingDifferences),
      ...addPlace(`${encoding}, unchanged`, unchangedDifferences),
    )
  }
  return differences
}

/** Compares a file with the expected response in every encoding. */
export async function checkFile(
  target: VerifiedPortal,
  address: string,
  file: FileType = { contentType: getContentType(address) },
): Promise<{ differences: string[]; body: Buffer }> {
  const expected = expectedOf(target, address, file)
  const plain = await requestPath(target, address)
  const differences = [
    ...findDifferences(plain, expected),
    ...(await checkEncodings(target, address, { plain, expected })),
  ]
  const head = findDifferences(await requestPath(target, address, {}, 'HEAD'), expected)
  return { differences: [...differences, ...addPlace('HEAD', head)], body: plain.body }
}
