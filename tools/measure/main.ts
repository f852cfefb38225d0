import { cpus } from 'node:os'
import { chromium, type Browser, type Page } from '@playwright/test'
import { portalEnvironment } from '../../sandbox/portal-environment.ts'
import { start as startPortal } from '../../server/start.ts'
import { startTestSandbox } from '../../test/sandbox.ts'
import { buildOnce } from '../build/build.ts'
import { provideChromium } from '../programs/chromium.ts'
import { commandLine, misused } from '../programs/command-line.ts'
import { startWith } from '../services/keycloak/portal.ts'
import { startKeycloak } from '../services/keycloak/start.ts'
import { customerFiles, measureCustomers } from './customers.ts'
import type { Network } from './delay.ts'
import { measureFirstRounds, measureFirstTimes, type FirstVisit } from './first-visit.ts'
import { serveFloor } from './floor.ts'
import { entries, longLists, measureList } from './lists.ts'
import { byAddress, measureRounds, measureTimes, type Visit } from './pages.ts'
import { startProxy } from './proxy.ts'
import { spreadOf, table, type Figures, type Row } from './results.ts'
import { keycloakPage, ledgers, routes, signInPage } from './routes.ts'
import { visitorOf } from './visitor.ts'

/** What users sit behind. */
const slow4G: Network = { latency: 150, bandwidth: 1_600_000 }
/** Longer than any bench. */
const TOKEN_SECONDS = 24 * 60 * 60

const { values: options } = commandLine({
  options: {
    // How many times everything is measured.
    runs: { type: 'string', default: '5' },
    // Only what has one of these in its name: "table, row".
    only: { type: 'string', multiple: true, default: [] },
    // Adds a first visit by way of a real Keycloak.
    keycloak: { type: 'boolean', default: false },
  },
})

