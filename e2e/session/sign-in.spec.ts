import { expect, test } from '../fixtures.ts'
import { wizardAddresses } from '../pages/wizard.ts'

const expired = 'Failed to refresh the token, or the session has expired.'

// The sandbox's sign-in page responds with 400 when it is opened a second time.
test.use({ expectedErrors: /status of (?:40[01] |404 .*\/nope)|^Unleash: / })

test('addresses and local storage contain no code, state or token', async ({ signInAt }) => {
  const { page } = await signInAt('/connect')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(page.url()).not.toMatch(/code=|state=/)
  const stored = JSON.stringify(await page.context().storageState())
  expect(stored).not.toMatch(/access_token|refresh_token|id_token/)
  await page.goBack()
  expect(page.url()).not.toMatch(/code=/)
})

test('Back leaves the portal after at most three presses', async ({ signInAt, sandbox }) => {
  const start = `${sandbox.url}/customers`
  const { page } = await signInAt('/')
  await page.goto(start)
  await page.evaluate(() => sessionStorage.clear())
  // A tab with an empty session storage is like a new tab.
  await page.goto('/nope')
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(start)
  await page.goto('/connect?reseller=7')
  await expect(page).toHaveURL('/connect?reseller=7')
  await expect(page.getByText('Reseller Oefenaccount')).toBeVisible()
  for (let backs = 1; backs <= 3 && page.url() !== start; backs += 1) {
    await page.goBack()
    await expect(page.getByRole('heading').first()).toBeVisible()
  }
  await expect(page).toHaveURL(start)
})

test('an expired session keeps the choices until a new sign-in', async ({ signInAt, sandbox }) => {
  const { page, signIn, connect, activation } = await signInAt('/connect?reseller=shop-7')
  await connect.choose('Oefenmarkt West (DE)', 'Markthal')
  await sandbox.revokeSessions({ accessTokens: true })
  await connect.submit.click()
  await expect(connect.dialog).toContainText(expired)
  await connect.dialog.getByRole('button', { name: 'Opnieuw aanmelden' }).click()
  await signIn.as('reseller')
  await expect(page).toHaveURL('/connect?reseller=shop-7')
  await expect(connect.location).toHaveValue('Markthal')
  await connect.submit.click()
  await expect(activation.button).toBeVisible()
})

test('a session that expires while a screen opens shows 1 dialog', async ({
  signInAt,
  sandbox,
}) => {
  const { page, signIn, home, wizard } = await signInAt('/')
  // Pending requests of Home would detect the ended session too early.
  await expect(home.rows.first()).toBeVisible()
  await expect(home.unknownRows).toHaveCount(0)
  await sandbox.revokeSessions({ accessTokens: true })
  await page.goto(wizardAddresses.configured)
  await expect(wizard.dialog).toContainText(expired)
  await wizard.dialog.getByRole('button', { name: 'Annuleren' }).click()
  const failures = page.getByText(/konden niet|kon niet|Oeps|niet gelukt|fout:/)
  await expect(failures.filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('Meld u opnieuw aan')
  await page.getByRole('main').getByRole('button', { name: 'Opnieuw proberen' }).first().click()
  await wizard.dialog.getByRole('button', { name: 'Opnieuw aanmelden' }).click()
  await signIn.as('reseller')
  await expect(page).toHaveURL(wizardAddresses.configured)
  await expect(wizard.heading('SnelStart')).toBeVisible()
})
