import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from '../../programs/program.ts'

const ignored = readFileSync(join(PROJECT, '.gitignore'), 'utf8').split('\n')

/** Files of these types, as path and text. */
function read(types: string) {
  const folders = '{src,server,sandbox,test,e2e,tools,deploy,docs}'
  return globSync([`*.${types}`, `${folders}/**/*.${types}`], { cwd: PROJECT })
    .filter((path) => !path.includes('node_modules') && !ignored.includes(`/${path}`))
    .map((path) => ({ path, text: readFileSync(join(PROJECT, path), 'utf8') }))
}

const pages = read('md')

test('links of documents lead to something', () => {
  const lost = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .filter(([, target = '']) => !existsSync(join(PROJECT, dirname(path), target)))
      .map(([, target]) => `${path}: ${target}`),
  )
  expect(lost).toEqual([])
})

test('files and folders that documents name are there', () => {
  const path =
    /`((?:src|server|sandbox|test|e2e|tools|deploy|docs|stores|lib|islands|layouts)\/[^`\s<]*)`/g
  const lost = pages
    // What was, stands in the list of changes too.
    .filter((page) => page.path !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...page.text.matchAll(path)]
        .map(([, named = '']) => named)
        .filter((named) => !ignored.includes(`/${named}`))
        .filter((named) => globSync([named, `src/${named}`], { cwd: PROJECT }).length === 0)
        .map((named) => `${page.path}: ${named}`),
    )
  expect(lost).toEqual([])
})

test('sections that anything refers to are there', () => {
  const sectionsOf = (name: string) => {
    const page = readFileSync(join(PROJECT, 'docs', name), 'utf8')
    return new Set([...page.matchAll(/^## §(\d+) /gm)].map(([, number]) => number))
  }
  const product = sectionsOf('product.md')
  const contract = sectionsOf('contract.md')
  expect([product.size, contract.size]).toEqual([9, 5])
  // What is named before a row of sections holds for all of it; an end of line is a gap as any other.
  const row =
    /(?:\b(RFC \d+|contract)[\s*/]+)?(§[\d.]+(?:(?:,|[\s*/]+and|[\s*/]+or)?[\s*/]+§[\d.]+)*)/gi
  const lost = read('{ts,tsx,astro,css,md}').flatMap(({ path, text }) =>
    [...text.matchAll(row)]
      .filter(([, document = '']) => !document.startsWith('RFC'))
      .flatMap(([, document, all = '']) =>
        [...all.matchAll(/§(\d+)/g)]
          .filter(([, number]) => !(document ? contract : product).has(number))
          .map(([mark]) => `${path}: ${document ?? ''} ${mark}`),
      ),
  )
  expect(lost).toEqual([])
})