/** A row of a table, with the figures of each run so far, by state. */
interface Listed {
  table: string
  name: string
  /** Of what comes to the same each time, one is enough. */
  runs: number
  measure: () => Promise<Record<string, Figures>>
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

/** The built portal on a sandbox of its own, with so many entries in its lists. */
async function startBuilt(numbered = {}) {
  const sandbox = await startTestSandbox({ quiet: true })
  await sandbox.reset(numbered)
  // A refresh token works once, and everybody here starts with the same one.
  await sandbox.changeSettings({ accessTokenLifetime: TOKEN_SECONDS })
  const portal = await startPortal({ port: 0, environment: portalEnvironment(sandbox.url) })
  await portal.providerAsked
  return { portal, sandbox }
}

/** A portal with a real Keycloak, which takes half a minute to start. */
async function startKeycloaked() {
  const keycloak = await startKeycloak({ tell: console.log })
  const { portal, close } = await startWith(keycloak, keycloak.url)
  return { portal, close: () => close().then(keycloak.close) }
}

/** The built portal with few entries and with many, the floor, and the proxy that a browser has to use. */
async function startServices(hasKeycloak: boolean) {
  const { portal, sandbox } = await startBuilt()
  const long = await startBuilt(entries)
  const keycloak = hasKeycloak ? await startKeycloaked() : null
  const [proxy, floor] = [await startProxy(), await serveFloor()]
  return {
    portal: portal.url,
    floor: floor.url,
    sandbox,
    long: { portal: long.portal.url, sandbox: long.sandbox, proxy },
    keycloak,
    proxy,
    close: async () => {
      for (const each of [floor, proxy, portal, sandbox, long.portal, long.sandbox, keycloak]) {
        await each?.close()
      }
    },
  }
}

type Services = Awaited<ReturnType<typeof startServices>>

/** Whoever comes to /polaris out of nowhere is asked once whose coupling it is. */
async function ownCoupling(page: Page): Promise<void> {
  const { address, moments } = routes.polaris
  await page.goto(address)
  await page.getByRole('button', { name: 'Ja, ga verder' }).click()
  await page.locator(moments.usable).filter({ visible: true }).first().waitFor()
}

/** To the identity provider's page, whose button leads back; as if the browser was never there. */
async function signedOut(page: Page) {
  await page.goto('/robots.txt')
  await page.evaluate(() => sessionStorage.clear())
  await page.context().clearCookies()
  await page.goto(routes.connect.address)
  await page.locator(signInPage.usable).first().waitFor()
  return () => signInPage.signIn(page)
}

/** The portal's pages, with what is done first on each. */
async function portalPages(browser: Browser, services: Services): Promise<Visit[]> {
  const { portal: origin } = services
  const visitors = {
    reseller: await visitorOf(browser, services, 'reseller'),
    polaris: await visitorOf(browser, services, 'polaris', ownCoupling),
  }
  const { connect } = routes
  const opened = [
    { ...connect, name: 'signed out', moments: { usable: signInPage.usable }, visitor: null },
    ...Object.values(routes).map((route) => ({ ...route, visitor: visitors[route.account] })),
    { ...ledgers, name: 'ledgers step', visitor: visitors.reseller },
  ]
  return [
    ...opened.map(({ name, address, moments, visitor }) => ({
      ...{ name, origin, visitor, moments },
      approach: byAddress(address),
    })),
    {
      ...{ name: 'return', origin, visitor: null, moments: connect.moments },
      approach: signedOut,
      since: /\/callback\?/,
    },
  ]
}

/** First visits: to the pages that links lead to, and to one of them by way of Keycloak. */
function firstVisits({ portal, keycloak }: Services): FirstVisit[] {
  const { home, connect, boarding, wizard } = routes
  return [
    ...[connect, home, boarding, wizard].map(({ name, address, moments }) => ({
      ...{ name: `first visit, ${name}`, origin: portal, address, moments },
      provider: signInPage,
    })),
    ...(keycloak ? [keycloak.portal] : []).map((origin) => ({
      ...{ name: 'first visit, Keycloak', origin, provider: keycloakPage },
      ...{ address: connect.address, moments: connect.moments },
    })),
  ]
}

/** Everything there is to measure: the portal's pages, and the floor beside them. */
async function listAll(browser: Browser, services: Services, runs: number): Promise<Listed[]> {
  const { floor: origin, proxy, long } = services
  const lists = longLists(long.portal, await visitorOf(browser, long, 'reseller'))
  const files = customerFiles(services.portal, await visitorOf(browser, services, 'reseller'))
  const pages = await portalPages(browser, services)
  const firsts = firstVisits(services)
  const floor: Visit = {
    ...{ name: 'floor', origin, visitor: null, moments: { usable: 'button[data-hydrated]' } },
    approach: byAddress('/'),
  }
  return [
    ...pages.map((page) => ({
      ...{ table: 'round trips', name: page.name, runs: 1, figures: { cold: [], warm: [] } },
      measure: () => measureRounds(browser, proxy, page),
    })),
    ...firsts.map((visit) => ({
      ...{ table: 'round trips', name: visit.name, runs: 1, figures: { cold: [] } },
      measure: () => measureFirstRounds(browser, proxy, visit),
    })),
    ...firsts.map((visit) => ({
      ...{ table: 'slow 4G', name: visit.name, runs, figures: { cold: [] } },
      measure: () => measureFirstTimes(browser, proxy, visit, slow4G),
    })),
    ...[...pages, floor].map((page) => ({
      ...{ table: 'slow 4G', name: page.name, runs, figures: { cold: [], warm: [] } },
      measure: () => measureTimes(browser, proxy, page, slow4G),
    })),
    ...lists.map((list) => ({
      ...{ table: 'long lists', name: list.name, runs, figures: {} },
      measure: async () => ({ '': await measureList(browser, proxy, list) }),
    })),
    ...files.map((file) => ({
      ...{ table: 'long lists', name: file.name, runs, figures: {} },
      measure: async () => ({ '': await measureCustomers(browser, proxy, file) }),
    })),
  ]
}

/** One after the other, run after run, so that a machine's moods meet everybody. */
async function measure(listed: readonly Listed[], runs: number): Promise<void> {
  for (let run = 1; run <= runs; run += 1) {
    for (const each of listed.filter((one) => run <= one.runs)) {
      console.log(`${run}/${each.runs} ${each.table}, ${each.name}`)
      for (const [state, figures] of Object.entries(await each.measure())) {
        ;(each.figures[state] ??= []).push(figures)
      }
    }
  }
}

function show(listed: readonly Listed[]): void {
  console.log(`\n${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`)
  for (const [title, rows] of Map.groupBy(listed, (each) => each.table)) {
    const shown = rows.flatMap(({ name, figures }) =>
      Object.entries(figures).map(([state, all]): Row => ({
        page: name,
        state,
        figures: spreadOf(all),
      })),
    )
    console.log(`\n${title}\n${table(shown)}`)
  }
}

const { runs, only, keycloak } = options
if (!/^[1-9]\d?$/.test(runs)) misused(`--runs is "${runs}", expected a whole number from 1 to 99`)
await buildOnce()
const browser = await launch()
const services = await startServices(keycloak)
try {
  const all = await listAll(browser, services, Number(runs))
  const wanted = all.filter(
    (each) =>
      only.length === 0 || only.some((part) => `${each.table}, ${each.name}`.includes(part)),
  )
  if (wanted.length === 0) misused(`--only: nothing is called ${only.join(' or ')}`)
  await measure(wanted, Number(runs))
  show(wanted)
} finally {
  await services.close()
  await browser.close()
}
