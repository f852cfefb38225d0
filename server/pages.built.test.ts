import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUILD_FOLDER, OWN_ASSETS_FILE } from './pages.ts'

test('a build lists what it made: the pages name nothing else', async () => {
  const own = JSON.parse(
    await readFile(join(BUILD_FOLDER, 'server', OWN_ASSETS_FILE), 'utf8'),
  ) as string[]
  const client = join(BUILD_FOLDER, 'client')
  const pages = (await readdir(client)).filter((name) => name.endsWith('.html'))
  const named = new Set<string>()
  for (const page of pages) {
    const html = await readFile(join(client, page), 'utf8')
    for (const [, name = ''] of html.matchAll(/"\/assets\/([^"]+)"/g)) named.add(name)
  }
  expect(named.size).toBeGreaterThan(5)
  expect(own).toEqual(expect.arrayContaining([...named]))
  expect(own.filter((name) => /\.(?:br|gz)$/.test(name))).toEqual([])
})
