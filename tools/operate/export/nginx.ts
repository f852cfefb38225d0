import { posix } from 'node:path'
import type { ResponseHeaders, ServerResponses } from './answers.ts'
import { HTML_CONTENT_TYPE } from '../verify/ask.ts'

/** Directives that serve precompressed files, without range requests and modification dates. */
const SENDING = [
  '# Needs Debian\'s libnginx-mod-http-brotli-static, or "load_module" of what has this directive.',
  'brotli_static on;',
  'gzip_static on;',
  'gzip_proxied any;',
  'gzip_http_version 1.0;',
  'gzip off;',
  'charset off;',
  'max_ranges 0;',
  'if_modified_since off;',
  'absolute_redirect off;',
  'types {}',
]

/** Quotes a text for nginx. @throws if the text contains "$", which nginx cannot escape */
function quote(text: string): string {
  if (text.includes('$')) throw new Error(`nginx cannot quote ${JSON.stringify(text)}`)
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

const location = (name: string, headers: ResponseHeaders, lines: readonly string[]) =>
  [
    `location ${name} {`,
    ...[
      ...lines,
      ...Object.entries(headers).map(
        ([name, value]) => `add_header ${name} ${quote(value)} always;`,
      ),
    ].map((line) => `    ${line}`),
    '}',
  ].join('\n')

/** Returns the nginx locations for the exported folder `public`. */
export function createNginxLocations({ files, moved, missing }: ServerResponses): string {
  const assets = files.filter(({ address }) => address.startsWith('/assets/'))
  const others = files.filter((file) => !assets.includes(file))
  const page = (name: string, path: string, headers: ResponseHeaders, contentType: string) =>
    location(name, headers, [
      `try_files ${quote(`/${path}`)} =404;`,
      `default_type ${quote(contentType)};`,
      'add_header last-modified "";',
    ])
  return [
    '# Koppelpunt, exported: for a server block with "root …/public;".',
    ...SENDING,
    ...others.map(({ address, path, headers, contentType }) =>
      page(`= ${quote(address)}`, path, headers, contentType),
    ),
    // Assets of previous builds get the headers too.
    ...[...Map.groupBy(assets, ({ path }) => posix.extname(path))].flatMap(([ending, [first]]) =>
      first
        ? location(`~ ^/assets/.+\\${ending}$`, first.headers, [
            `default_type ${quote(first.contentType)};`,
            'error_page 404 @koppelpunt_missing;',
            'add_header last-modified "";',
          ])
        : [],
    ),
    ...moved.map(({ from, to, headers }) =>
      location(`= ${quote(from)}`, headers, [`return 301 ${to}$is_args$args;`]),
    ),
    location('/', {}, ['error_page 404 @koppelpunt_missing;', 'return 404;']),
    location('/en/', {}, ['error_page 404 @koppelpunt_missing_en;', 'return 404;']),
    page('@koppelpunt_missing', missing.nl, missing.headers, HTML_CONTENT_TYPE),
    page('@koppelpunt_missing_en', missing.en, missing.headers, HTML_CONTENT_TYPE),
    '',
  ].join('\n')
}
