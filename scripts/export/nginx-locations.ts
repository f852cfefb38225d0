import { posix } from 'node:path'
import type { Answers } from './answers.ts'
import { kindsOf, variableOf } from './kinds.ts'
import { quoted } from './nginx-text.ts'

const location = (name: string, lines: readonly string[]) =>
  [`location ${name} {`, ...lines.map((line) => `    ${line}`), '}'].join('\n')

/** For nginx's `server` block, which names the exported folder `public` as its `root`. */
export function nginxLocations(answers: Answers): string {
  const { files, refused } = answers
  const { headerNames } = kindsOf(answers)
  const types = [...Map.groupBy(files, ({ path }) => posix.extname(path).slice(1))].map(
    ([ending, group]) => {
      const [contentType = '', other] = new Set(group.map((file) => file.contentType))
      if (other !== undefined) throw new Error(`.${ending} is ${contentType} and ${other}`)
      return { ending, contentType: quoted(contentType) }
    },
  )
  const sending = [
    'types {',
    ...types
      .filter(({ ending }) => ending !== '')
      .map(({ ending, contentType }) => `    ${contentType} ${ending};`),
    '}',
    ...types
      .filter(({ ending }) => ending === '')
      .map(({ contentType }) => `default_type ${contentType};`),
    '# Needs Debian\'s libnginx-mod-http-brotli-static, or "load_module" of what has this directive.',
    'brotli_static on;',
    'gzip_static on;',
    'gzip_proxied any;',
    'gzip_http_version 1.0;',
    'gzip off;',
    'gzip_vary off;',
    'charset off;',
    'max_ranges 0;',
    'if_modified_since off;',
    'add_header last-modified "";',
  ]
  const headers = headerNames.map((name) => `add_header ${name} ${variableOf(name)} always;`)
  return [
    '# Koppelpunt, exported: for a server block with "root …/public;". http.conf beside it goes first.',
    location('/', [
      'absolute_redirect off;',
      'error_page 404 @koppelpunt_missing;',
      'error_page 405 @koppelpunt_refused;',
      'if ($request_method !~ "^(?:GET|HEAD)$") { return 405; }',
      'if ($koppelpunt_signed_out) { return 302 $koppelpunt_signed_out; }',
      'if ($koppelpunt_moved) { return 301 $koppelpunt_moved$is_args$args; }',
      'if ($koppelpunt_file = "") { return 404; }',
      'try_files $koppelpunt_file =404;',
      ...sending,
      ...headers,
    ]),
    location('@koppelpunt_missing', [
      'try_files $koppelpunt_missing =404;',
      'etag off;',
      ...sending,
      ...headers,
    ]),
    location('@koppelpunt_refused', [
      'types {}',
      `default_type ${quoted(refused.contentType)};`,
      ...headers,
      `return 405 ${quoted(refused.text)};`,
    ]),
    '',
  ].join('\n')
}
