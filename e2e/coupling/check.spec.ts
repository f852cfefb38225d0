import { expect, test } from '../fixtures.ts'
import { checkAddresses, prepareFaults } from '../pages/check.ts'

// Console errors of the requests that the tests make fail.
test.use({ expectedErrors: /status of 403 / })

test('reads a failed line again on demand and links to the wizard', async ({ open, sandbox }) => {
  await prepareFaults(sandbox)
  const { page, check } = await open(checkAddresses.configured)
  await expect(check.outcome).toHaveText('5 punten om na te kijken')
  await expect(check.lines.filter({ visible: true })).toHaveCount(5)
  await check.unfold()
  await sandbox.clearFaults()
  const payments = check.line('Betaalrekeningen')
  await payments.getByRole('button', { name: 'Opnieuw nagaan : Betaalrekeningen' }).press('Enter')
  await expect(payments.getByText('fout', { exact: true })).toHaveCount(1)
  await check.line('Grootboekrekening pin').getByRole('link').press('Enter')
  await expect(page).toHaveURL(/\/wizard\?administration=1006&location=2007&step=summary$/)
})

test('prints all findings of a check and no buttons', async ({ open, sandbox }) => {
  await prepareFaults(sandbox)
  const { page, check } = await open(checkAddresses.configured)
  await expect(check.outcome).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(check.lines).toHaveCount(16)
  for (const line of await check.lines.all()) await expect(line).toBeVisible()
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
})

test('/check offers a choice of places if its address names none', async ({ open }) => {
  const { page, connect, check } = await open('/check')
  const heading = page.getByRole('heading', { name: 'Koppeling controleren' })
  await expect(heading).toBeVisible()
  await connect.administration.fill('markt west')
  await page.keyboard.press('Enter')
  const all = page.getByRole('link', { name: 'Alle locaties controleren' })
  await expect(all).toHaveAttribute('href', /\/check\?administration=1004$/)
  await connect.choose('Oefenslijterij Compleet (BE)', 'Slijterij')
  await expect(all).toHaveCount(0)
  await page.getByRole('link', { name: 'Koppeling controleren' }).click()
  await expect(page).toHaveURL(checkAddresses.configured)
  await expect(check.outcome).toBeVisible()
})
