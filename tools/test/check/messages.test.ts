import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from '../../programs/program.ts'
import { english } from '../../../src/lib/i18n/messages.ts'

const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8')
const paths = (pattern: string) => globSync(pattern, { cwd: PROJECT })

/** The texts of a language, by `namespace:key`. */
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

test('both languages have every message, with a text', () => {
  expect([...en.keys()].sort()).toEqual([...nl.keys()].sort())
  expect([...nl, ...en].filter(([, text]) => text.trim() === '')).toEqual([])
})

test('both have the same placeholders in it', () => {
  const placeholders = (text = '') => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ')
  const differing = [...nl].filter(
    ([key, text]) => placeholders(text) !== placeholders(en.get(key)),
  )
  expect(differing.map(([key]) => key)).toEqual([])
})

test('every message is used, by its whole name, which is what makes it possible to find', () => {
  // Neither tests nor the i18n folder itself: what only they name is shown nowhere.
  const sources = paths('src/**/*.{ts,tsx,astro}').filter(
    (path) => !path.startsWith('src/lib/i18n/') && !/\.test\.tsx?$/.test(path),
  )
  const literals = sources.flatMap((path) => read(path).match(/(?<=['"`])[\w-]+:[\w.-]+(?=['"`])/g))
  // Texts for a refusal are looked up by the codes that it may come with.
  const isByCode = (key: string) => /^refusals:[A-Z]{3}-\d{4}(?: [A-Z]{3}-\d{4})*$/.test(key)
  // Of lists, files and dates (§9), which no form has yet.
  const isForLater = (key: string) => key.startsWith('lists:')
  const named = new Set(literals)
  // What is said above a message in English.
  const inDutch = Object.entries(english).flatMap(([key, dutch]) => (named.has(key) ? dutch : []))
  const used = new Set([...named, ...inDutch])
  const unused = [...nl.keys()].filter((key) => !used.has(key))
  expect(unused.filter((key) => !isByCode(key) && !isForLater(key))).toEqual([])
})
