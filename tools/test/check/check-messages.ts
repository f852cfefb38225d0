import { readFile, readdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { messageProblems, type Catalogue } from './messages.ts'
import { PROJECT } from '../../programs/program.ts'

const LANGUAGES = ['nl', 'en']

const sourceFolder = join(PROJECT, 'src')
const i18nFolder = join(sourceFolder, 'lib', 'i18n')
/** Shows the texts that no screen shows yet. */
const galleryFolder = join(PROJECT, 'tools', 'gallery')

async function readCatalogue(language: string): Promise<Catalogue> {
  const folder = join(i18nFolder, 'messages', language)
  const all = await readdir(folder, { recursive: true })
  const catalogue: Record<string, Record<string, string>> = {}
  for (const name of all.filter((each) => each.endsWith('.json'))) {
    const texts = JSON.parse(await readFile(join(folder, name), 'utf8')) as Catalogue[string]
    Object.assign((catalogue[basename(name, '.json')] ??= {}), texts)
  }
  return catalogue
}

/** Neither tests nor the i18n folder itself: a key that only they name is shown nowhere. */
async function readSources(): Promise<Map<string, string>> {
  const entries = await Promise.all(
    [sourceFolder, galleryFolder].map((folder) =>
      readdir(folder, { recursive: true, withFileTypes: true }),
    ),
  )
  const paths = entries
    .flat()
    .filter((entry) => entry.isFile() && /\.(ts|tsx|astro)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(i18nFolder) && !/\.test\.tsx?$/.test(path))
  const sources = paths.map(
    async (path) => [relative(PROJECT, path), await readFile(path, 'utf8')] as const,
  )
  return new Map(await Promise.all(sources))
}

const catalogues = Object.fromEntries(
  await Promise.all(
    LANGUAGES.map(async (language) => [language, await readCatalogue(language)] as const),
  ),
)
const problems = messageProblems({
  catalogues,
  sources: await readSources(),
})
if (problems.length > 0) {
  console.error(['Messages:', ...problems.map((problem) => `- ${problem}`)].join('\n'))
  process.exitCode = 1
}
