import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildIdOf } from './build-id.ts'

let project: string
let client: string

const git = (...parameters: string[]) =>
  execFileSync('git', parameters, { cwd: project, encoding: 'utf8' }).trim()

function commit(): string {
  git('add', '--all')
  const who = ['-c', 'user.name=Tests', '-c', 'user.email=tests@koppelpunt.test']
  git(...who, 'commit', '--quiet', '--message', 'Change', '--no-verify')
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

const id = (environment: Record<string, string> = {}) => buildIdOf(project, client, environment)

async function checkOut(): Promise<string> {
  git('init', '--quiet')
  await writeFile(join(project, '.gitignore'), 'dist')
  return commit()
}

test('a build of a checkout has its commit, unless something is not committed', async () => {
  const checkedOut = await checkOut()
  expect(await id()).toBe(checkedOut.slice(0, 12))
  await writeFile(join(project, 'new.ts'), '')
  expect(await id()).toMatch(/^hash-[\da-f]{12}$/)
})

test('a checkout around the project is not its own', async () => {
  await checkOut()
  const inside = join(project, 'inside')
  await mkdir(inside)
  expect(await buildIdOf(inside, client, {})).toMatch(/^hash-/)
})

test('without a commit it is a hash, of names and contents', async () => {
  const before = await id()
  expect(await id()).toBe(before)
  await writeFile(join(client, 'index.html'), 'egap')
  const changed = await id()
  await rename(join(client, 'assets', 'a.js'), join(client, 'assets', 'b.js'))
  expect(new Set([before, changed, await id()]).size).toBe(3)
})

test('BUILD_COMMIT goes before what is checked out', async () => {
  const checkedOut = await checkOut()
  const BUILD_COMMIT = '0123456789abcdef0123456789abcdef01234567'
  expect(await id({ BUILD_COMMIT })).toBe('0123456789ab')
  expect(await id({ BUILD_COMMIT: '0123456' })).toBe('0123456')
  expect(await id({ BUILD_COMMIT: '' })).toBe(checkedOut.slice(0, 12))
})

test.each(['main', '012345', 'HEAD\n', '<script>'])('BUILD_COMMIT=%j is none', async (given) => {
  await expect(id({ BUILD_COMMIT: given })).rejects.toThrow(
    /^BUILD_COMMIT is ".+", expected 7 to 64 /,
  )
})
