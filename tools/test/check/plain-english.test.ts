import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_FOLDER } from '../../programs/program.ts'

const MAX_COMMENTS = 2800
const MAX_VAGUE_SHARE = 0.05

/** First words of comments that describe a thing by a clause instead of naming it. */
const vagueWords = new Set(
  (
    'what whether who whose how which why where has have those these none nothing nobody somebody ' +
    'whoever of one it that they them other another as until by without with for not once so such ' +
    'all each both either there then'
  ).split(' '),
)

/** Maximum words of each group of documents, counted as `wc -w` does. The first matching pattern counts. */
const documentGroups = [
  { name: 'README', paths: /^README\.md$/, maxWords: 1100 },
  { name: 'CONTRIBUTING', paths: /^CONTRIBUTING\.md$/, maxWords: 1300 },
  { name: 'the decision records', paths: /^docs\/decisions\//, maxWords: 7000 },
  { name: 'docs without the decision records', paths: /^docs\//, maxWords: 15_000 },
  { name: 'the READMEs of folders', paths: /README\.md$/, maxWords: 6000 },
]
const MAX_WORDS_OF_A_DECISION = 250

const files = globSync(
  [
    '*',
    '{.github,deploy,docs,e2e,sandbox,server,src,test,tools}/**/*.{astro,css,md,mjs,ts,tsx,yaml,yml}',
  ],
  { cwd: PROJECT_FOLDER, exclude: (name) => name.includes('node_modules') },
)

const readText = (path: string) => readFileSync(join(PROJECT_FOLDER, path), 'utf8')

const directive = /^(?:eslint|prettier|@ts-|v8 |\/ <reference|!)/

/** Returns the texts of a file's comments; adjacent line comments are one comment. */
function commentsIn(path: string, content: string): string[] {
  const patterns = /\.ya?ml$/.test(path)
    ? [/^(?:[ \t]*#[^\n]*\n)+/gm]
    : path.endsWith('.css')
      ? [/\/\*.*?\*\//gs]
      : [/\/\*.*?\*\//gs, /^(?:[ \t]*\/\/[^\n]*\n)+/gm, /(?<=[^\s:'"`/][ \t]+)\/\/ [^\n]*/g]
  return patterns
    .flatMap((pattern) => content.match(pattern) ?? [])
    .map((comment) =>
      comment
        .replaceAll(/^[ \t]*(?:\/\*\*?|\*\/|\*|\/\/|#)/gm, '')
        .replace('*/', '')
        .trim(),
    )
    .filter((text) => text && !directive.test(text))
}

/** Counts words separated by whitespace. Bullets and the bars of tables count too, as for `wc -w`. */
const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0

const startsVaguely = (text: string) =>
  vagueWords.has(text.split(/[\s,:;.]/, 1)[0]?.toLowerCase() ?? '')

describe('comments', () => {
  const comments = files
    .filter((path) => /\.(?:tsx?|mjs|astro|css|ya?ml)$/.test(path))
    .flatMap((path) => commentsIn(path, readText(path)).map((text) => ({ path, text })))

  test(`the code contains at most ${MAX_COMMENTS} comments`, () => {
    expect(comments.length).toBeLessThanOrEqual(MAX_COMMENTS)
  })

  test('at most 5 % of all comments begin with a vague word such as "Whether"', () => {
    const vague = comments.filter(({ text }) => startsVaguely(text))
    expect(vague.length / comments.length, JSON.stringify(vague, null, 1)).toBeLessThanOrEqual(
      MAX_VAGUE_SHARE,
    )
  })

  test('finds block, line and trailing comments', () => {
    const content = '/** A block. */\n// Line one,\n// line two.\nrun() // beside code\n'
    expect(commentsIn('some.ts', content)).toEqual([
      'A block.',
      'Line one,\n line two.',
      'beside code',
    ])
    expect(startsVaguely('Whether the file exists.')).toBe(true)
  })
})

describe('documents', () => {
  const documents = files
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, words: countWords(readText(path)) }))

  test.each(documentGroups)('keeps $name within $maxWords words', ({ paths, maxWords }) => {
    const group = documents.filter(
      ({ path }) => documentGroups.find((each) => each.paths.test(path))?.paths === paths,
    )
    expect(group.reduce((sum, { words }) => sum + words, 0)).toBeLessThanOrEqual(maxWords)
  })

  test.each(documents.filter(({ path }) => path.startsWith('docs/decisions/')))(
    `keeps $path within ${MAX_WORDS_OF_A_DECISION} words`,
    ({ words }) => {
      expect(words).toBeLessThanOrEqual(MAX_WORDS_OF_A_DECISION)
    },
  )
})
