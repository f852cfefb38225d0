import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { provideBrotliModule } from './brotli-module.ts'
import { startNginx } from './start.ts'

/**
 * Starts nginx on what `npm run export` wrote into `folder`, with its own configuration, at `url`
 * (without a slash at the end).
 *
 * @throws {Unavailable}
 */
export async function startExportedNginx(folder: string) {
  const port = await freePort()
  const http = [
    'access_log off;',
    `include ${join(folder, 'nginx', 'http.conf')};`,
    'server {',
    `listen 127.0.0.1:${port};`,
    `root ${join(folder, 'public')};`,
    `include ${join(folder, 'nginx', 'server.conf')};`,
    '}',
  ].join('\n')
  const { close } = await startNginx(http, { port, modules: [provideBrotliModule()] })
  return { url: `http://localhost:${port}`, close }
}
