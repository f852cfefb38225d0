import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_FOLDER } from '../../programs/program.ts'

const ignored = readFileSync(join(PROJECT_FOLDER, '.gitignore'), 'utf8').split('\n')

const pages = globSync(['*.md', '{src,server,sandbox,test,e2e,tools,deploy,docs}/**/*.md'], {
  cwd: PROJECT_FOLDER,
})
  .filter((path) => !path.includes('node_modules') && !ignored.includes(`/${path}`))
  .map((path) => ({ path, text: readFileSync(join(PROJECT_FOLDER, path), 'utf8') }))

/** Returns true if a page has the heading for which GitHub creates an anchor. */
const hasAnchor = (path: string, anchor: string) =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm)].some(
    ([, heading = '']) =>
      anchor ===
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
  )

test('links in documents lead to existing files and headings', () => {
  const broken = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?/g)]
      .filter(([, target = '', anchor]) => {
        const file = target
          ? join(PROJECT_FOLDER, dirname(path), target)
          : join(PROJECT_FOLDER, path)
        return !existsSync(file) || (anchor !== undefined && !hasAnchor(file, anchor))
      })
      .map(([link]) => `${path}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('every file and folder that a document names exists', () => {
  const path =
    /`((?:src|server|sandbox|test|e2e|tools|deploy|docs|stores|lib|islands|layouts)\/[^`\s<]*)`/g
  const broken = pages
    // The changelog also names files that were removed.
    .filter((page) => page.path !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...page.text.matchAll(path)]
        .map(([, named = '']) => named)
        .filter((named) => !ignored.includes(`/${named}`))
        .filter((named) => globSync([named, `src/${named}`], { cwd: PROJECT_FOLDER }).length === 0)
        .map((named) => `${page.path}: ${named}`),
    )
  expect(broken).toEqual([])
})

test('every decision record that a document names exists', () => {
  const broken = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecisions?((?:,? (?:and )?\[?\d{3}\b)+)/gi)]
      .flatMap(([, numbers = '']) => numbers.match(/\d{3}/g) ?? [])
      .filter(
        (number) => globSync(`docs/decisions/${number}-*`, { cwd: PROJECT_FOLDER }).length === 0,
      )
      .map((number) => `${path}: ${number}`),
  )
  expect(broken).toEqual([])
})
