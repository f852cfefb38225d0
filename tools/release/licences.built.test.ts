import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BROWSER_PACKAGES_FILE } from '../build/built-packages.ts'
import { isPermissive, type Lock } from './lock.ts'
import { PROJECT } from '../programs/program.ts'

const read = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(join(PROJECT, path), 'utf8'))

test('whatever browsers get is under a permissive licence, without exception', async () => {
  const folders = (await read(`dist/${BROWSER_PACKAGES_FILE}`)) as string[]
  const { packages } = (await read('package-lock.json')) as Lock
  const licences = new Map(folders.map((folder) => [folder, packages[folder]?.license ?? '']))
  expect([...licences].filter(([, licence]) => !isPermissive(licence))).toEqual([])
  // Some of each kind: needed in production, brought by another package, only for building.
  expect(folders).toEqual(
    expect.arrayContaining([
      'node_modules/react',
      'node_modules/@sentry/replay',
      'node_modules/lucide-static',
    ]),
  )
})
