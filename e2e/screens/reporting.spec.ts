import type { Locator } from '@playwright/test'
import manifest from '../../package.json' with { type: 'json' }
import { BoardingListPage, customerCsv } from '../pages/boarding-list.ts'
import { CheckPage, checks } from '../pages/check.ts'
import { places } from '../pages/wizard.ts'
import { expect, test } from '../reported.ts'

test.use({ expectedErrors: /planted/ })

test('errors, traces and replays contain nothing personal', async ({
  page,
  signIn,
  connect,
  reported,
}) => {
  await reported.everything()
  await signIn.through('/connect?reseller=shop-7')
  await connect.choose('Oefenmarkt West (DE)', 'Markthal')
  await reported.throwOnPage()
  await reported.expectNothingPersonal('event', 'transaction', 'replay_event', 'replay_recording')
  const [{ payload: event } = {}] = await reported.ofType('event')
  expect(event).toMatchObject({ exception: { values: [{ type: 'Error', value: '[left out]' }] } })
  const build = await page.locator('meta[name=build]').getAttribute('content')
  expect(build).toMatch(/^(?:hash-)?[\da-f]{12}$/)
  const release = `koppelpunt@${manifest.version}+${build}`
  for (const type of ['event', 'transaction', 'replay_event']) {
    for (const { payload } of await reported.ofType(type)) {
      expect(payload).toMatchObject({ release })
    }
  }
})

test('reports contain no labels of clicked elements', async ({ open, reported }) => {
  await reported.everything()
  // Options that open a link in another tab.
  const elsewhere: Parameters<Locator['click']>[0] = { modifiers: ['ControlOrMeta'] }
  const { page, wizard } = await open('/')
  await page
    .getByRole('link', { name: /^Koppeling controleren: Oefen/ })
    .first()
    .click(elsewhere)
  await page
    .getByRole('link', { name: /^Koppelen: Oefen/ })
    .first()
    .click(elsewhere)
  await page.getByRole('searchbox').fill('Oefenkaas')
  await reported.throwOnPage()

  await page.goto(places.desktop)
  await wizard.chooseDesktop()
  await wizard.goTo('Grootboekrekeningen')
  await wizard.settleLedgers()
  await wizard.goTo('Samenvatting')
  await reported.throwOnPage()

  await page.goto('/boarding/list')
  const list = new BoardingListPage(page)
  await list.load(
    customerCsv(3, { 2: 'Winkelier;nieuw@zaak.test;Nieuwe Zaak;01234567;NL;;Hoofdwinkel;Winkel' }),
  )
  await list.cell('KvK', 2).fill('01234568')
  await list.tick(3).uncheck()
  await list.board(2)
  await expect(page.getByRole('link', { name: /^Resultaat/ })).toBeVisible()
  await page.getByRole('checkbox', { name: /Nieuwe Zaak/ }).uncheck()
  await reported.throwOnPage()

  await page.goto(checks.configured)
  await expect(new CheckPage(page).outcome).toBeVisible()
  await new CheckPage(page).allAgain.click()
  await reported.throwOnPage()
  await expect.poll(async () => (await reported.ofType('event')).length).toBe(4)
  await reported.expectNothingPersonal('transaction', 'replay_event', 'replay_recording')
})

test.describe('a browser that blocks error reports', () => {
  test.use({ expectedErrors: /ERR_BLOCKED_BY_CLIENT|dynamically imported module/ })

  test('works as usual', async ({ page, open }) => {
    await page.route(/sentry|envelope/, (route) => route.abort('blockedbyclient'))
    const blocked = page.waitForEvent('requestfailed')
    const { wizard } = await open(places.configured)
    await blocked
    await wizard.submitConfigured()
    await expect(wizard.dialog).toContainText('Do you want to start a import?')
  })
})

test.describe('the callback page', () => {
  test.use({ expectedErrors: /planted|ERR_FAILED/ })

  test('reports its errors', async ({ page, signIn, reported }) => {
    await page.route('**/protocol/openid-connect/token', (route) => route.abort())
    await page.goto('/connect')
    await signIn.as('reseller')
    await expect(page.getByRole('alert')).toContainText('non authenticated')
    expect(new URL(page.url()).pathname).toBe('/callback')
    await reported.throwOnPage()
    await reported.expectNothingPersonal('event', 'replay_recording')
  })
})
