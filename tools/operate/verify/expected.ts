import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { RawResponse } from './ask.ts'

export interface ExpectedAnswer {
  status: number
  headers: Readonly<Record<string, string>>
}

const MAX_SHOWN = 160
const shown = (value: string | undefined) =>
  value === undefined ? 'missing' : JSON.stringify(value).slice(0, MAX_SHOWN)

function isAsExpected(name: string, expected: string, actual: string | undefined): boolean {
  if (actual === undefined) return false
  // A proxy may add names to the Vary header.
  if (name === 'vary')
    return actual
      .toLowerCase()
      .split(/\s*,\s*/)
      .includes(expected)
  return actual === expected
}

/** Returns a message that quotes the first difference. */
function firstDifference(expected: string, actual: string): string {
  let at = 0
  while (at < expected.length && expected[at] === actual[at]) at += 1
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 30), at + 60))
  return `differs at ${around(actual)}, expected ${around(expected)}`
}

export function findDifferences(
  answer: RawResponse,
  { status, headers }: ExpectedAnswer,
): string[] {
  const differences = Object.entries(headers).flatMap(([name, expected]) => {
    const value = answer.headers[name]
    const actual = value === undefined ? undefined : String(value)
    if (isAsExpected(name, expected, actual)) return []
    const isLong = actual !== undefined && expected.length > MAX_SHOWN
    const how = isLong
      ? firstDifference(expected, actual)
      : `is ${shown(actual)}, expected ${shown(expected)}`
    return [`${name} ${how}`]
  })
  if (answer.status !== status) {
    differences.unshift(`status is ${answer.status}, expected ${status}`)
  }
  if ('set-cookie' in answer.headers) differences.push('set-cookie: the portal has no cookies')
  return differences
}

/** Returns the decompressed body, or null if the encoding is wrong. */
export function decompress({ headers, body }: RawResponse): Buffer | null {
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
