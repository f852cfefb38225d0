import type { Page } from '@playwright/test'
import type { UnleashControl } from '../../tools/services/unleash/control.ts'
import type { FlagName } from '../../src/stores/shell/flags.ts'
import { expect, test } from './fixtures.ts'

const isLook = (address: string) => new URL(address).pathname === '/api/frontend'

/** Sets a flag and waits until the open page has received it. */
async function setWhileOpen(
  page: Page,
  unleash: UnleashControl,
  name: FlagName,
  isEnabled: boolean,
) {
  await page.evaluate(() => Reflect.set(globalThis, 'isSamePage', true))
  const flagResponse = page.waitForResponse(
    (answer) => isLook(answer.url()) && answer.status() === 200,
  )
  await unleash.setFlag(name, isEnabled)
  await flagResponse
  expect(await page.evaluate(() => Reflect.has(globalThis, 'isSamePage'))).toBe(true)
}

test('an open page reacts when dry_run is switched on and off', async ({
  page,
  signIn,
  unleash,
}) => {
  await signIn.through('/connect')
  const formData = page.getByRole('heading', { name: 'Form data' })
  await expect(page.getByRole('combobox', { name: 'Administratie' })).toBeVisible()
  await expect(formData).toBeHidden()
  await setWhileOpen(page, unleash, 'dry_run', true)
  await expect(formData).toBeVisible()
  await setWhileOpen(page, unleash, 'dry_run', false)
  await expect(formData).toBeHidden()
})

test('the second request for flags gets 304', async ({ page, signIn }) => {
  const first = page.waitForResponse((answer) => isLook(answer.url()) && answer.status() === 200)
  const second = page.waitForResponse((answer) => isLook(answer.url()) && answer.status() === 304)
  await signIn.through('/')
  const tag = await (await first).headerValue('etag')
  expect(tag).toBeTruthy()
  expect(await (await second).request().headerValue('if-none-match')).toBe(tag)
})

test('Unleash accepts the metrics of the portal', async ({ page, signIn, unleash }) => {
  const before = await unleash.metrics('dry_run')
  const sent = page.waitForResponse((answer) =>
    answer.url().endsWith('/api/frontend/client/metrics'),
  )
  await unleash.setFlag('dry_run', true)
  await signIn.through('/')
  expect((await sent).status()).toBe(200)
  await expect.poll(async () => (await unleash.metrics('dry_run')).yes).toBeGreaterThan(before.yes)
})

test.describe(() => {
  test.use({ variables: { PORTAL_FLAGS_METHOD: 'POST' } })

  test('a flag that is fetched by POST reaches the portal', async ({ page, signIn, unleash }) => {
    const flagRequest = page.waitForRequest((request) => isLook(request.url()))
    await signIn.through('/connect')
    expect((await flagRequest).method()).toBe('POST')
    await unleash.setFlag('dry_run', true)
    await expect(page.getByRole('heading', { name: 'Form data' })).toBeVisible()
  })
})
