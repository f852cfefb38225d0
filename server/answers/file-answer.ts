import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { chooseEncoding, type Encoding } from './encoding.ts'
import { AHEAD, REVALIDATE, type StaticFile } from './site.ts'

/** A file in one of its encodings, or as it is. Headers are lists: name, value, name, value, and so on. */
interface Form {
  tag: string
  body: Buffer
  asked: Found
  /** For a page that is fetched before the browser goes there; see `src/layouts/prefetch-page.ts`. */
  askedAhead: Found
  /** For the page that says 404: it has no tag, since no browser asks again whether it has changed. */
  missing: string[]
}

interface Found {
  found: string[]
  unchanged: string[]
}

/** All answers of a file, prepared once: a request only chooses one. */
export interface FileAnswer {
  asItIs: Form
  encoded: Partial<Record<Encoding, Form>>
}

/**
 * Prepares the answers of `file` with the headers of `policy`. The tag is made of both, so that a 304
 * need not repeat the policy: with another policy a page counts as changed.
 */
export function fileAnswer(file: StaticFile, policy: Readonly<Record<string, string>>): FileAnswer {
  const digest = createHash('sha256')
    .update(`${file.digest} ${JSON.stringify(policy)}`)
    .digest('base64url')
    .slice(0, 22)
  const encodings = Object.entries(file.encoded) as [Encoding, Buffer][]
  const vary = encodings.length > 0 ? ['vary', 'accept-encoding'] : []
  const form = (body: Buffer, encoding?: Encoding): Form => {
    const tag = `"${digest}${encoding ? `-${encoding}` : ''}"`
    const content = [
      ...Object.entries(policy).flat(),
      ...(encoding ? ['content-encoding', encoding] : []),
      ...['content-type', file.contentType],
      ...['content-length', String(body.byteLength)],
    ]
    const cached = (cacheControl: string): Found => {
      const caching = ['cache-control', cacheControl, ...vary, 'etag', tag]
      return { found: [...content, ...caching], unchanged: caching }
    }
    return {
      tag,
      body,
      asked: cached(file.cacheControl),
      askedAhead: cached(file.cacheControl === REVALIDATE ? AHEAD : file.cacheControl),
      missing: [...content, 'cache-control', file.cacheControl, ...vary],
    }
  }
  return {
    asItIs: form(file.body),
    encoded: Object.fromEntries(
      encodings.map(([encoding, body]) => [encoding, form(body, encoding)]),
    ),
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
  const form = (encoding && answer.encoded[encoding]) ?? answer.asItIs
  const { found, unchanged } = asked['sec-purpose'] === 'prefetch' ? form.askedAhead : form.asked
  const ifNoneMatch = asked['if-none-match']
  if (status === 200 && ifNoneMatch !== undefined && isKnown(form.tag, ifNoneMatch)) {
    response.writeHead(304, unchanged).end()
    return
  }
  response.writeHead(status, status === 200 ? found : form.missing)
  response.end(method === 'HEAD' ? undefined : form.body)
}
