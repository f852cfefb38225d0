import { readRecommendedNginxFile } from '../nginx/recommended.ts'

/** Hosts and ports of the services behind nginx. */
export interface ServiceHosts {
  portal: string
  sandbox: string
  unleash: string
  keycloak: string
}

/** Ports, certificate folder and log file of nginx. */
interface Door {
  port: number
  keycloakPort: number
  /** Folder with `cert.pem` and `key.pem`. */
  folder: string
  log: string
}

/** Returns the nginx server block that proxies Keycloak. */
const keycloakServer = ({ keycloak }: ServiceHosts, { keycloakPort, folder }: Door) => `
server {
    listen ${keycloakPort} ssl;
    server_name localhost;
    ssl_certificate ${folder}/cert.pem;
    ssl_certificate_key ${folder}/key.pem;
    access_log off;

    location / {
        proxy_pass http://${keycloak};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_set_header X-Forwarded-Host $http_host;
        proxy_buffers 16 16k;
        proxy_buffer_size 16k;
    }
}
`

/** Returns the recommended nginx configuration, with a block for Keycloak. */
export async function createComposeNginxFile(places: ServiceHosts, door: Door): Promise<string> {
  const { port, folder, log } = door
  const recommended = await readRecommendedNginxFile([
    ['127.0.0.1:4321', places.portal],
    // Docker resolves container names with its own name server.
    ['resolver 127.0.0.53;', 'resolver 127.0.0.11;'],
    ['https://api.example.nl/v1', `http://${places.sandbox}/api`],
    ['https://unleash.example.nl', `http://${places.unleash}`],
    ['https://id.example.nl', `http://${places.keycloak}`],
    ['listen 80;', 'listen 127.0.0.1:8080;'],
    ['listen 443 ssl http2;', `listen ${port} ssl http2;`],
    ['https://portal.example.nl', `https://localhost:${port}`],
    ['/etc/ssl/koppelpunt/fullchain.pem', `${folder}/cert.pem`],
    ['/etc/ssl/koppelpunt/privkey.pem', `${folder}/key.pem`],
    ['/etc/ssl/certs/ca-certificates.crt', `${folder}/cert.pem`],
    ['/var/log/nginx/koppelpunt.log', log],
  ])
  return `${recommended}${keycloakServer(places, door)}`
}
