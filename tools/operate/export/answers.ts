import type { RequestListener } from 'node:http'
import { posix } from 'node:path'
import { askerOf, type Answer } from '../../../server/process/ask.ts'
import { ENCODINGS } from '../../../server/answers/encoding.ts'
import { ON_DEMAND } from '../../../server/answers/handler.ts'
import { addressOf, type Site } from '../../../server/answers/site.ts'

/** Policy and caching, by names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string>>

export interface ExportedFile {
  address: string
  /** Inside the exported folder. */
  path: string
  body: Buffer
  contentType: string
  headers: AnswerHeaders
}

/** Everything that a host of files has to know to answer as the portal's own server does. */
export interface Answers {
  /** Without their compressed forms. */
  files: readonly ExportedFile[]
  moved: readonly { from: string; to: string; headers: AnswerHeaders }[]
  missing: { nl: string; en: string; headers: AnswerHeaders }
}

/** What hosts say by themselves, of the file or of the connection; and where a redirect leads. */
const THEIR_OWN =
  /^(?:connection|content-(?:encoding|length|type)|date|etag|keep-alive|location|transfer-encoding)$/

function headersOf({ headers }: Answer): AnswerHeaders {
  const all = Object.entries(headers).filter(([name]) => !THEIR_OWN.test(name))
  return Object.fromEntries(all.map(([name, value]) => [name, String(value)]))
}

/** A page that says that another is missing. */
const MISSING = { nl: '404.html', en: 'en/404.html' }

const isCompressedForm = (path: string) =>
  (Object.values(ENCODINGS) as string[]).includes(posix.extname(path))

/**
 * Asks the portal's own handler for every address that it has, so that there is no second policy.
 *
 * @param contents the build's files, with the configuration in its pages
 */
export async function answersOf(
  handler: RequestListener,
  { files, aliases }: Site,
  contents: ReadonlyMap<string, Buffer>,
): Promise<Answers> {
  const ask = askerOf(handler)
  const exported = async (address: string, path: string): Promise<ExportedFile> => {
    const answer = await ask(address)
    if (answer.status !== 200) throw new Error(`GET ${address} is answered with ${answer.status}`)
    return {
      address,
      path,
      body: answer.body,
      contentType: answer.headers['content-type'] ?? '',
      headers: headersOf(answer),
    }
  }
  const paths = [...contents.keys()].filter((path) => !isCompressedForm(path)).sort()
  const ofFiles = paths.filter((path) => files.has(addressOf(path)))
  const moved = [...aliases].map(async ([from, to]) => ({
    from,
    to,
    headers: headersOf(await ask(from)),
  }))
  // Names no build has: what is asked for is never `-`.
  const missing = headersOf(await ask('/-'))
  if (JSON.stringify(missing) !== JSON.stringify(headersOf(await ask('/en/-')))) {
    throw new Error('The pages for what is missing have different policies')
  }
  return {
    files: await Promise.all([
      ...ofFiles.map((path) => exported(addressOf(path), path)),
      ...[...ON_DEMAND].map((address) => exported(address, address.slice(1))),
    ]),
    moved: await Promise.all(moved),
    missing: { ...MISSING, headers: missing },
  }
}
