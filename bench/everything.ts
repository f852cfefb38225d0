import type { Browser } from '@playwright/test'
import { practiceRealm } from '../real/keycloak/realm.ts'
import { startKeycloak, type Keycloak } from '../real/keycloak/start.ts'
import { startUnleash } from '../real/unleash/start.ts'
import { startTestSandbox } from '../test/sandbox.ts'
import { buildYardsticks } from './build-yardsticks.ts'
import type { Network } from './delay.ts'
import { groups as judged } from './goals.ts'
import { addProducts, ENTRIES, incumbentList, portalLists } from './lists.ts'
import type { Measuring } from './measuring.ts'
import { portalNames, portalRounds, portalTimes, visitorsOf } from './portal.ts'
import { startProxy, type Proxy } from './proxy.ts'
import { serveYardsticks, type YardstickPages } from './serve-yardsticks.ts'
import { arrangements, startServices, type Arrangement } from './services.ts'
import { visitorOf } from './visitor.ts'
import { floor, incumbent, keycloakConsole, unleashAdmin, yardstickTime } from './yardsticks.ts'
import type { Yardstick } from './yardsticks.ts'

const LISTS = judged.lists

/** What users sit behind. */
const networks: Readonly<Record<string, Network>> = {
  'slow 4G': { latency: 150, bandwidth: 1_600_000 },
  '600 ms': { latency: 600, bandwidth: null },
}

/** The built pages of the yardsticks; undefined: they cannot be had. */
async function built(measuring: Measuring): Promise<ReadonlyMap<string, Buffer> | undefined> {
  const building = await measuring.start('the yardsticks', async () => ({
    files: await buildYardsticks(),
    close: () => Promise.resolve(),
  }))
  return building?.files
}

/** The portal in one of its arrangements. */
async function listPortal(
  browser: Browser,
  measuring: Measuring,
  arrangement: Arrangement,
): Promise<void> {
  const groups = [...Object.keys(networks), 'round trips'].map(
    (name) => `${name}, ${arrangement} API`,
  )
  if (!groups.some((group) => measuring.wants(group, portalNames))) return
  const services = await measuring.start(`the portal, ${arrangement} API`, () =>
    startServices(arrangement),
  )
  if (!services) return
  const visitors = await visitorsOf(browser, services)
  const rounds = portalRounds(browser, services, visitors)
  measuring.list(`round trips, ${arrangement} API`, rounds, { isExact: true })
  for (const [name, network] of Object.entries(networks)) {
    const times = portalTimes(browser, services, visitors, network)
    measuring.list(`${name}, ${arrangement} API`, times)
  }
}

/** What the incumbent's page signs in at: Keycloak, where there is one, as the library expects. */
async function connectPages(
  measuring: Measuring,
  pages: YardstickPages,
  keycloak: Keycloak | undefined,
): Promise<Proxy | undefined> {
  if (!keycloak) {
    const services = await measuring.start('the sandbox', () => startServices('cross-origin'))
    if (!services) return undefined
    const { url } = services.sandbox
    pages.connect({ sandbox: url, identity: `${url}/identity` })
    return services.proxy
  }
  const realm = practiceRealm(pages.url)
  await keycloak.createRealm(realm)
  const issuer = `${keycloak.url}/realms/${realm.realm}`
  const { directory } = keycloak.realm(realm.realm)
  const sandbox = await measuring.start('the sandbox', () =>
    startTestSandbox({ quiet: true, issuer, directory }),
  )
  if (sandbox) pages.connect({ sandbox: sandbox.url, identity: keycloak.url })
  return sandbox && measuring.start('a proxy', startProxy)
}

async function listYardsticks(
  browser: Browser,
  measuring: Measuring,
  files: ReadonlyMap<string, Buffer> | undefined,
): Promise<void> {
  const wants = (...names: string[]) =>
    Object.keys(networks).some((network) => measuring.wants(`${network}, yardsticks`, names))
  const list = (proxy: Proxy, yardstick: Yardstick) => {
    for (const [name, network] of Object.entries(networks)) {
      const times = yardstickTime(browser, proxy, yardstick, network)
      measuring.list(`${name}, yardsticks`, [times])
    }
  }

  const keycloak = wants('incumbent', 'Keycloak’s account console')
    ? await measuring.start('Keycloak', startKeycloak)
    : undefined
  const pages =
    files && wants('floor', 'incumbent')
      ? await measuring.start('the yardsticks’ pages', () => serveYardsticks(files))
      : undefined
  const proxy = pages && (await connectPages(measuring, pages, keycloak))
  if (proxy) {
    list(proxy, floor(pages.url))
    const isKeycloak = keycloak !== undefined
    if (wants('incumbent')) list(proxy, await incumbent(browser, proxy, { pages, isKeycloak }))
  }
  const others = await measuring.start('a proxy', startProxy)
  if (!others) return
  if (keycloak) list(others, await keycloakConsole(browser, others, keycloak))
  if (!wants('Unleash’s admin')) return
  const unleash = await measuring.start('Unleash', () => startUnleash({ origins: [] }))
  if (unleash) list(others, await unleashAdmin(browser, others, unleash))
}

async function listLists(
  browser: Browser,
  measuring: Measuring,
  files: ReadonlyMap<string, Buffer> | undefined,
): Promise<void> {
  const services = await measuring.start('the long lists', () =>
    startServices('cross-origin', { administrations: ENTRIES }),
  )
  if (!services) return
  const { sandbox, proxy } = services
  await addProducts(sandbox)
  const visitor = await visitorOf(browser, services, 'reseller')
  measuring.list(LISTS, portalLists(browser, services, visitor))
  const pages =
    files && (await measuring.start('the yardsticks’ pages', () => serveYardsticks(files)))
  if (!pages) return
  pages.connect({ sandbox: sandbox.url, identity: `${sandbox.url}/identity` })
  const { visitor: own } = await incumbent(browser, proxy, { pages, isKeycloak: false })
  measuring.list(LISTS, [incumbentList(browser, proxy, { origin: pages.url, visitor: own })])
}

/** Starts all that is wanted, and lists what there is to measure of it. */
export async function listEverything(browser: Browser, measuring: Measuring): Promise<void> {
  for (const arrangement of arrangements) await listPortal(browser, measuring, arrangement)
  const wantsLists = measuring.wants(LISTS, ['administrations', 'products', 'vue-multiselect'])
  const wantsPages = Object.keys(networks).some((network) =>
    measuring.wants(`${network}, yardsticks`, ['floor', 'incumbent']),
  )
  const files = wantsLists || wantsPages ? await built(measuring) : undefined
  await listYardsticks(browser, measuring, files)
  if (wantsLists) await listLists(browser, measuring, files)
}
