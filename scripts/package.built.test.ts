import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startPackage } from '../test/packaged-portal.ts'
import { wrongAnswers } from '../test/portal-answers.ts'
import type { Bill } from './bill-of-materials.ts'
import { PROJECT } from './program.ts'

let beside: string
let folder: string
let printed: string

async function packageInto(...parameters: string[]) {
  const run = promisify(execFile)(process.execPath, ['scripts/package.ts', ...parameters], {
    cwd: PROJECT,
  })
  return run.then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  )
}

/** Every file with the time at which it was last changed, and who may do what with it. */
async function inventory(of: string) {
  const entries = await readdir(of, { recursive: true, withFileTypes: true })
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort()
  return Promise.all(
    paths.map(async (path) => {
      const { mtimeMs, mode, size } = await stat(path)
      return { path, mtimeMs, mode, size }
    }),
  )
}

async function setReadOnly(of: string): Promise<void> {
  for (const { path, mode } of await inventory(of)) await chmod(path, mode & 0o555)
  await chmod(of, 0o555)
}

beforeAll(async () => {
  beside = await mkdtemp(join(tmpdir(), 'koppelpunt-package-'))
  await chmod(beside, 0o755)
  folder = join(beside, 'portal')
  ;({ stdout: printed } = await packageInto('--out', folder))
}, 60_000)

afterAll(async () => {
  await chmod(folder, 0o755)
  await rm(beside, { recursive: true, force: true })
})

test('it holds the server, what that loads, and nothing else', async () => {
  expect((await readdir(folder)).sort()).toEqual([
    'dist',
    'licences.txt',
    'node_modules',
    'package.json',
    'sbom.cdx.json',
    'server',
    'src',
  ])
  const paths = (await inventory(folder)).map(({ path }) => path.slice(folder.length + 1))
  expect(paths.filter((path) => /\.test|sandbox|\.tsx$|typescript/.test(path))).toEqual([])
  expect(paths).toEqual(expect.arrayContaining(['server/serve.js', 'server/main.ts']))
  const { engines } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    engines: { node: string }
  }
  // Another Node is told so by the server itself.
  expect(await readFile(join(folder, 'server/serve.js'), 'utf8')).toContain(
    `NEEDED = [${engines.node.replace('>=', '').replace('.', ', ')}]`,
  )
  // Made on one kind of machine, it runs on every other.
  expect(paths.filter((path) => /\.(?:node|so|dylib|dll)$/.test(path))).toEqual([])
  const manifests = paths.filter((path) =>
    /^node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path),
  )
  expect(printed).toContain(`${manifests.length} packages to load`)
  expect(manifests).toContain('node_modules/send/package.json')
})

test('each package is in its bill of materials, and its licence beside it', async () => {
  const { components } = JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8')) as Bill
  const licences = await readFile(join(folder, 'licences.txt'), 'utf8')
  const references = components.map((component) => component['bom-ref'])
  const names = references.map((reference) => reference.replace(/@[^@]*$/, ''))
  // To load, in the server's scripts, in the browser's; and what only builds.
  expect(names).toEqual(expect.arrayContaining(['send', 'astro', 'react']))
  expect(names).not.toContain('vite')
  for (const reference of references) {
    expect(licences).toContain(`\n${reference.replace(/@([^@]*)$/, ' $1')} (`.trimStart())
  }
})

test('read-only, by itself, as nobody, it serves everything, and stops', async () => {
  await setReadOnly(folder)
  const before = await inventory(folder)
  const portal = await startPackage(folder, beside, { environment: { PORTAL_DRAIN_SECONDS: '0' } })
  onTestFinished(() => void portal.child.kill('SIGKILL'))
  expect(await portal.serves()).toBe(true)
  expect(await wrongAnswers(portal.url)).toEqual([])
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toEqual({ code: 0, errors: '' })
  expect(await inventory(folder)).toEqual(before)
})

test('without one of the packages it does not start', async () => {
  const [there, elsewhere] = [join(folder, 'node_modules/send'), join(beside, 'send')]
  await chmod(join(folder, 'node_modules'), 0o755)
  await rename(there, elsewhere)
  onTestFinished(() => rename(elsewhere, there))
  const portal = await startPackage(folder, beside)
  onTestFinished(() => void portal.child.kill('SIGKILL'))
  expect(await portal.serves()).toBe(false)
  expect(await portal.ended).toMatchObject({ code: 1 })
})

test.each([
  [[], 'missing'],
  [['--out', ''], 'missing'],
  [['--out', 'server'], 'not empty'],
  [['--out', 'README.md'], 'README.md'],
  [['--out', 'dist/portal'], 'the build'],
  [['--to', 'x'], '--to'],
  [['--out', 'x', 'y'], 'y'],
])('%j is refused in one line', async (parameters, because) => {
  const { code, stdout, stderr } = await packageInto(...parameters)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^[^\n]+\(npm run package -- --out FOLDER\)\n$/)
  expect(stderr).toContain(because)
})
