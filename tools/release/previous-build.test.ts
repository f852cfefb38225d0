import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { OWN_ASSETS_FILE } from '../../server/pages.ts'
import { copyPreviousAssets, readBuildFiles } from './previous-build.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koppelpunt-previous-'))
  return () => rm(folder, { recursive: true })
})

/** Writes a build with the given scripts. The first script has a compressed variant. */
async function writeBuild(name: string, names: readonly string[]): Promise<string> {
  const build = join(folder, name)
  await mkdir(join(build, 'client', 'assets'), { recursive: true })
  await mkdir(join(build, 'server'))
  await writeFile(join(build, 'server', OWN_ASSETS_FILE), JSON.stringify(names))
  for (const each of [...names, `${names[0] ?? ''}.br`]) {
    await writeFile(join(build, 'client', 'assets', each), `${each} of ${name}`)
  }
  return build
}

const filesOf = async (build: string) => (await readdir(join(build, 'client', 'assets'))).sort()

test('keeps the files of the previous build for one generation', async () => {
  const first = await writeBuild('first', ['a.1.js', 'b.1.js'])
  const second = await writeBuild('second', ['a.2.js', 'b.1.js'])
  const third = await writeBuild('third', ['a.3.js', 'b.1.js'])
  expect(await copyPreviousAssets(second, await readBuildFiles(first))).toBe(2)
  expect(await filesOf(second)).toEqual(['a.1.js', 'a.1.js.br', 'a.2.js', 'a.2.js.br', 'b.1.js'])
  await copyPreviousAssets(third, await readBuildFiles(second))
  expect(await filesOf(third)).toEqual(['a.2.js', 'a.2.js.br', 'a.3.js', 'a.3.js.br', 'b.1.js'])
})

test('keeps the assets of the previous build after a rebuild with the same files', async () => {
  const first = await writeBuild('first', ['a.1.js'])
  const second = await writeBuild('second', ['a.2.js'])
  const again = await writeBuild('again', ['a.2.js'])
  await copyPreviousAssets(second, await readBuildFiles(first))
  await copyPreviousAssets(again, await readBuildFiles(second))
  expect(await filesOf(again)).toEqual(['a.1.js', 'a.1.js.br', 'a.2.js', 'a.2.js.br'])
})

test('refuses a folder without a complete build', async () => {
  await expect(readBuildFiles(join(folder, 'none'))).rejects.toThrow(
    /none is not a build of the portal/,
  )
  const half = await writeBuild('half', ['a.1.js'])
  await rm(join(half, 'client'), { recursive: true })
  await expect(readBuildFiles(half)).rejects.toThrow(/half is not a build of the portal/)
})
