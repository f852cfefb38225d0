import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadedFiles } from './loaded-files.ts'

/** A project with these files. */
async function project(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'koppelpunt-loaded-')))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

test('what TypeScript loads, at once, later, and as a package', async () => {
  const folder = await project({
    'package.json': '{"type":"module"}',
    'main.ts': "import { a } from './a.ts'\nimport type { B } from './b.ts'\nexport const x: B = a",
    'a.ts': "export const a: number = 1\nexport const later = () => import('./c.ts')",
    'b.ts': 'export type B = number',
    'c.ts': "import 'd'",
    'unused.ts': '',
    'node_modules/d/package.json': '{"name":"d","main":"./e.js"}',
    'node_modules/d/e.js': "require('./f.js')",
    'node_modules/d/f.js': '',
    'node_modules/d/unused.js': '',
  })
  expect(await loadedFiles(folder, ['main.ts'])).toEqual([
    'a.ts',
    'c.ts',
    'main.ts',
    'node_modules/d/e.js',
    'node_modules/d/f.js',
    'node_modules/d/package.json',
    'package.json',
  ])
})

test.each([['./missing.ts'], ['missing']])('%s, which is not there, is told', async (name) => {
  const folder = await project({
    'package.json': '{"type":"module"}',
    'main.ts': `import '${name}'`,
  })
  await expect(loadedFiles(folder, ['main.ts'])).rejects.toThrow(name)
})
