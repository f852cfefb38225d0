import { cpus } from 'node:os'
import { chromium } from '@playwright/test'
import { createPortalEnvironment } from '../../sandbox/portal-environment.ts'
import { startPortal } from '../../server/start.ts'
import { startTestSandbox } from '../../test/sandbox.ts'
import { buildOnce } from '../build/build.ts'
import { ensureChromiumInstalled } from '../programs/chromium.ts'
import { parseCommandLine, exitWithUsage } from '../programs/command-line.ts'
import { serveMinimalReactPage } from './floor.ts'
import { measuredListLengths, longListScenarios, measureListInteraction } from './lists.ts'
import { ledgers, routes, createVisitorState } from './pages.ts'
import { startProxy } from './proxy.ts'
import { computeSpread, type Measurements } from './results.ts'
import {
  measureColdAndWarm,
  measureFirstVisit,
  measureRoundTrips,
  measureLoadingTimes,
} from './visits.ts'

const { runs, only } = parseCommandLine({
  options: {
    runs: { type: 'string', default: '5' },
    // Limits the run to rows whose name contains a text.
    only: { type: 'string', multiple: true, default: [] },
  },
}).values
if (!/^[1-9]\d?$/.test(runs))
  exitWithUsage(`--runs is "${runs}", expected a whole number from 1 to 99`)

/** Starts the built portal with a sandbox and a signed-in user. */
async function startBuilt(numbered = {}) {
  const sandbox = await startTestSandbox({ quiet: true })
  await sandbox.reset(numbered)
  // Visits share a refresh token that works only once.
  await sandbox.changeSettings({ accessTokenLifetime: 24 * 60 * 60 })
  const portal = await startPortal({ port: 0, environment: createPortalEnvironment(sandbox.url) })
  await portal.firstDiscovery
  const visitor = await createVisitorState(stage, { portal: portal.url, sandbox })
  return { origin: portal.url, visitor, close: () => portal.close().then(sandbox.close) }
}

await buildOnce()
const proxy = await startProxy()
const browser = await chromium.launch({
  executablePath: ensureChromiumInstalled(),
  // Lazy source positions would make Chromium parse scripts twice.
  args: ['--no-sandbox', '--disable-gpu', '--js-flags=--no-enable-lazy-source-positions'],
})
const stage = { browser, proxy }
const built = await startBuilt()
const long = await startBuilt(measuredListLengths)
const floor = await serveMinimalReactPage()

const measurements = new Map<string, () => Promise<Record<string, Measurements>>>()
for (const [table, measure] of Object.entries({
  'round trips': measureRoundTrips,
  'slow 4G': measureLoadingTimes,
})) {
  for (const [name, page] of Object.entries({ ...routes, ledgers })) {
    if (name === 'polaris') continue
    const visit = { ...built, ...page }
    measurements.set(`${table}, ${name}`, () => measureColdAndWarm(stage, visit, measure))
    if (['check', 'boardingList', 'ledgers'].includes(name)) continue
    measurements.set(`${table}, first visit to ${name}`, () =>
      measureFirstVisit(stage, visit, measure),
    )
  }
}
const button = { usable: 'button[data-hydrated]' }
const floorVisit = { origin: floor.url, address: '/', visitor: null, moments: button }
measurements.set('slow 4G, floor', () => measureColdAndWarm(stage, floorVisit, measureLoadingTimes))
for (const [name, list] of Object.entries(longListScenarios)) {
  measurements.set(`long lists, ${name}`, async () => ({
    slow: await measureListInteraction(stage, long, list),
  }))
}

const selected = [...measurements].filter(
  ([name]) => !only.length || only.some((part) => name.includes(part)),
)
const results = new Map<string, Measurements[]>()
try {
  if (selected.length === 0) exitWithUsage(`--only: nothing is called ${only.join(' or ')}`)
  // Interleaved rows are equally affected by changes of the machine's speed.
  for (let run = 1; run <= Number(runs); run += 1) {
    for (const [name, measure] of selected) {
      // The number of round trips does not vary between runs.
      if (run > 1 && name.startsWith('round trips')) continue
      console.log(`${run}/${runs} ${name}`)
      for (const [state, figures] of Object.entries(await measure())) {
        const row = `${name}, ${state}`
        results.set(row, [...(results.get(row) ?? []), figures])
      }
    }
  }
  console.log(`\n${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`)
  for (const [title, rows] of Map.groupBy(results, ([name]) => name.split(', ')[0])) {
    console.log(title)
    console.table(Object.fromEntries(rows.map(([name, figures]) => [name, computeSpread(figures)])))
  }
} finally {
  for (const each of [browser, floor, proxy, built, long]) await each.close()
}
