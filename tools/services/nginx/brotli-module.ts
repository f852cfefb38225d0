import { existsSync } from 'node:fs'
import { installPackage, isDebian } from '../../programs/debian.ts'
import { Unavailable } from '../../programs/unavailable.ts'

const MODULE = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'
const PACKAGE = 'libnginx-mod-http-brotli-static'

/** @throws {Unavailable} without the module that sends files which are compressed already */
export function provideBrotliModule(): string {
  const isMissing = () => !existsSync(MODULE)
  if (isMissing() && process.getuid?.() === 0 && isDebian()) installPackage(PACKAGE)
  if (isMissing()) throw new Unavailable(`"${MODULE}" is missing; install "${PACKAGE}"`)
  return MODULE
}
