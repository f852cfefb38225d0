import { expect, test } from '../fixtures.ts'

test('the contract can be read and tried in the sandbox', async ({ page, sandbox }) => {
  await page.goto(sandbox.url)
  await page.getByRole('link', { name: 'Contract van de product-API' }).click()
  await expect(page.getByText('The administrations that the user may see')).toBeVisible()
  await page.getByText('/serials/serial/list').click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  const answer = page.locator('.live-responses-table')
  await expect(answer).toContainText('Oefenwinkel Noord')
})
