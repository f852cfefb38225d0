import { posix } from 'node:path'
import { signedOutState } from '../../src/lib/identity/signed-out.ts'
import { AHEAD, REVALIDATE } from '../../server/site.ts'
import type { AnswerHeaders, Answers, ExportedFile } from './answers.ts'

/** What an unchanged file is told again; for the rest a browser keeps what it has (decision 014). */
const OF_UNCHANGED = ['cache-control', 'vary']

const quoted = (text: string) => {
  // nginx has no way to write one that it would not take for a variable.
  if (text.includes('$')) throw new Error(`nginx cannot be told ${JSON.stringify(text)}`)
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

/** Exactly one of `texts`: nginx compares texts without regard to case, and expressions with. */
function oneOf(texts: readonly string[]): string {
  const escaped = texts.map((text) => text.replaceAll(/[.*+?^$(){}|[\]\\]/g, '\\$&'))
  return `"~^(?:${escaped.join('|')})$"`
}

const map = (source: string, target: string, rows: readonly string[]) =>
  [`map ${source} ${target} {`, ...rows.map((row) => `    ${row};`), '}'].join('\n')

function grouped<Item>(items: readonly Item[], key: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return [...groups]
}

const isAsset = ({ address }: ExportedFile) => address.startsWith('/assets/')

/** Whatever its name: those of the builds before have the same endings. */
const assetsEndingIn = (ending: string) => `"~^/assets/[^/]+\\${ending}$"`

/** A kind of answer: all that have the same headers. */
interface Kind {
  headers: AnswerHeaders
  isFetchedAhead: boolean
}

const keyOf = (kind: Kind) => JSON.stringify([kind.isFetchedAhead, kind.headers])
const ofFile = ({ headers, cacheControlAhead }: ExportedFile): Kind => ({
  headers,
  isFetchedAhead: cacheControlAhead !== headers['cache-control'],
})
const ofOther = ({ headers }: { headers: AnswerHeaders }): Kind => ({
  headers,
  isFetchedAhead: false,
})

const variableOf = (header: string) => `$koppelpunt_${header.replaceAll('-', '_')}`

function kindsOf({ files, moved, signedOut, missing, refused }: Answers) {
  const all = [...files.map(ofFile), ...[...moved, signedOut, missing, refused].map(ofOther)]
  const kinds = new Map(all.map((kind) => [keyOf(kind), kind]))
  const keys = [...kinds.keys()]
  return {
    kinds: [...kinds.values()],
    numberOf: (kind: Kind) => keys.indexOf(keyOf(kind)),
    headerNames: [...new Set(all.flatMap(({ headers }) => Object.keys(headers)))].sort(),
  }
}

/** Which kind of answer each address has. */
function addressesByKind({ files, moved }: Answers, numberOf: (kind: Kind) => number): string[] {
  const assets = grouped(files.filter(isAsset), ({ path }) => posix.extname(path))
  const others = [
    ...files.filter((file) => !isAsset(file)).map((file) => [file.address, ofFile(file)] as const),
    ...moved.map((each) => [each.from, ofOther(each)] as const),
  ]
  return [
    ...assets.flatMap(([ending, [first]]) =>
      first ? `${assetsEndingIn(ending)} ${numberOf(ofFile(first))}` : [],
    ),
    ...grouped(others, ([, kind]) => String(numberOf(kind))).map(
      ([number, group]) => `${oneOf(group.map(([address]) => address))} ${number}`,
    ),
  ]
}

/** What each kind of answer has for one header; nginx leaves a header out whose value is empty. */
function valuesOf(header: string, kinds: readonly Kind[]): string[] {
  const values = kinds.flatMap(({ headers, isFetchedAhead }, number) => {
    const value = headers[header]
    if (value === undefined) return []
    const isVariable = header === 'cache-control' && isFetchedAhead
    const written = isVariable ? '$koppelpunt_ahead' : quoted(value)
    const isAgain = OF_UNCHANGED.includes(header)
    return [`${number}`, ...(isAgain ? [`unchanged-${number}`] : [])].map((kind) => ({
      kind,
      written,
    }))
  })
  return grouped(values, ({ written }) => written).map(
    ([written, group]) => `${oneOf(group.map(({ kind }) => kind))} ${written}`,
  )
}

/** For nginx's `http` block: which file an address has, and which headers an answer. */
export function nginxMaps(answers: Answers): string {
  const { files, moved, signedOut, missing, refused } = answers
  const { kinds, numberOf, headerNames } = kindsOf(answers)
  const pages = files.filter((file) => !isAsset(file))
  const endings = grouped(files.filter(isAsset), ({ path }) => posix.extname(path))
  return [
    '# Koppelpunt, exported: for the http block. server.conf beside it uses what is defined here.',
    '# As it was sent: addresses are compared to the letter.',
    map('$request_uri', '$koppelpunt_path', ['"~^(?<koppelpunt_asked>[^?]*)" $koppelpunt_asked']),
    map('$koppelpunt_path', '$koppelpunt_file', [
      ...endings.map(([ending]) => `${assetsEndingIn(ending)} $koppelpunt_path`),
      ...pages.map(({ address, path }) => `${oneOf([address])} ${quoted(`/${path}`)}`),
    ]),
    map('$koppelpunt_path', '$koppelpunt_missing', [
      `"~^/en(?:/|$)" ${quoted(`/${missing.en}`)}`,
      `default ${quoted(`/${missing.nl}`)}`,
    ]),
    map(
      '$koppelpunt_path',
      '$koppelpunt_moved',
      grouped(moved, ({ to }) => to).map(
        ([to, group]) => `${oneOf(group.map(({ from }) => from))} ${quoted(to)}`,
      ),
    ),
    map('"$koppelpunt_path $arg_state"', '$koppelpunt_signed_out', [
      `${oneOf([`/ ${signedOutState}`])} ${quoted(signedOut.to)}`,
    ]),
    '# Where a page fetches another one that it is about to lead to.',
    map('$http_sec_purpose', '$koppelpunt_ahead', [
      `default ${quoted(REVALIDATE)}`,
      `${oneOf(['prefetch'])} ${quoted(AHEAD)}`,
    ]),
    '# Answers are told apart by their headers. These are looked up when an answer is sent.',
    map('$koppelpunt_path', '$koppelpunt_kind', addressesByKind(answers, numberOf)),
    map('$status', '$koppelpunt_answer', [
      `302 ${numberOf(ofOther(signedOut))}`,
      '304 unchanged-$koppelpunt_kind',
      `404 ${numberOf(ofOther(missing))}`,
      `405 ${numberOf(ofOther(refused))}`,
      'default $koppelpunt_kind',
    ]),
    ...headerNames.map((name) =>
      map('$koppelpunt_answer', variableOf(name), valuesOf(name, kinds)),
    ),
    '',
  ].join('\n')
}

const location = (name: string, lines: readonly string[]) =>
  [`location ${name} {`, ...lines.map((line) => `    ${line}`), '}'].join('\n')

/** For nginx's `server` block, which names the exported folder `public` as its `root`. */
export function nginxLocations(answers: Answers): string {
  const { files, refused } = answers
  const { headerNames } = kindsOf(answers)
  const types = grouped(files, ({ path }) => posix.extname(path).slice(1)).map(
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
