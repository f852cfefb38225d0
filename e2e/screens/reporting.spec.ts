import manifest from '../../package.json' with { type: 'json' }
import { wizardAddresses } from '../pages/wizard.ts'
import { expect, test } from '../reported.ts'

// Console errors of planted texts and blocked requests.
test.use({ expectedErrors: /planted|ERR_|dynamically imported module/ })

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

test('the wizard works in a browser that blocks error reports', async ({ page, open }) => {
  await page.route(/sentry|envelope/, (route) => route.abort('blockedbyclient'))
  const blocked = page.waitForEvent('requestfailed')
  const { wizard } = await open(wizardAddresses.configured)
  await blocked
  await wizard.submitConfigured()
  await expect(wizard.dialog).toContainText('Do you want to start a import?')
})

test('the callback page reports its errors in the language of the sign-in', async ({
  page,
  signIn,
  reported,
}) => {
  await page.route('**/protocol/openid-connect/token', (route) => route.abort())
  await page.goto('/en/connect')
  await signIn.as('reseller')
  await expect(page.getByRole('alert')).toContainText('Signing in failed')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(new URL(page.url()).pathname).toBe('/callback')
  await reported.throwOnPage()
  await reported.expectNothingPersonal('event', 'replay_recording')
})
