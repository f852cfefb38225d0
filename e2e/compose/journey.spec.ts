import { createSandboxControl } from '../../test/sandbox.ts'
import { expect, test } from '../base.ts'
import { completeWizard } from '../journeys.ts'
import { KeycloakSignIn } from '../keycloak/fixtures.ts'

const sandbox = createSandboxControl('http://localhost:4400')

test.use({ baseURL: 'https://localhost:8443', ignoreHTTPSErrors: true })

test('goes from connect to the customer portal with real services', async ({
  page,
  connect,
  activation,
  wizard,
}) => {
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))

  await new KeycloakSignIn(page).open('/')
  await page.getByRole('link', { name: 'Bestaande administratie koppelen' }).click()
  await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await connect.submit.click()
  await activation.button.click()
  await expect(page).toHaveURL('/wizard?administration=1001&location=2001')
  await completeWizard(wizard)
  await expect(page).toHaveURL(`${sandbox.url}/customers`)

  expect([...origins].sort()).toEqual([
    'http://localhost:4400',
    'https://localhost:8443',
    'https://localhost:8444',
  ])
  expect(await sandbox.preflights()).toEqual([])
})

test('boarding creates an account in Keycloak', async ({ page, boarding, activation }) => {
  await new KeycloakSignIn(page).open('/boarding')
  await boarding.fillIn()
  await boarding.submit.click()
  await activation.button.click()
  await expect(page).toHaveURL('/wizard?administration=1008&location=2009')
})
