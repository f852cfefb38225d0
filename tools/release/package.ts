import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BUNDLED_PACKAGES_FILE } from './built-packages.ts'
import { parseCommandLine, exitWithUsage } from '../programs/command-line.ts'
import { PROJECT } from '../programs/program.ts'
import { packagesOf, productionPackages, type Lock, type LockedPackage } from './lock.ts'

/** What `server/serve.js` asks for. */
const ENGINES = { node: '>=24.12' }

/** Of the project, what the server is made of. */
const SERVER = ['server', 'src/lib']

/**
 * Packages of `npm ci --omit=dev` that the server does not import, since the build bundles them into the scripts of
 * the browser and of the server. Packages that only these need are left out as well.
 */
const LEFT_OUT = [
  ...[
    '@astrojs/node',
    '@astrojs/react',
    '@nanostores/react',
    '@sentry/astro',
    '@tanstack/react-form',
    'astro',
  ],
  ...['astro-i18next', 'downshift', 'i18next', 'nanostores', 'oidc-client-ts', 'papaparse'],
  ...['react', 'react-dom', 'unleash-proxy-client'],
]

/** What is read of `npm sbom --sbom-format cyclonedx`; the rest is passed on. */
interface Bill {
  metadata: { component: { 'bom-ref': string; name: string } }
  /** `bom-ref` is `name@version`. */
  components: readonly { 'bom-ref': string; [more: string]: unknown }[]
  dependencies: readonly { ref: string; dependsOn: readonly string[] }[]
}

const readJson = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(join(PROJECT, path), 'utf8'))

/** The folder that was asked for, which must not hold anything yet; or leaves with 2. */
async function readOut(): Promise<string> {
  const { out: given } = parseCommandLine({ options: { out: { type: 'string' } } }).values
  if (!given) exitWithUsage('Say where to: npm run package -w tools/release -- --out FOLDER')
  const out = resolve(PROJECT, given)
  const held = await readdir(out).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? [] : exitWithUsage(message)
  })
  if (held.length > 0) exitWithUsage(`${given} is not empty`)
  return out
}

/** The Node that the image runs the package on, as its Dockerfile names it. */
function runtimeIn(dockerfile: string) {
  const [, version = '', digest = ''] = /node:([\w.-]+)@(sha256:[\da-f]{64})/.exec(dockerfile) ?? []
  if (digest === '') throw new Error('The Dockerfile names no Node')
  return {
    type: 'platform',
    name: 'node',
    version,
    'bom-ref': `node@${version}`,
    description: `What the image runs on. Elsewhere: node ${ENGINES.node}`,
    purl: `pkg:docker/node@${encodeURIComponent(digest)}?tag=${version}`,
  }
}

/** What npm says of the packages that are there to run or in the scripts, and what runs them. */
function billOf(packages: readonly LockedPackage[], dockerfile: string): Bill {
  const format = ['--sbom-format=cyclonedx', '--sbom-type=library']
  const text = execFileSync(
    'npm',
    ['sbom', '--package-lock-only', '--workspaces=false', ...format],
    {
      cwd: PROJECT,
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
    // npm gives it the name of its folder.
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

/** What a package's licence asks to be passed on: its texts, or else where they are to be found. */
async function licenceOf({ path, name, version = '', license = 'no licence' }: LockedPackage) {
  const folder = join(PROJECT, path)
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

/** Bytes of all files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Puts what the server needs into `folder`; how many packages that is. */
async function fill(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  const lock = (await readJson('package-lock.json')) as Lock
  const packages = productionPackages(lock, LEFT_OUT)
  for (const part of SERVER) {
    const filter = (path: string) => !path.includes('.test.')
    await cp(join(PROJECT, part), join(folder, part), { recursive: true, filter })
  }
  for (const { path } of packages) {
    const own = join(PROJECT, path)
    // Packages inside it are of the list as well, or not wanted.
    const filter = (file: string) => !file.startsWith(join(own, 'node_modules'))
    await cp(own, join(folder, path), { recursive: true, filter })
  }
  await cp(join(PROJECT, 'dist'), join(folder, 'dist'), {
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
  const all = packagesOf(lock).filter(({ path }) => paths.has(path))
  const bill = billOf(all, await readFile(join(PROJECT, 'Dockerfile'), 'utf8'))
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
  const licences = await Promise.all(all.map(licenceOf))
  await writeFile(join(folder, 'licences.txt'), `${licences.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`)
  return packages.length
}

const out = await readOut()
if (!existsSync(join(PROJECT, 'dist', BUNDLED_PACKAGES_FILE))) {
  console.error('There is no build. Run: npm run build')
  process.exit(1)
}

const packages = await fill(out)
const megabytes = ((await sizeOf(out)) / 1e6).toFixed(1)
console.log(`${out}: ${megabytes} MB, with ${packages} packages; node server/serve.js`)
