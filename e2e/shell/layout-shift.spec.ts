import { boardingSteps } from '../../src/lib/domain/customer.ts'
import { wizardSteps } from '../../src/lib/accounting/snelstart/choices.ts'
import { openTab, routes, createVisitorState } from '../../tools/measure/pages.ts'
import { createSlowNetwork, unthrottledNetwork, startProxy } from '../../tools/measure/proxy.ts'
import { expect, test } from '../fixtures.ts'
import { recordLayoutShifts } from '../moves.ts'
import { wizardAddresses } from '../pages/wizard.ts'

/** Slow network, which makes content arrive late. */
const network = { latency: 60, bandwidth: 4_000_000 }

const stepsAt = (address: string, steps: readonly { name: string }[]) =>
  steps.map(({ name }) => `${address}${address.includes('?') ? '&' : '?'}step=${name}`)

/** Addresses of every route and every later step. */
const addresses = [
  ...Object.values(routes).map(({ address }) => address),
  wizardAddresses.configured,
  ...stepsAt(routes.boarding.address, boardingSteps.slice(1)),
  ...[wizardAddresses.desktop, wizardAddresses.configured].flatMap((address) =>
    stepsAt(address, wizardSteps.slice(1)),
  ),
  '/check?administration=1006',
  '/nowhere',
]

/** A desktop with an empty cache and a phone with a full cache. */
const visits = [
  ['cold', 1280],
  ['warm', 360],
] as const

for (const address of addresses) {
  test(`no content shifts while ${address} loads`, async ({
    browser,
    services: { portal, sandbox },
  }) => {
    const proxy = await startProxy()
    const account = address.startsWith('/polaris') ? 'polaris' : 'reseller'
    const visitor = await createVisitorState({ browser, proxy }, { portal, sandbox }, account)
    const page = await openTab({ browser, proxy }, portal, visitor)
    const moves = await recordLayoutShifts(page)
    for (const [state, width] of visits) {
      await page.setViewportSize({ width, height: 720 })
      proxy.use(unthrottledNetwork)
      await page.goto('/robots.txt')
      proxy.use(createSlowNetwork(network))
      await page.goto(address)
      await proxy.settled()
      expect(await moves(), `${state}, ${width} px wide`).toEqual([])
    }
    await page.context().close()
    await proxy.close()
  })
}
