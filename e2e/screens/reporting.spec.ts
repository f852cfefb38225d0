import manifest from '../../package.json' with { type: 'json' }
import { expect, scrubbed, test } from '../reported.ts'

test.use({ expectedErrors: /planted/ })

test('an error, a trace and a replay tell nothing personal', async ({
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
  expect(JSON.stringify(await reported.ofType('event'))).toContain(scrubbed)
  const build = await page.locator('meta[name=build]').getAttribute('content')
  expect(build).toMatch(/^(?:hash-)?[\da-f]{12}$/)
  const release = `koppelpunt@${manifest.version}+${build}`
  for (const type of ['event', 'transaction', 'replay_event']) {
    for (const { payload } of await reported.ofType(type)) {
      expect(payload).toMatchObject({ release })
    }
  }
})

test('what was filled in is in no report', async ({ signIn, boarding, reported }) => {
  await signIn.open('/boarding')
  await boarding.fillIn()
  await reported.throwOnPage()
  await reported.expectNothingPersonal('event', 'replay_recording')
})

test.describe('the callback page', () => {
  test.use({ expectedErrors: /planted|ERR_FAILED/ })

  test('reports its errors as well', async ({ page, signIn, reported }) => {
    await page.route('**/protocol/openid-connect/token', (route) => route.abort())
    await page.goto('/connect')
    await signIn.as('reseller')
    await expect(page.getByRole('alert')).toContainText('non authenticated')
    expect(new URL(page.url()).pathname).toBe('/callback')
    await reported.throwOnPage()
    await reported.expectNothingPersonal('event', 'replay_recording')
  })
})
