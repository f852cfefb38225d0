import { readFile, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { PROJECT } from './program.ts'
import { sectionProblems } from './sections.ts'

const FOLDERS = ['src', 'server', 'sandbox', 'real', 'test', 'e2e', 'scripts', 'docs']

async function readTexts(folder: string): Promise<(readonly [path: string, text: string])[]> {
  const entries = await readdir(join(PROJECT, folder), { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|astro|css|json|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    paths.map(async (path) => [relative(PROJECT, path), await readFile(path, 'utf8')] as const),
  )
}

const readPage = (name: string) => readFile(join(PROJECT, 'docs', name), 'utf8')

const [product, contract, ...texts] = await Promise.all([
  readPage('product.md'),
  readPage('contract.md'),
  ...FOLDERS.map(readTexts),
])
const problems = sectionProblems({ product, contract }, new Map(texts.flat()))
if (problems.length > 0) {
  console.error(['Sections:', ...problems.map((problem) => `- ${problem}`)].join('\n'))
  process.exitCode = 1
}
