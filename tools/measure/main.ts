import { cpus } from 'node:os'
import { chromium } from '@playwright/test'
import { portalEnvironment } from '../../sandbox/portal-environment.ts'
import { start as startPortal } from '../../server/start.ts'
import { startTestSandbox } from '../../test/sandbox.ts'
import { buildOnce } from '../build/build.ts'
import { provideChromium } from '../programs/chromium.ts'
import { parseCommandLine, exitWithUsage } from '../programs/command-line.ts'
import { serveFloor } from './floor.ts'
import { entries, longLists, measureList } from './lists.ts'
import { ledgers, routes, visitorOf } from './pages.ts'
import { startProxy } from './proxy.ts'
import { spreadOf, type Figures } from './results.ts'
import { coldAndWarm, firstVisit, roundTrips, times } from './visits.ts'

const { runs, only } = parseCommandLine({
  options: {
    runs: { type: 'string', default: '5' },
    // Only what has one of these in its name: "table, row".
    only: { type: 'string', multiple: true, default: [] },
  },
}).values
if (!/^[1-9]\d?$/.test(runs))
  exitWithUsage(`--runs is "${runs}", expected a whole number from 1 to 99`)

/** The built portal on a sandbox of its own, with so many entries in its lists, and who comes there. */
async function startBuilt(numbered = {}) {
  const sandbox = await startTestSandbox({ quiet: true })
  await sandbox.reset(numbered)
  // A refresh token works once, and everybody here starts with the same one: longer than any bench.
  await sandbox.changeSettings({ accessTokenLifetime: 24 * 60 * 60 })
  const portal = await startPortal({ port: 0, environment: portalEnvironment(sandbox.url) })
  await portal.providerAsked
  const visitor = await visitorOf(stage, { portal: portal.url, sandbox })
  return { origin: portal.url, visitor, close: () => portal.close().then(sandbox.close) }
}

await buildOnce()
const proxy = await startProxy()
const browser = await chromium.launch({
  executablePath: provideChromium(),
  // Containers lack the sandbox's kernel features. For the stacks that whoever watches asks for, a
  // browser would parse all its scripts once more, which takes longer than to run them.
  args: ['--no-sandbox', '--disable-gpu', '--js-flags=--no-enable-lazy-source-positions'],
})
const stage = { browser, proxy }
const built = await startBuilt()
const long = await startBuilt(entries)
const floor = await serveFloor()

/** By table and row: what to measure, which gives its figures by the state of the cache. */
const all = new Map<string, () => Promise<Record<string, Figures>>>()
for (const [table, measure] of Object.entries({ 'round trips': roundTrips, 'slow 4G': times })) {
  for (const [name, page] of Object.entries({ ...routes, ledgers })) {
    if (name === 'polaris') continue
    const visit = { ...built, ...page }
    all.set(`${table}, ${name}`, () => coldAndWarm(stage, visit, measure))
    if (['check', 'boardingList', 'ledgers'].includes(name)) continue
    all.set(`${table}, first visit to ${name}`, () => firstVisit(stage, visit, measure))
  }
}
const button = { usable: 'button[data-hydrated]' }
const beside = { origin: floor.url, address: '/', visitor: null, moments: button }
all.set('slow 4G, floor', () => coldAndWarm(stage, beside, times))
for (const [name, list] of Object.entries(longLists)) {
  all.set(`long lists, ${name}`, async () => ({
    slow: await measureList(stage, long, list),
  }))
}

const wanted = [...all].filter(([name]) => !only.length || only.some((part) => name.includes(part)))
const found = new Map<string, Figures[]>()
try {
  if (wanted.length === 0) exitWithUsage(`--only: nothing is called ${only.join(' or ')}`)
  // Run after run, so that a machine's moods meet everybody.
  for (let run = 1; run <= Number(runs); run += 1) {
    for (const [name, measure] of wanted) {
      // What depends on no machine comes to the same each time.
      if (run > 1 && name.startsWith('round trips')) continue
      console.log(`${run}/${runs} ${name}`)
      for (const [state, figures] of Object.entries(await measure())) {
        const row = `${name}, ${state}`
        found.set(row, [...(found.get(row) ?? []), figures])
      }
    }
  }
  console.log(`\n${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`)
  for (const [title, rows] of Map.groupBy(found, ([name]) => name.split(', ')[0])) {
    console.log(title)
    console.table(Object.fromEntries(rows.map(([name, figures]) => [name, spreadOf(figures)])))
  }
} finally {
  for (const each of [browser, floor, proxy, built, long]) await each.close()
}
