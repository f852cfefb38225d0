import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from '../../programs/program.ts'
import { english } from '../../../src/lib/i18n/messages.ts'

const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8')
const paths = (pattern: string) => globSync(pattern, { cwd: PROJECT })

const catalogueOf = (language: string) =>
  new Map(
    paths(`src/lib/i18n/messages/${language}/*.json`).flatMap((path) =>
      Object.entries(JSON.parse(read(path)) as Record<string, string>).map(
        ([key, text]) => [`${basename(path, '.json')}:${key}`, text] as const,
      ),
    ),
  )

const nl = catalogueOf('nl')
const en = catalogueOf('en')

test('every message has a text in both languages', () => {
  expect([...en.keys()].sort()).toEqual([...nl.keys()].sort())
  expect([...nl, ...en].filter(([, text]) => text.trim() === '')).toEqual([])
})

test('every message has the same placeholders in both languages', () => {
  const placeholders = (text = '') => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ')
  const differing = [...nl].filter(
    ([key, text]) => placeholders(text) !== placeholders(en.get(key)),
  )
  expect(differing.map(([key]) => key)).toEqual([])
})

test('the code uses every message by its full key', () => {
  // Excludes tests and the i18n folder, which show no messages.
  const sources = paths('src/**/*.{ts,tsx,astro}').filter(
    (path) => !path.startsWith('src/lib/i18n/') && !/\.test\.tsx?$/.test(path),
  )
  const literals = sources.flatMap((path) => read(path).match(/(?<=['"`])[\w-]+:[\w.-]+(?=['"`])/g))
  // Texts of refusals are looked up by SnelStart's error codes.
  const isByCode = (key: string) => /^refusals:[A-Z]{3}-\d{4}(?: [A-Z]{3}-\d{4})*$/.test(key)
  // No form uses the texts of lists, files and dates yet (§9).
  const isForLater = (key: string) => key.startsWith('lists:')
  const named = new Set(literals)
  // Dutch messages that are shown with an English introduction.
  const inDutch = Object.entries(english).flatMap(([key, dutch]) => (named.has(key) ? dutch : []))
  const used = new Set([...named, ...inDutch])
  const unused = [...nl.keys()].filter((key) => !used.has(key))
  expect(unused.filter((key) => !isByCode(key) && !isForLater(key))).toEqual([])
})
