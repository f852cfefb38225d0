import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

test('a build has no gallery, neither its page nor its parts', async () => {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  expect(paths.some((path) => path.endsWith('connect.html'))).toBe(true)
  expect(paths.filter((path) => path.includes('gallery'))).toEqual([])
  for (const path of paths.filter((each) => /\.(html|css|m?js)$/.test(each))) {
    expect(await readFile(path, 'utf8'), path).not.toMatch(/data-gallery|gallery-grid/)
  }
})
