import { realmPath } from '../../sandbox/portal-environment.ts'
import { createVisitorState, openTab, routes } from '../../tools/measure/pages.ts'
import { startProxy } from '../../tools/measure/proxy.ts'
import { countRoundTrips } from '../../tools/measure/rounds.ts'
import { coupleLocation, setUpDesktopWithStock } from '../journeys.ts'
import { expect, test } from './fixtures.ts'

test('a coupling and its set-up send no preflight request', async ({
  page,
  signIn,
  connect,
  activation,
  wizard,
  services: { sandbox },
}) => {
  await coupleLocation({ signIn, connect, activation }, 'Oefenbakkerij Zuid (NL)', 'Bakkerij Zuid')
  await expect(page).toHaveURL('/wizard?administration=1002&location=2002')
  await setUpDesktopWithStock(wizard, sandbox)

  // Only the provider has another origin, so only its requests may need a preflight.
  const preflights = await sandbox.preflights()
  expect(preflights.filter((call) => !call.includes(realmPath))).toEqual([])
  const requests = await sandbox.requests()
  const to = (service: RegExp) => requests.filter(({ path }) => service.test(path))
  const named = (service: RegExp) => to(service).map(({ headers }) => headers.host?.split(':')[0])
  expect(named(/^\/api\//)).toContain('api.example.nl')
  expect(named(/^\/flags$/)).toContain('unleash.example.nl')
  expect(new Set(to(/^\/api\//).map(({ headers }) => headers['x-forwarded-host']))).toEqual(
    new Set(['localhost']),
  )
})

test('the wizard can be used after 3 round trips, or 2 with a full cache', async ({
  browser,
  nginx,
  services: { sandbox },
}) => {
  const proxy = await startProxy()
  const stage = { browser, proxy }
  const { address, moments } = routes.wizard
  const visitor = await createVisitorState(stage, { portal: nginx.url, sandbox })
  const page = await openTab(stage, nginx.url, visitor)
  const count = () => countRoundTrips(page, proxy, { go: () => page.goto(address), moments })
  const cold = await count()
  expect(cold.at.usable, cold.listing).toBe(3)
  // Waits until late scripts are cached too.
  await page.waitForLoadState('networkidle')
  await page.goto('about:blank')
  const warm = await count()
  expect(warm.at.usable, warm.listing).toBe(2)
  await page.context().close()
  await proxy.close()
})
