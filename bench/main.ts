import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { chromium } from '@playwright/test'
import { buildOnce } from '../scripts/build.ts'
import { provideChromium } from '../scripts/chromium.ts'
import { judge } from './goals.ts'
import { listEverything } from './everything.ts'
import { Measuring } from './measuring.ts'
import { readOptions, type Options } from './options.ts'
import { results as format, tables, type Results } from './results.ts'

function refuse(text: string): never {
  console.error(text)
  process.exit(2)
}

async function readEarlier(file: string): Promise<Results> {
  try {
    return format.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return refuse(`--compare: ${file} is no file that a bench has written`)
  }
}

function show(results: Results, earlier: Results | undefined): void {
  console.log(`\n${tables(results, earlier)}`)
  for (const line of judge(results)) console.log(line)
  for (const { name, reason } of results.missing) console.log(`— ${name}: not measured, ${reason}`)
}

async function bench({ runs, only, json, compare }: Options): Promise<void> {
  const earlier = compare === undefined ? undefined : await readEarlier(compare)
  await buildOnce()
  const startedAt = new Date().toISOString()
  const browser = await chromium.launch({
    executablePath: provideChromium(),
    // Containers lack the sandbox's kernel features and a graphics card.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      // A browser that is watched from outside asks for a stack with each request, and for that
      // parses all the script that runs once more, which takes longer than to run it.
      '--js-flags=--no-enable-lazy-source-positions',
    ],
  })
  const measuring = new Measuring(only)
  try {
    await listEverything(browser, measuring)
    if (measuring.isEmpty) refuse(`--only: nothing is called ${only.join(' or ')}`)
    await measuring.run(runs)
  } finally {
    await measuring.close()
    await browser.close()
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
  const results = { startedAt, machine, runs, ...measuring.found() }
  if (json !== undefined) await writeFile(json, `${JSON.stringify(results, null, 2)}\n`)
  show(results, earlier)
}

// Leaving is what ends the process groups that services run in.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(1))
const options = readOptions(process.argv.slice(2))
if (typeof options === 'string') refuse(options)
await bench(options)
// A service that does not let go of something must not keep this process.
process.exit()
