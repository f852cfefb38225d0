import { cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BROWSER_PACKAGES_FILE, SERVER_PACKAGES_FILE } from '../server/built-packages.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { licenceTexts } from './licence-texts.ts'
import { loadedFiles } from './loaded-files.ts'
import type { LockedPackage } from './lock.ts'
import { PROJECT } from './program.ts'
import { builtIn, isBuilt, lockedPackages, npmBill, referenceTo } from './project-packages.ts'

const USAGE = 'npm run package -- --out FOLDER'

/** Where the server begins, and what it loads of Astro by an address that it puts together. */
const ENTRIES = ['server/serve.js', 'dist/server/entry.mjs']

/** What `server/serve.js` asks for. */
const ENGINES = { node: '>=24.12' }

/** Of a build, what only those who make something of it read. */
const UNSERVED = [BROWSER_PACKAGES_FILE, SERVER_PACKAGES_FILE]

function refuse(text: string, code: number): never {
  console.error(text)
  process.exit(code)
}

/** The folder that was asked for, which must not hold anything yet; or leaves with 2. */
async function readOut(parameters: readonly string[]): Promise<string> {
  try {
    const { values } = parseArgs({ args: [...parameters], options: { out: { type: 'string' } } })
    if (!values.out) throw new Error('--out is missing')
    const out = resolve(PROJECT, values.out)
    if (`${out}/`.startsWith(join(PROJECT, 'dist/'))) throw new Error(`${values.out} is the build`)
    const held = await readdir(out).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    })
    if (held.length > 0) throw new Error(`${values.out} is not empty`)
    return out
  } catch (error) {
    return refuse(`${(error as Error).message.replaceAll(/\s*\n\s*/g, ' ')} (${USAGE})`, 2)
  }
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

/** Bytes of all files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Puts what the server needs into `folder`, and nothing else; how many packages there are to load. */
async function fill(folder: string): Promise<number> {
  const locked = lockedPackages()
  const { files, packages } = await loaded(locked)
  await copyInto(folder, files)
  await cp(join(PROJECT, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !UNSERVED.includes(basename(path)),
  })

  const manifest = await readFile(join(PROJECT, 'package.json'), 'utf8')
  const { name, version, license, type } = JSON.parse(manifest) as Record<string, string>
  const own = { name, version, private: true, license, type, engines: ENGINES }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)

  const { browser, server } = builtIn()
  const inBrowser = locked.filter(({ path }) => browser.has(path))
  const onServer = [...packages, ...locked.filter(({ path }) => server.has(path))]
  const references = (each: readonly LockedPackage[]) => new Set(each.map(referenceTo))
  const bill = billOfMaterials(npmBill(), references(inBrowser), references(onServer))
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
  const all = locked.filter((each) => inBrowser.includes(each) || onServer.includes(each))
  await writeFile(join(folder, 'licences.txt'), await licenceTexts(PROJECT, all))
  return packages.length
}

const out = await readOut(process.argv.slice(2))
if (!isBuilt()) refuse('There is no build. Run: npm run build', 1)

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
