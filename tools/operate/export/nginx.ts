import { posix } from 'node:path'
import type { AnswerHeaders, Answers } from './answers.ts'
import { HTML } from '../verify/ask.ts'

/** How files are sent: those that lie beside them compressed, whole, and without a time. */
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

/**
 * A text as nginx reads it back.
 *
 * @throws where it holds what nginx would take for a variable
 */
function quoted(text: string): string {
  // There is no way to write one that it takes for itself.
  if (text.includes('$')) throw new Error(`nginx cannot be told ${JSON.stringify(text)}`)
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

const location = (name: string, headers: AnswerHeaders, lines: readonly string[]) =>
  [
    `location ${name} {`,
    ...[
      ...lines,
      ...Object.entries(headers).map(
        ([name, value]) => `add_header ${name} ${quoted(value)} always;`,
      ),
    ].map((line) => `    ${line}`),
    '}',
  ].join('\n')

/** For nginx's `server` block, which names the exported folder `public` as its `root`. */
export function nginxLocations({ files, moved, missing }: Answers): string {
  const assets = files.filter(({ address }) => address.startsWith('/assets/'))
  const others = files.filter((file) => !assets.includes(file))
  const page = (name: string, path: string, headers: AnswerHeaders, contentType: string) =>
    location(name, headers, [
      `try_files ${quoted(`/${path}`)} =404;`,
      `default_type ${quoted(contentType)};`,
      'add_header last-modified "";',
    ])
  return [
    '# Koppelpunt, exported: for a server block with "root …/public;".',
    ...SENDING,
    ...others.map(({ address, path, headers, contentType }) =>
      page(`= ${quoted(address)}`, path, headers, contentType),
    ),
    // Whatever its name: those of the builds before have the same endings.
    ...[...Map.groupBy(assets, ({ path }) => posix.extname(path))].flatMap(([ending, [first]]) =>
      first
        ? location(`~ ^/assets/.+\\${ending}$`, first.headers, [
            `default_type ${quoted(first.contentType)};`,
            'error_page 404 @koppelpunt_missing;',
            'add_header last-modified "";',
          ])
        : [],
    ),
    ...moved.map(({ from, to, headers }) =>
      location(`= ${quoted(from)}`, headers, [`return 301 ${to}$is_args$args;`]),
    ),
    location('/', {}, ['error_page 404 @koppelpunt_missing;', 'return 404;']),
    location('/en/', {}, ['error_page 404 @koppelpunt_missing_en;', 'return 404;']),
    page('@koppelpunt_missing', missing.nl, missing.headers, HTML),
    page('@koppelpunt_missing_en', missing.en, missing.headers, HTML),
    '',
  ].join('\n')
}
