import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { NoExport, writeExport } from './write.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koppelpunt-written-'))
  return () => rm(folder, { recursive: true })
})

/** An export of a build with one script and one page, both named by `version`. */
const write = (version: string, page = version) =>
  writeExport(
    folder,
    new Map([
      ['public/index.html', `page ${page}`],
      ['public/index.html.br', `brotli ${page}`],
      [`public/page-${version}.html`, ''],
      [`public/assets/a.${version}.js`, `script ${version}`],
      [`public/assets/a.${version}.js.br`, `brotli ${version}`],
      ['nginx/server.conf', `nginx ${version}`],
    ]),
    [`a.${version}.js`],
  )

const published = async () =>
  (await readdir(join(folder, 'public'), { recursive: true }))
    .filter((name) => name !== 'assets')
    .sort()

test('hashed files of the export before are kept for one generation, its pages are not', async () => {
  for (const version of ['1', '2', '3']) await write(version)
  expect(await published()).toEqual([
    'assets/a.2.js',
    'assets/a.2.js.br',
    'assets/a.3.js',
    'assets/a.3.js.br',
    'index.html',
    'index.html.br',
    'page-3.html',
  ])
  expect(await readFile(join(folder, 'public', 'index.html'), 'utf8')).toBe('page 3')
  expect(await readFile(join(folder, 'nginx', 'server.conf'), 'utf8')).toBe('nginx 3')
})

test('the same build with other variables is no generation', async () => {
  await write('1')
  await write('2')
  await write('2', 'two')
  expect(await published()).toEqual(expect.arrayContaining(['assets/a.1.js', 'assets/a.2.js']))
  expect(await readFile(join(folder, 'public', 'index.html'), 'utf8')).toBe('page two')
})

test('an export that is cut off leaves every page with its files', async () => {
  await write('1')
  const inTheWay = join(folder, 'public', 'index.html.new')
  await mkdir(inTheWay)
  await expect(write('2')).rejects.toThrow('EISDIR')
  expect(await readFile(join(folder, 'public', 'index.html'), 'utf8')).toBe('page 1')
  expect(await published()).toEqual(expect.arrayContaining(['assets/a.1.js', 'assets/a.2.js']))
  await rm(inTheWay, { recursive: true })
  await write('2')
  expect(await published()).toEqual(expect.arrayContaining(['assets/a.1.js', 'assets/a.2.js']))
})

test('a missing folder is made', async () => {
  await rm(folder, { recursive: true })
  await write('1')
  expect(await published()).toContain('index.html')
})

test('a folder that holds something else is left as it is', async () => {
  await mkdir(join(folder, 'public'))
  await writeFile(join(folder, 'public', 'index.html'), 'mine')
  await expect(write('1')).rejects.toThrow(NoExport)
  expect(await published()).toEqual(['index.html'])
  await expect(writeExport(join(folder, 'public', 'index.html'), new Map(), [])).rejects.toThrow(
    NoExport,
  )
})

test.each(['', '{', '{}', '[]', '{"assets":[1],"earlier":[]}'])(
  'nor is one whose mark is %j taken for an export',
  async (mark) => {
    await writeFile(join(folder, 'export.json'), mark)
    await expect(write('1')).rejects.toThrow(NoExport)
  },
)
