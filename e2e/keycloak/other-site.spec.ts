import config from '../../playwright.config.ts'
import { expect, test } from './fixtures.ts'

const { launchOptions } = config.use ?? {}

// Puts the provider on another site than the portal and blocks third-party cookies.
test.use({
  keycloakHost: '127.0.0.1',
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--test-third-party-cookie-phaseout'],
  },
  // Chromium logs an error for Keycloak's frame, and the test's clock may time out a request for flags.
  expectedErrors: /requestStorageAccess: Permission denied|CallError: GET flags: timeout/,
})

test('the session check logs at most one console error after a sign-in', async ({ open, page }) => {
  const denials: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('requestStorageAccess')) denials.push(message.text())
  })
  await page.clock.install()
  const frame = page.waitForEvent('frameattached')
  const { connect, activation } = await open('/connect')
  await frame
  await connect.choose('Oefenmarkt West (DE)', 'Markthal')
  for (let checks = 0; checks < 4; checks += 1) await page.clock.runFor('00:05')
  await connect.submit.click()
  await expect(activation.button).toBeVisible()
  expect(denials.length).toBeLessThanOrEqual(1)
})
