import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { RawAnswer } from './ask.ts'

/** What an answer has to be. */
export interface Expected {
  status: number
  /** By names in lower case. */
  headers: Readonly<Record<string, string>>
}

const SHOWN = 160
const shown = (value: string | undefined) =>
  value === undefined ? 'missing' : JSON.stringify(value).slice(0, SHOWN)

function isAsExpected(name: string, expected: string, actual: string | undefined): boolean {
  if (actual === undefined) return false
  // A proxy may name more that its answers depend on.
  if (name === 'vary')
    return actual
      .toLowerCase()
      .split(/\s*,\s*/)
      .includes(expected)
  return actual === expected
}

/** The first place where two long texts part, with a little of what is around it. */
function parting(expected: string, actual: string): string {
  let at = 0
  while (at < expected.length && expected[at] === actual[at]) at += 1
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 30), at + 60))
  return `differs at ${around(actual)}, expected ${around(expected)}`
}

/** Says of each header, and of the status, how it differs. */
export function differencesOf(answer: RawAnswer, { status, headers }: Expected): string[] {
  const differences = Object.entries(headers).flatMap(([name, expected]) => {
    const given = answer.headers[name]
    const actual = given === undefined ? undefined : String(given)
    if (isAsExpected(name, expected, actual)) return []
    const isLong = actual !== undefined && expected.length > SHOWN
    const how = isLong
      ? parting(expected, actual)
      : `is ${shown(actual)}, expected ${shown(expected)}`
    return [`${name} ${how}`]
  })
  if (answer.status !== status) {
    differences.unshift(`status is ${answer.status}, expected ${status}`)
  }
  if ('set-cookie' in answer.headers) differences.push('set-cookie: the portal has no cookies')
  return differences
}

/** The body without its compression; null where it is not what its header says. */
export function decoded({ headers, body }: RawAnswer): Buffer | null {
  try {
    switch (headers['content-encoding'] ?? 'identity') {
      case 'br':
        return brotliDecompressSync(body)
      case 'gzip':
        return gunzipSync(body)
      case 'identity':
        return body
      default:
        return null
    }
  } catch {
    return null
  }
}
