import type { AnswerHeaders, Answers, ExportedFile } from './answers.ts'

/** A kind of answer: all that have the same headers. */
export interface Kind {
  headers: AnswerHeaders
  isFetchedAhead: boolean
}

const keyOf = (kind: Kind) => JSON.stringify([kind.isFetchedAhead, kind.headers])
export const ofFile = ({ headers, cacheControlAhead }: ExportedFile): Kind => ({
  headers,
  isFetchedAhead: cacheControlAhead !== headers['cache-control'],
})
export const ofOther = ({ headers }: { headers: AnswerHeaders }): Kind => ({
  headers,
  isFetchedAhead: false,
})

/** The variable of nginx that holds a header's value. */
export const variableOf = (header: string) => `$koppelpunt_${header.replaceAll('-', '_')}`

/** The kinds of answers that there are, each with its number, and the headers that they have. */
export function kindsOf({ files, moved, signedOut, missing, refused }: Answers) {
  const all = [...files.map(ofFile), ...[...moved, signedOut, missing, refused].map(ofOther)]
  const kinds = new Map(all.map((kind) => [keyOf(kind), kind]))
  const keys = [...kinds.keys()]
  return {
    kinds: [...kinds.values()],
    numberOf: (kind: Kind) => keys.indexOf(keyOf(kind)),
    headerNames: [...new Set(all.flatMap(({ headers }) => Object.keys(headers)))].sort(),
  }
}
