import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BUNDLED_PACKAGES_FILE } from './built-packages.ts'
import { parseCommandLine, exitWithUsage } from '../programs/command-line.ts'
import { PROJECT_FOLDER } from '../programs/program.ts'
import { listPackages, listProductionPackages, type Lock, type LockedPackage } from './lock.ts'

const ENGINES = { node: '>=24.12' }

/** Folders with the server's code. */
const SERVER = ['server', 'src/lib']

/** Production packages that are left out, because they are bundled. */
const BUNDLED = [
  '@astrojs/node',
  '@astrojs/react',
  '@nanostores/react',
  '@sentry/astro',
  '@tanstack/react-form',
  'astro',
  'astro-i18next',
  'downshift',
  'fflate',
  'i18next',
  'nanostores',
  'oidc-client-ts',
  'papaparse',
  'react',
  'react-dom',
  'read-excel-file',
  'unleash-proxy-client',
]

/** Part of the output of `npm sbom --sbom-format cyclonedx`. */
interface Bill {
  metadata: { component: { 'bom-ref': string; name: string } }
  /** Components, each with a `bom-ref` of the form `name@version`. */
  components: readonly { 'bom-ref': string; [more: string]: unknown }[]
  dependencies: readonly { ref: string; dependsOn: readonly string[] }[]
}

const readJson = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(join(PROJECT_FOLDER, path), 'utf8'))

/** Returns the empty `--out` folder, or exits with code 2. */
async function readOut(): Promise<string> {
  const { out: path } = parseCommandLine({ options: { out: { type: 'string' } } }).values
  if (!path) exitWithUsage('Name the folder: npm run package -w tools/release -- --out FOLDER')
  const out = resolve(PROJECT_FOLDER, path)
  const entries = await readdir(out).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? [] : exitWithUsage(message)
  })
  if (entries.length > 0) exitWithUsage(`${path} is not empty`)
  return out
}

/** Returns the version of Node in the image, from its Dockerfile. */
function runtimeIn(dockerfile: string) {
  const [, version = '', digest = ''] = /node:([\w.-]+)@(sha256:[\da-f]{64})/.exec(dockerfile) ?? []
  if (digest === '') throw new Error('The Dockerfile names no Node')
  return {
    type: 'platform',
    name: 'node',
    version,
    'bom-ref': `node@${version}`,
    description: `Runtime of the image. Elsewhere: node ${ENGINES.node}`,
    purl: `pkg:docker/node@${encodeURIComponent(digest)}?tag=${version}`,
  }
}

/** Returns a bill of materials for the packages and the runtime. */
function createBill(packages: readonly LockedPackage[], dockerfile: string): Bill {
  const format = ['--sbom-format=cyclonedx', '--sbom-type=library']
  const text = execFileSync(
    'npm',
    ['sbom', '--package-lock-only', '--workspaces=false', ...format],
    {
      cwd: PROJECT_FOLDER,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  const all = JSON.parse(text) as Bill
  const project = all.metadata.component
  const wanted = new Set(packages.map(({ name, version = '' }) => `${name}@${version}`))
  const components = all.components.filter((each) => wanted.has(each['bom-ref']))
  if (components.length < wanted.size) throw new Error('The lock lacks a package of the build')
  wanted.add(project['bom-ref'])
  const isWanted = (reference: string) => wanted.has(reference)
  return {
    ...all,
    // npm uses the folder's name as the component's name.
    metadata: {
      ...all.metadata,
      component: { ...project, name: project['bom-ref'].replace(/@[^@]*$/, '') },
    },
    components: [...components, runtimeIn(dockerfile)],
    dependencies: all.dependencies
      .filter(({ ref }) => isWanted(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isWanted) })),
  }
}

/** Returns a package's licence texts, or the place to find them. */
async function readLicence({ path, name, version = '', license = 'no licence' }: LockedPackage) {
  const folder = join(PROJECT_FOLDER, path)
  const files = await readdir(folder)
  const names = files.filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort()
  const { author, repository } = (await readJson(join(path, 'package.json'))) as Partial<
    Record<string, unknown>
  >
  const texts =
    names.length > 0
      ? await Promise.all(
          names.map(async (file) => (await readFile(join(folder, file), 'utf8')).trim()),
        )
      : [`The package has no text of it. ${JSON.stringify({ author, repository })}`]
  return [`${name} ${version} (${license})`, ...texts].join('\n\n')
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Copies the server and its packages, and counts the packages. */
async function fillPackage(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  const lock = (await readJson('package-lock.json')) as Lock
  const packages = listProductionPackages(lock, BUNDLED)
  for (const part of SERVER) {
    const filter = (path: string) => !path.includes('.test.')
    await cp(join(PROJECT_FOLDER, part), join(folder, part), { recursive: true, filter })
  }
  for (const { path } of packages) {
    const own = join(PROJECT_FOLDER, path)
    // Excludes nested packages, which are copied separately.
    const filter = (file: string) => !file.startsWith(join(own, 'node_modules'))
    await cp(own, join(folder, path), { recursive: true, filter })
  }
  await cp(join(PROJECT_FOLDER, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith(BUNDLED_PACKAGES_FILE),
  })

  const { name, version, license, type } = (await readJson('package.json')) as Record<
    string,
    string
  >
  const own = { name, version, private: true, license, type, engines: ENGINES }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)

  const inScripts = (await readJson(`dist/${BUNDLED_PACKAGES_FILE}`)) as string[]
  const paths = new Set([...packages.map(({ path }) => path), ...inScripts])
  const all = listPackages(lock).filter(({ path }) => paths.has(path))
  const bill = createBill(all, await readFile(join(PROJECT_FOLDER, 'Dockerfile'), 'utf8'))
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
  const licences = await Promise.all(all.map(readLicence))
  await writeFile(join(folder, 'licences.txt'), `${licences.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`)
  return packages.length
}

const out = await readOut()
if (!existsSync(join(PROJECT_FOLDER, 'dist', BUNDLED_PACKAGES_FILE))) {
  console.error('There is no build. Run: npm run build')
  process.exit(1)
}

const packages = await fillPackage(out)
const megabytes = ((await sizeOf(out)) / 1e6).toFixed(1)
console.log(`${out}: ${megabytes} MB, with ${packages} packages; node server/serve.js`)
