import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBuildId } from './build-id.ts'

let project: string
let client: string

const git = (...parameters: string[]) =>
  execFileSync('git', parameters, { cwd: project, encoding: 'utf8' }).trim()

function commit(): string {
  git('add', '--all')
  const author = ['-c', 'user.name=Tests', '-c', 'user.email=tests@koppelpunt.test']
  git(...author, 'commit', '--quiet', '--message', 'Change', '--no-verify')
  return git('rev-parse', 'HEAD')
}

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'koppelpunt-build-id-'))
  client = join(project, 'dist', 'client')
  await mkdir(join(client, 'assets'), { recursive: true })
  await writeFile(join(client, 'index.html'), 'page')
  await writeFile(join(client, 'assets', 'a.js'), 'script')
})
afterEach(() => rm(project, { recursive: true }))

const findId = (environment: Record<string, string> = {}) =>
  findBuildId(project, client, environment)

async function checkOut(): Promise<string> {
  git('init', '--quiet')
  await writeFile(join(project, '.gitignore'), 'dist')
  return commit()
}

test('uses the checked-out commit as build id, or a hash if there are uncommitted files', async () => {
  const checkedOut = await checkOut()
  expect(await findId()).toBe(checkedOut.slice(0, 12))
  await writeFile(join(project, 'new.ts'), '')
  expect(await findId()).toMatch(/^hash-[\da-f]{12}$/)
})

test('ignores a Git repository around the project', async () => {
  await checkOut()
  const inside = join(project, 'inside')
  await mkdir(inside)
  expect(await findBuildId(inside, client, {})).toMatch(/^hash-/)
})

test('hashes file names and contents if there is no commit', async () => {
  const before = await findId()
  expect(await findId()).toBe(before)
  await writeFile(join(client, 'index.html'), 'egap')
  const changed = await findId()
  await rename(join(client, 'assets', 'a.js'), join(client, 'assets', 'b.js'))
  expect(new Set([before, changed, await findId()]).size).toBe(3)
})

test('prefers BUILD_COMMIT to the checked-out commit', async () => {
  const checkedOut = await checkOut()
  const BUILD_COMMIT = '0123456789abcdef0123456789abcdef01234567'
  expect(await findId({ BUILD_COMMIT })).toBe('0123456789ab')
  expect(await findId({ BUILD_COMMIT: '0123456' })).toBe('0123456')
  expect(await findId({ BUILD_COMMIT: '' })).toBe(checkedOut.slice(0, 12))
})

test.each(['main', '012345', 'HEAD\n', '<script>'])(
  'rejects the malformed commit id %j in the variable BUILD_COMMIT',
  async (value) => {
    await expect(findId({ BUILD_COMMIT: value })).rejects.toThrow(
      /^BUILD_COMMIT is ".+", expected 7 to 64 /,
    )
  },
)
