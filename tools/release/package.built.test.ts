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
import { checkPortal } from '../operate/verify/portal.ts'
import { findFreePort } from '../programs/free-port.ts'
import { PROJECT_FOLDER } from '../programs/program.ts'
import { isPermissiveLicence, listPackages, type Lock } from './lock.ts'

/** User id of the user "nobody". */
const NOBODY = 65_534

/** Maximum size of the released package; 2 MB of it are the build. */
const MAX_MEGABYTES = 15

let beside: string
let folder: string
let printed: string

const packageInto = (...parameters: string[]) =>
  promisify(execFile)(process.execPath, ['tools/release/package.ts', ...parameters], {
    cwd: PROJECT_FOLDER,
  })

/** Lists every file with its size, mode and modification time. */
async function inventory(root: string) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort()
  return Promise.all(
    paths.map(async (path) => {
      const { mtimeMs, mode, size } = await stat(path)
      return { path, mtimeMs, mode, size }
    }),
  )
}

async function setReadOnly(root: string): Promise<void> {
  for (const { path, mode } of await inventory(root)) await chmod(path, mode & 0o555)
  await chmod(root, 0o555)
}

/**
 * Starts the package in a process that can only read its own folder. Uses Node's permissions, and the user
 * "nobody" if this process is root.
 */
async function startPackage() {
  // The user "nobody" may not be allowed to run the installed Node, so the test copies it.
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

test('the package for deployment contains only the server and its dependencies', async () => {
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
  // The server refuses older Node versions itself.
  expect(await readFile(join(folder, 'server/serve.js'), 'utf8')).toContain(
    `REQUIRED_VERSION = [${engines.node.replace('>=', '').replace('.', ', ')}]`,
  )
  // Native files would run on one platform only.
  expect(paths.filter((path) => /\.(?:node|so|dylib|dll)$/.test(path))).toEqual([])
  const [, megabytes = ''] = /: ([\d.]+) MB/.exec(printed) ?? []
  expect(Number(megabytes)).toBeLessThan(MAX_MEGABYTES)
})

test('lists each package and its permissive licence in the bill of materials', async () => {
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

  const lock = JSON.parse(await readFile(join(PROJECT_FOLDER, 'package-lock.json'), 'utf8')) as Lock
  const bound = listPackages(lock)
    .filter(({ license = '' }) => !isPermissiveLicence(license))
    .map(({ name, version = '' }) => `${name}@${version}`)
  expect(references.filter((reference) => bound.includes(reference))).toEqual([])
  const licences = await readFile(join(folder, 'licences.txt'), 'utf8')
  expect(licences).toContain('Permission is hereby granted')
  for (const reference of references) {
    expect(licences).toContain(`\n${reference.replace(/@([^@]*)$/, ' $1')} (`.trimStart())
  }
})

test('serves the portal with read-only files and as an unprivileged user', async () => {
  await setReadOnly(folder)
  const before = await inventory(folder)
  const portal = await startPackage()
  expect(portal.serves).toBe(true)
  const wrong: string[] = []
  const configuration = sampleConfiguration
  const target = { origin: portal.url, configuration, host: 'server' } as const
  for await (const { name, differences } of checkPortal(target)) {
    wrong.push(...differences.map((difference) => `${name}: ${difference}`))
  }
  expect(wrong).toEqual([])
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toEqual({ code: 0, errors: '' })
  expect(await inventory(folder)).toEqual(before)
})

test('does not start if one of its packages is missing', async () => {
  const [there, elsewhere] = [join(folder, 'node_modules/zod'), join(beside, 'zod')]
  await chmod(join(folder, 'node_modules'), 0o755)
  await rename(there, elsewhere)
  onTestFinished(() => rename(elsewhere, there))
  const portal = await startPackage()
  expect(portal.serves).toBe(false)
  expect(await portal.ended).toMatchObject({ code: 1 })
})

test.each([
  [[], 'Name the folder'],
  [['--out', 'server'], 'not empty'],
])('the packaging command refuses the options %j', async (parameters, reason) => {
  const stderr = expect.stringContaining(reason) as string
  await expect(packageInto(...parameters)).rejects.toMatchObject({ code: 2, stderr })
})
