import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdtemp, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sampleConfiguration, sampleVariables } from '../../test/configuration.ts'
import { findingsOf } from '../operate/verify/portal.ts'
import { findFreePort } from '../programs/free-port.ts'
import { PROJECT } from '../programs/program.ts'
import { isPermissive, packagesOf, type Lock } from './lock.ts'

/** Nobody, as whom a portal is run where this is root. */
const NOBODY = 65_534

/** Beside 2 MB of the build: an update that brings more wants a look at what is left out. */
const MOST_MEGABYTES = 15

let beside: string
let folder: string
let printed: string

const packageInto = (...parameters: string[]) =>
  promisify(execFile)(process.execPath, ['tools/release/package.ts', ...parameters], {
    cwd: PROJECT,
  })

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

/**
 * Starts the package in a process that may read its folder and nothing else, and write nothing: as
 * nobody where this is root, with Node's own permissions too.
 */
async function startPackage() {
  // Others may not reach this Node where it is.
  const node = join(beside, 'node')
  await copyFile(process.execPath, node)
  const port = await findFreePort()
  const child = spawn(node, ['--permission', `--allow-fs-read=${folder}/*`, 'server/main.ts'], {
    cwd: folder,
    env: { ...sampleVariables, PORTAL_DRAIN_SECONDS: '0', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)
  const errors = text(child.stderr)
  const closed = once(child, 'close') as Promise<[number | null]>
  const ended = closed.then(async ([code]) => ({ code, errors: await errors }))
  const serves = await Promise.race([once(lines, 'line').then(() => true), ended.then(() => false)])
  return { url: `http://127.0.0.1:${port}`, child, ended, serves }
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

test('it holds the server, packages for it, and nothing else', async () => {
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
  const ours = paths.filter((path) => !path.startsWith('node_modules/'))
  expect(ours.filter((path) => /\.test\.|\.tsx$|packages\.json/.test(path))).toEqual([])
  expect(ours).toEqual(expect.arrayContaining(['server/serve.js', 'server/main.ts']))
  const { engines } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    engines: { node: string }
  }
  // Another Node is told so by the server itself.
  expect(await readFile(join(folder, 'server/serve.js'), 'utf8')).toContain(
    `NEEDED = [${engines.node.replace('>=', '').replace('.', ', ')}]`,
  )
  // Made on one kind of machine, it runs on every other.
  expect(paths.filter((path) => /\.(?:node|so|dylib|dll)$/.test(path))).toEqual([])
  const [, megabytes = ''] = /: ([\d.]+) MB/.exec(printed) ?? []
  expect(Number(megabytes)).toBeLessThan(MOST_MEGABYTES)
})

test('each package is in its bill of materials, free to use, and its licence beside it', async () => {
  const { serialNumber, components } = JSON.parse(
    await readFile(join(folder, 'sbom.cdx.json'), 'utf8'),
  ) as {
    serialNumber: string
    components: { 'bom-ref': string; type: string; name: string; version: string }[]
  }
  expect(serialNumber).toMatch(/^urn:uuid:/)
  const runtime = components.filter(({ type }) => type === 'platform')
  expect(runtime).toMatchObject([{ name: 'node', version: expect.stringMatching(/^24/) as string }])
  const references = components
    .filter((component) => !runtime.includes(component))
    .map((component) => component['bom-ref'])
  const names = references.map((reference) => reference.replace(/@[^@]*$/, ''))
  const imported = ['zod', 'sirv']
  const bundled = ['astro', '@astrojs/node', 'send', 'react', '@sentry/replay', 'lucide-static']
  expect(names).toEqual(expect.arrayContaining([...imported, ...bundled]))
  expect(names).not.toContain('vite')
  const installed = (await inventory(join(folder, 'node_modules'))).flatMap(
    ({ path }) => /node_modules\/((?:@[^/]+\/)?[^/@]+)\/package\.json$/.exec(path)?.[1] ?? [],
  )
  expect(installed.length).toBeGreaterThan(5)
  expect(installed.filter((name) => !names.includes(name))).toEqual([])

  const lock = JSON.parse(await readFile(join(PROJECT, 'package-lock.json'), 'utf8')) as Lock
  const bound = packagesOf(lock)
    .filter(({ license = '' }) => !isPermissive(license))
    .map(({ name, version = '' }) => `${name}@${version}`)
  expect(references.filter((reference) => bound.includes(reference))).toEqual([])
  const licences = await readFile(join(folder, 'licences.txt'), 'utf8')
  expect(licences).toContain('Permission is hereby granted')
  for (const reference of references) {
    expect(licences).toContain(`\n${reference.replace(/@([^@]*)$/, ' $1')} (`.trimStart())
  }
})

test('read-only, by itself, as nobody, it serves everything, and stops', async () => {
  await setReadOnly(folder)
  const before = await inventory(folder)
  const portal = await startPackage()
  expect(portal.serves).toBe(true)
  const wrong: string[] = []
  const configuration = sampleConfiguration
  const target = { origin: portal.url, configuration, host: 'of the whole policy' } as const
  for await (const { name, differences } of findingsOf(target)) {
    wrong.push(...differences.map((difference) => `${name}: ${difference}`))
  }
  expect(wrong).toEqual([])
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toEqual({ code: 0, errors: '' })
  expect(await inventory(folder)).toEqual(before)
})

test('without one of the packages it does not start', async () => {
  const [there, elsewhere] = [join(folder, 'node_modules/zod'), join(beside, 'zod')]
  await chmod(join(folder, 'node_modules'), 0o755)
  await rename(there, elsewhere)
  onTestFinished(() => rename(elsewhere, there))
  const portal = await startPackage()
  expect(portal.serves).toBe(false)
  expect(await portal.ended).toMatchObject({ code: 1 })
})

test.each([
  [[], 'Say where to'],
  [['--out', 'server'], 'not empty'],
])('%j is refused', async (parameters, because) => {
  const stderr = expect.stringContaining(because) as string
  await expect(packageInto(...parameters)).rejects.toMatchObject({ code: 2, stderr })
})
