import { expect, test } from './fixtures.ts'

test('a reseller connects an administration and arrives connected at the wizard', async ({
  page,
  signIn,
  connect,
  activation,
  world,
}) => {
  await signIn.open('/')
  await page.screenshot({ path: 'test-results/shots/home.png' })
  await page.getByRole('link', { name: 'Bestaande administratie koppelen' }).click()
  await expect(page).toHaveURL('/connect')
  await page.waitForTimeout(1000)
  await page.screenshot({ path: 'test-results/shots/connect-empty.png' })
  await connect.submit.click()
  await page.screenshot({ path: 'test-results/shots/connect-missing.png' })
  await connect.administration.click()
  await page.screenshot({ path: 'test-results/shots/connect-open.png' })
  await connect.choose('Oefenmarkt West (DE)', 'Groentekraam (Eco)')
  await page.screenshot({ path: 'test-results/shots/connect-chosen.png' })
  await connect.submit.click()
  await page.waitForURL(/activate/)
  await page.screenshot({ path: 'test-results/shots/activate.png' })
  await activation.answer('Activeren')
  await page.waitForURL(/wizard/)
  await expect(page.getByText('De koppeling is bevestigd.')).toBeVisible()
  await page.screenshot({ path: 'test-results/shots/wizard.png' })
})
