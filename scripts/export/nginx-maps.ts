import { posix } from 'node:path'
import { signedOutState } from '../../src/lib/identity/signed-out.ts'
import { AHEAD, REVALIDATE } from '../../server/site.ts'
import type { Answers, ExportedFile } from './answers.ts'
import { kindsOf, ofFile, ofOther, variableOf } from './kinds.ts'
import type { Kind } from './kinds.ts'
import { map, oneOf, quoted } from './nginx-text.ts'

/** What an unchanged file is told again; for the rest a browser keeps what it has (decision 014). */
const OF_UNCHANGED = ['cache-control', 'vary']

const isAsset = ({ address }: ExportedFile) => address.startsWith('/assets/')

/** Whatever its name: those of the builds before have the same endings. */
const assetsEndingIn = (ending: string) => `"~^/assets/[^/]+\\${ending}$"`

/** Which kind of answer each address has. */
function addressesByKind({ files, moved }: Answers, numberOf: (kind: Kind) => number): string[] {
  const assets = Map.groupBy(files.filter(isAsset), ({ path }) => posix.extname(path))
  const others = [
    ...files.filter((file) => !isAsset(file)).map((file) => [file.address, ofFile(file)] as const),
    ...moved.map((each) => [each.from, ofOther(each)] as const),
  ]
  return [
    ...[...assets].flatMap(([ending, [first]]) =>
      first ? `${assetsEndingIn(ending)} ${numberOf(ofFile(first))}` : [],
    ),
    ...[...Map.groupBy(others, ([, kind]) => numberOf(kind))].map(
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
  return [...Map.groupBy(values, ({ written }) => written)].map(
    ([written, group]) => `${oneOf(group.map(({ kind }) => kind))} ${written}`,
  )
}

/** For nginx's `http` block: which file an address has, and which headers an answer. */
export function nginxMaps(answers: Answers): string {
  const { files, moved, signedOut, missing, refused } = answers
  const { kinds, numberOf, headerNames } = kindsOf(answers)
  const pages = files.filter((file) => !isAsset(file))
  const endings = new Set(files.filter(isAsset).map(({ path }) => posix.extname(path)))
  return [
    '# Koppelpunt, exported: for the http block. server.conf beside it uses what is defined here.',
    '# As it was sent: addresses are compared to the letter.',
    map('$request_uri', '$koppelpunt_path', ['"~^(?<koppelpunt_asked>[^?]*)" $koppelpunt_asked']),
    map('$koppelpunt_path', '$koppelpunt_file', [
      ...[...endings].map((ending) => `${assetsEndingIn(ending)} $koppelpunt_path`),
      ...pages.map(({ address, path }) => `${oneOf([address])} ${quoted(`/${path}`)}`),
    ]),
    map('$koppelpunt_path', '$koppelpunt_missing', [
      `"~^/en(?:/|$)" ${quoted(`/${missing.en}`)}`,
      `default ${quoted(`/${missing.nl}`)}`,
    ]),
    map(
      '$koppelpunt_path',
      '$koppelpunt_moved',
      [...Map.groupBy(moved, ({ to }) => to)].map(
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
