import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { chooseEncoding, type Encoding } from './encoding.ts'
import type { StaticFile } from './site.ts'

/** All answers of a file, prepared once: a request only chooses one. */
export type FileAnswer = ReturnType<typeof fileAnswer>

/**
 * Prepares the answers of `file` with the headers of `policy`: lists of name, value, name, value, and so
 * on. The tag is made of both, so that a 304 need not repeat the policy: with another policy a page counts
 * as changed.
 */
export function fileAnswer(file: StaticFile, policy: Readonly<Record<string, string>>) {
  const digest = createHash('sha256')
    .update(`${file.digest} ${JSON.stringify(policy)}`)
    .digest('base64url')
    .slice(0, 22)
  const encodings = Object.entries(file.encoded) as [Encoding, Buffer][]
  const form = (body: Buffer, encoding?: Encoding) => ({
    tag: `"${digest}${encoding ? `-${encoding}` : ''}"`,
    body,
    content: [
      ...Object.entries(policy).flat(),
      ...(encoding ? ['content-encoding', encoding] : []),
      ...['content-type', file.contentType],
      ...['content-length', String(body.byteLength)],
    ],
  })
  const encoded: Partial<Record<Encoding, ReturnType<typeof form>>> = Object.fromEntries(
    encodings.map(([encoding, body]) => [encoding, form(body, encoding)]),
  )
  return {
    asItIs: form(file.body),
    encoded,
    cacheControl: file.cacheControl,
    vary: encodings.length > 0 ? ['vary', 'accept-encoding'] : [],
  }
}

/** RFC 9110 §13.1.2, with its weak comparison. */
function isKnown(tag: string, ifNoneMatch: string): boolean {
  const tags = ifNoneMatch.split(',').map((given) => given.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}

/** Sends a file: 200, or 304 to whoever has it. With `status` 404 it stands for one that is missing. */
export function sendFile(response: ServerResponse, status: 200 | 404, answer: FileAnswer): void {
  const { headers: asked, method } = response.req
  const encoding = chooseEncoding(asked['accept-encoding'], (name) => name in answer.encoded)
  const { tag, body, content } = (encoding && answer.encoded[encoding]) ?? answer.asItIs
  const caching = ['cache-control', answer.cacheControl, ...answer.vary]
  if (status === 404) {
    // Without a tag, since no browser asks again whether it has changed.
    response.writeHead(404, [...content, ...caching])
  } else {
    const found = [...caching, 'etag', tag]
    const ifNoneMatch = asked['if-none-match']
    if (ifNoneMatch !== undefined && isKnown(tag, ifNoneMatch)) {
      response.writeHead(304, found).end()
      return
    }
    response.writeHead(200, [...content, ...found])
  }
  response.end(method === 'HEAD' ? undefined : body)
}
