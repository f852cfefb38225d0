import { ENDPOINTS } from '../../../server/handler.ts'
import { NOT_FOUND_PAGES, type ServedAddresses } from '../../../server/pages.ts'
import { sendRequest, type RawResponse } from '../verify/ask.ts'

export type ResponseHeaders = Readonly<Record<string, string>>

export interface ExportedFile {
  address: string
  path: string
  body: Buffer
  contentType: string
  headers: ResponseHeaders
}

export interface ServerResponses {
  files: readonly ExportedFile[]
  moved: readonly { from: string; to: string; headers: ResponseHeaders }[]
  missing: { nl: string; en: string; headers: ResponseHeaders }
}

/** Response headers that hosting services set themselves. */
const HOST_HEADERS =
  /^(?:connection|content-(?:encoding|length|type)|date|etag|keep-alive|last-modified|location|transfer-encoding)$/

function headersOf({ headers }: RawResponse): ResponseHeaders {
  const all = Object.entries(headers).filter(([name]) => !HOST_HEADERS.test(name))
  return Object.fromEntries(all.map(([name, value]) => [name, String(value)]))
}

/** Requests every address, so the export contains the server's headers. */
export async function fetchServerResponses(
  origin: string,
  { pages, files, aliases }: ServedAddresses,
): Promise<ServerResponses> {
  const exported = async (address: string, path: string): Promise<ExportedFile> => {
    const answer = await sendRequest(origin, address)
    if (answer.status !== 200) throw new Error(`GET ${address} is answered with ${answer.status}`)
    return {
      address,
      path,
      body: answer.body,
      contentType: answer.headers['content-type'] ?? '',
      headers: headersOf(answer),
    }
  }
  const moved = [...aliases].map(async ([from, to]) => ({
    from,
    to,
    headers: headersOf(await sendRequest(origin, from)),
  }))
  // The page "-" never exists, so the response is 404.
  const missing = headersOf(await sendRequest(origin, '/-'))
  if (JSON.stringify(missing) !== JSON.stringify(headersOf(await sendRequest(origin, '/en/-')))) {
    throw new Error('The pages for what is missing have different policies')
  }
  return {
    files: await Promise.all([
      ...[...pages].map(([address, path]) => exported(address, path)),
      ...[...files, ...ENDPOINTS].map((address) => exported(address, address.slice(1))),
    ]),
    moved: await Promise.all(moved),
    missing: { ...NOT_FOUND_PAGES, headers: missing },
  }
}
