import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, posix } from 'node:path'

/** What such a host takes a file for. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

interface Rule {
  pattern: string
  headers: readonly (readonly [name: string, value: string])[]
}

/** A `*` at the end stands for anything. */
const matches = (pattern: string, path: string) =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern

function readHeaders(text: string): Rule[] {
  return text
    .trim()
    .split(/\n(?! )/)
    .map((block) => {
      const [pattern = '', ...lines] = block.split('\n')
      const headers = lines.map((line) => {
        const [, name = '', value = ''] = /^ {2}([^:]+): (.*)$/.exec(line) ?? []
        return [name, value] as const
      })
      return { pattern, headers }
    })
}

const isFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

/**
 * Serves the folder `published` as Netlify and Cloudflare Pages do: pages without their ending, the
 * rules of `_redirects` before files, the headers of all rules of `_headers` that match an address,
 * joined by commas, and the nearest `404.html`.
 */
export async function startFileHost(published: string) {
  const rules = readHeaders(await readFile(join(published, '_headers'), 'utf8'))
  const redirects = (await readFile(join(published, '_redirects'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.split(' '))

  async function find(path: string): Promise<{ status: number; file: string }> {
    for (const name of [path, `${path}.html`, posix.join(path, 'index.html')]) {
      const file = join(published, name)
      if (await isFile(file)) return { status: 200, file }
    }
    const nearest = path.startsWith('/en/') ? 'en/404.html' : '404.html'
    return { status: 404, file: join(published, nearest) }
  }

  async function answer({ url = '/', headers }: IncomingMessage, response: ServerResponse) {
    const [path = '/', query] = url.split('?')
    const moved = redirects.find(([from = '', , status]) => status === '301' && from === path)
    if (moved) {
      const location = `${moved[1] ?? ''}${query === undefined ? '' : `?${query}`}`
      response.writeHead(301, { location }).end()
      return
    }
    const { status, file } = await find(path)
    const body = await readFile(file)
    const type = TYPES[posix.extname(file)]
    response.setHeader('etag', `"${createHash('sha256').update(body).digest('hex')}"`)
    if (type !== undefined) response.setHeader('content-type', type)
    const joined = new Headers()
    for (const { pattern, headers } of rules) {
      if (matches(pattern, path)) for (const [name, value] of headers) joined.append(name, value)
    }
    response.setHeaders(joined)
    const isKnown = headers['if-none-match'] === response.getHeader('etag')
    if (status === 200 && isKnown) response.writeHead(304).end()
    else response.writeHead(status).end(body)
  }

  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
