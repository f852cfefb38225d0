import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCertificate } from '../nginx/start.ts'
import { createComposeNginxFile } from './practice-nginx.ts'

/** Path in the nginx container at which compose.yaml mounts the folder. */
const IN_NGINX = '/etc/nginx/conf.d'
const CERTIFICATE_DAYS = 365

const [, , folder = '/prepared'] = process.argv

// Keeps an existing certificate, because users would have to trust a new one.
if (!existsSync(join(folder, 'cert.pem'))) {
  const { cert, key } = await createCertificate(['localhost'], CERTIFICATE_DAYS)
  await writeFile(join(folder, 'key.pem'), key, { mode: 0o600 })
  await writeFile(join(folder, 'unfinished.pem'), cert)
  await rename(join(folder, 'unfinished.pem'), join(folder, 'cert.pem'))
}
const configuration = await createComposeNginxFile(
  {
    portal: 'portal:4321',
    // The containers of nginx and the sandbox share a network.
    sandbox: '127.0.0.1:4400',
    unleash: 'unleash:4242',
    keycloak: 'keycloak:8080',
  },
  { port: 8443, keycloakPort: 8444, folder: IN_NGINX, log: '/dev/stdout' },
)
await writeFile(join(folder, 'koppelpunt.conf'), configuration)
