import { expect, test } from '../fixtures.ts'

// A clock that is turned forward by hand times out what the flag client sends on the side.
test.use({
  expectedErrors:
    /status of 404 .*\/9999$|unable to (?:send feature metrics|fetch feature toggles)/,
})

test('waits for a late confirmation, and goes on by itself', async ({ open, sandbox }) => {
  await sandbox.changeSettings({ activationDelay: 3 })
  const { page, connect, activation } = await open('/connect')
  await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await connect.submit.click()
  await activation.answer('Activeren, bevestiging komt later')
  await expect(page.getByRole('heading', { name: 'Wachten op SnelStart' })).toBeVisible()
  await expect(page.getByText('Gekoppeld', { exact: true })).toBeVisible()

  await page.goto('/connect')
  await expect(connect.administration).toHaveValue('')
})

test.describe('looks at the coupling that fail', () => {
  const path = '/api/snelstart/company'
  test.use({
    expectedErrors: /status of 50[03]|unable to (?:send feature metrics|fetch feature toggles)/,
  })

  test('are told of when the two minutes are over', async ({ page, open, sandbox }) => {
    await page.clock.install()
    const { wizard } = await open('/wizard?administration=1001&location=2001')
    await expect(page.getByRole('heading', { name: 'Wachten op SnelStart' })).toBeVisible()
    const fault = { kind: 'status', status: 500 } as const
    await sandbox.injectFault({ method: 'GET', path, fault })
    await wizard.waitInVain()
    const failure = page.getByRole('main').getByRole('alert')
    await expect(failure).toContainText('De laatste controle is niet gelukt.')
    await failure.getByText('Details', { exact: true }).click()
    await expect(failure).toContainText('status 500')
    await sandbox.clearFaults()
    await sandbox.connectKey({ administration_id: 1001, location_id: 2001 })
    await page.getByRole('button', { name: 'Opnieuw controleren' }).click()
    await expect(page.getByText('Gekoppeld', { exact: true })).toBeVisible()
  })
})
