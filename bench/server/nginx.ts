import { join } from 'node:path'
import { freePort } from '../../real/free-port.ts'
import { provideBrotliModule } from '../../real/nginx/brotli-module.ts'
import { startNginx } from '../../real/nginx/start.ts'
import { PROJECT } from '../../scripts/program.ts'
import { firstChildOf, measuredProcess } from './measured-process.ts'

/** What nginx says by itself, of the file or of the connection. */
const ITS_OWN = /^(?:connection|content-(?:encoding|length|type)|date|etag|keep-alive|vary)$/

/**
 * Starts an nginx that serves the build's own compressed files, as fast as it can: it logs nothing,
 * keeps files open, and lets connections live. `headers` go with them, so that both servers answer
 * the same.
 *
 * @throws {Unavailable}
 */
export async function startFileNginx(headers: Headers) {
  const port = await freePort()
  const policy = [...headers]
    .filter(([name]) => !ITS_OWN.test(name))
    .map(([name, value]) => `add_header ${name} "${value}";`)
  const http = [
    'access_log off;',
    'sendfile on;',
    'tcp_nopush on;',
    'open_file_cache max=1000;',
    'keepalive_requests 100000000;',
    'types { text/html html; }',
    'server {',
    `listen 127.0.0.1:${port};`,
    `root ${join(PROJECT, 'dist', 'client')};`,
    'brotli_static on;',
    'gzip_static on;',
    'gzip_vary on;',
    ...policy,
    'location = / { try_files /index.html =404; }',
    '}',
  ].join('\n')
  const { pid, close } = await startNginx(http, { port, modules: [provideBrotliModule()] })
  const worker = measuredProcess(await firstChildOf(pid))
  return { ...worker, url: `http://127.0.0.1:${port}/`, close }
}
