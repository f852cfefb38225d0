import { cpus } from 'node:os'
import { chromium, type Browser } from '@playwright/test'
import { buildOnce } from '../build/build.ts'
import { provideChromium } from '../programs/chromium.ts'
import { commandLine, misused } from '../programs/command-line.ts'
import type { Network } from './delay.ts'
import { serveFloor } from './floor.ts'
import { openedPage, type Scenario } from './pages.ts'
import { portalRounds, portalTimes, visitorsOf } from './portal.ts'
import { table, type Row } from './results.ts'
import { startServices } from './services.ts'
import { spreadOf, type Figures } from './statistics.ts'

/** What users sit behind. */
const slow4G: Network = { latency: 150, bandwidth: 1_600_000 }

const { values: options } = commandLine({
  options: {
    // How many times everything is measured.
    runs: { type: 'string', default: '5' },
    // Only what has one of these in its name: "table, row".
    only: { type: 'string', multiple: true, default: [] },
  },
})

/** A scenario and the table that it stands in, with the figures of each run so far, by state. */
interface Listed extends Scenario {
  table: string
  /** Of what comes to the same each time, one is enough. */
  runs: number
  figures: Record<string, Figures[]>
}

const launch = () =>
  chromium.launch({
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

/** One after the other, run after run, so that a machine's moods meet everybody. */
async function measure(listed: readonly Listed[], runs: number): Promise<void> {
  for (let run = 1; run <= runs; run += 1) {
    for (const each of listed.filter((one) => run <= one.runs)) {
      console.log(`${run}/${each.runs} ${each.table}, ${each.name}`)
      for (const [state, figures] of Object.entries(await each.measure())) {
        each.figures[state] = [...(each.figures[state] ?? []), figures]
      }
    }
  }
}

function show(listed: readonly Listed[]): void {
  console.log(`\n${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`)
  for (const title of new Set(listed.map((each) => each.table))) {
    const rows = listed
      .filter((each) => each.table === title)
      .flatMap(({ name, figures }) =>
        Object.entries(figures).map(([state, all]): Row => ({
          page: name,
          state,
          figures: spreadOf(all),
        })),
      )
    console.log(`\n${title}\n${table(rows)}`)
  }
}

/** Everything there is to measure: the portal's pages, and the floor beside them. */
async function listAll(browser: Browser, runs: number) {
  const services = await startServices()
  const floor = await serveFloor()
  const visitors = await visitorsOf(browser, services)
  const onFloor = openedPage({
    ...{ name: 'floor', browser, proxy: services.proxy, network: slow4G },
    ...{ origin: floor.url, address: '/', visitor: null },
    moments: { usable: 'button[data-hydrated]' },
  })
  const list = (title: string, times: number, scenarios: readonly Scenario[]) =>
    scenarios.map((each): Listed => ({ ...each, table: title, runs: times, figures: {} }))
  return {
    listed: [
      ...list('round trips', 1, portalRounds(browser, services, visitors)),
      ...list('slow 4G', runs, [...portalTimes(browser, services, visitors, slow4G), onFloor]),
    ],
    close: async () => {
      await floor.close()
      await services.close()
    },
  }
}

async function bench(runs: number, only: readonly string[]): Promise<void> {
  await buildOnce()
  const browser = await launch()
  const { listed, close } = await listAll(browser, runs)
  try {
    const wanted = listed.filter(
      (each) =>
        only.length === 0 || only.some((part) => `${each.table}, ${each.name}`.includes(part)),
    )
    if (wanted.length === 0) misused(`--only: nothing is called ${only.join(' or ')}`)
    await measure(wanted, runs)
    show(wanted)
  } finally {
    await close()
    await browser.close()
  }
}

const { runs, only } = options
if (!/^[1-9]\d?$/.test(runs)) misused(`--runs is "${runs}", expected a whole number from 1 to 99`)
await bench(Number(runs), only)
