import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { commandLine, misused } from '../programs/command-line.ts'
import { BROWSER_PACKAGES_FILE, SERVER_PACKAGES_FILE } from '../build/built-packages.ts'
import { licenceTexts } from './licence-texts.ts'
import { loadedFiles } from './loaded-files.ts'
import { packagesOf, type Lock, type LockedPackage } from './lock.ts'
import { PROJECT } from '../programs/program.ts'

/** Where the server begins, and what it loads of Astro by an address that it puts together. */
const ENTRIES = ['server/serve.js', 'dist/server/entry.mjs']

/** What `server/serve.js` asks for. */
const ENGINES = { node: '>=24.12' }

/** Of a build, what only those who make something of it read. */
const UNSERVED = [BROWSER_PACKAGES_FILE, SERVER_PACKAGES_FILE]

/** What is read of `npm sbom --sbom-format cyclonedx`; the rest is passed on. */
interface Bill {
  serialNumber?: string | undefined
  metadata: { timestamp?: string | undefined; component: { 'bom-ref': string; name: string } }
  /** `bom-ref` is `name@version`. */
  components: readonly { 'bom-ref': string; [more: string]: unknown }[]
  dependencies: readonly { ref: string; dependsOn: readonly string[] }[]
}

const readJson = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(join(PROJECT, path), 'utf8'))

/** The folder that was asked for, which must not hold anything yet; or leaves with 2. */
async function readOut(): Promise<string> {
  const { out: given } = commandLine({ options: { out: { type: 'string' } } }).values
  if (!given) misused('Say where to: npm run package -w tools/release -- --out FOLDER')
  const out = resolve(PROJECT, given)
  if (`${out}/`.startsWith(join(PROJECT, 'dist/'))) misused(`${given} is the build`)
  const held = await readdir(out).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? [] : misused(message)
  })
  if (held.length > 0) misused(`${given} is not empty`)
  return out
}

/**
 * What is loaded, as paths in the project, with the packages that it is of. What only developers
 * have installed is left out, though a package would take it where it is: production runs without.
 */
async function loaded(packages: readonly LockedPackage[]) {
  const inFolder = (path: string) => (file: string) => file.startsWith(`${path}/`)
  const isOf = (file: string) =>
    packages
      .filter(({ path }) => inFolder(path)(file))
      .sort((a, b) => b.path.length - a.path.length)
      .at(0)
  const files = (await loadedFiles(PROJECT, ENTRIES)).map((file) => ({ file, of: isOf(file) }))
  const wanted = files.filter(({ file, of }) => !of?.dev && !inFolder('dist')(file))
  const found = new Set(wanted.map(({ of }) => of))
  return {
    files: wanted.map(({ file }) => file).filter((file) => file !== 'package.json'),
    packages: packages.filter((each) => found.has(each)),
  }
}

async function copyInto(folder: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await cp(join(PROJECT, file), join(folder, file))
  }
}

/** When the package is made, or when `SOURCE_DATE_EPOCH` says, in seconds since 1970. */
function timeOf({ SOURCE_DATE_EPOCH: seconds }: NodeJS.ProcessEnv): string {
  return new Date(seconds ? Number(seconds) * 1000 : Date.now()).toISOString()
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

/** The same number for the same bill: a UUID of its digest (RFC 9562 §5.8). */
function serialNumberOf(bill: Bill): string {
  const digest = createHash('sha256').update(JSON.stringify(bill)).digest('hex')
  const parts = /(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest)?.slice(1) ?? []
  const [time, middle, high, sequence, node] = parts
  return `urn:uuid:${time}-${middle}-8${high}-8${sequence}-${node}`
}

/** What npm says of the packages that are there to run or in the scripts, and what runs them. */
function billOf(packages: readonly LockedPackage[], dockerfile: string): Bill {
  const parameters = ['sbom', '--package-lock-only', '--workspaces=false']
  const format = ['--sbom-format=cyclonedx', '--sbom-type=library']
  const text = execFileSync('npm', [...parameters, ...format], {
    cwd: PROJECT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const all = JSON.parse(text) as Bill
  const wanted = new Set(packages.map(({ name, version = '' }) => `${name}@${version}`))
  const components = all.components.filter((each) => wanted.has(each['bom-ref']))
  if (components.length < wanted.size) throw new Error('The lock lacks a package of the build')
  const project = all.metadata.component
  wanted.add(project['bom-ref'])
  const isWanted = (reference: string) => wanted.has(reference)
  const bill = {
    ...all,
    // npm gives it the name of its folder.
    metadata: {
      ...all.metadata,
      timestamp: timeOf(process.env),
      component: { ...project, name: project['bom-ref'].replace(/@[^@]*$/, '') },
    },
    components: [...components, runtimeIn(dockerfile)],
    dependencies: all.dependencies
      .filter(({ ref }) => isWanted(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isWanted) })),
  }
  return { ...bill, serialNumber: serialNumberOf({ ...bill, serialNumber: undefined }) }
}

/** Bytes of all files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Puts what the server needs into `folder`, and nothing else; how many packages there are to load. */
async function fill(folder: string): Promise<number> {
  const locked = packagesOf((await readJson('package-lock.json')) as Lock)
  const { files, packages } = await loaded(locked)
  await copyInto(folder, files)
  await cp(join(PROJECT, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !UNSERVED.includes(basename(path)),
  })

  const { name, version, license, type } = (await readJson('package.json')) as Record<
    string,
    string
  >
  const own = { name, version, private: true, license, type, engines: ENGINES }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)

  const built = await Promise.all(UNSERVED.map((file) => readJson(`dist/${file}`)))
  const inScripts = new Set((built as string[][]).flat())
  const all = locked.filter((each) => packages.includes(each) || inScripts.has(each.path))
  const bill = billOf(all, await readFile(join(PROJECT, 'Dockerfile'), 'utf8'))
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
  await writeFile(join(folder, 'licences.txt'), await licenceTexts(PROJECT, all))
  return packages.length
}

const out = await readOut()
if (!existsSync(join(PROJECT, 'dist', SERVER_PACKAGES_FILE))) {
  console.error('There is no build. Run: npm run build')
  process.exit(1)
}

// Moved into its place when it is whole: what was interrupted is never taken for a portal.
const unfinished = `${out}.unfinished`
await rm(unfinished, { recursive: true, force: true })
await mkdir(unfinished, { recursive: true })
try {
  const packages = await fill(unfinished)
  await rm(out, { recursive: true, force: true })
  await rename(unfinished, out)
  const megabytes = ((await sizeOf(out)) / 1e6).toFixed(1)
  console.log(
    `${out}: ${megabytes} MB, of which ${packages} packages to load; node server/serve.js`,
  )
} finally {
  await rm(unfinished, { recursive: true, force: true })
}
