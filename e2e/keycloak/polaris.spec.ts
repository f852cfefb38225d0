import type { RealmVariant } from '../../tools/services/keycloak/variants.ts'
import { expect, test, watchRequests } from './fixtures.ts'

const lightweight = true
const variants: readonly (readonly [name: string, variant: RealmVariant])[] = [
  ['the ID token', {}],
  ['userinfo', { version: 'userinfo' }],
  ['a lightweight access token', { version: 'lightweight access token', lightweight }],
]

for (const [name, variant] of variants) {
  test.describe(() => {
    test.use({ variant })

    test(`a user with version polaris in ${name} adds a customer without the account step`, async ({
      open,
    }) => {
      const { page, boarding } = await open('/boarding', 'polaris')
      await expect(page.getByRole('banner')).toContainText('Polaris Oefenaccount')
      await expect(boarding.step).toHaveAccessibleDescription('Stap 1 van 2')
      await expect(boarding.fullName).toHaveCount(0)
      await page.reload()
      await expect(boarding.step).toHaveAccessibleDescription('Stap 1 van 2')
    })
  })
}

test.describe(() => {
  // Keycloak refuses lightweight access tokens at the userinfo endpoint.
  test.use({ variant: { lightweight }, expectedErrors: /status of 401 .*\/userinfo/ })

  test('a reseller with lightweight access tokens adds a customer', async ({ open, page }) => {
    const questions = watchRequests(page, '/userinfo')
    const { boarding, activation } = await open('/boarding')
    await expect(page.getByText('Reseller Oefenaccount')).toBeVisible()
    await boarding.fillIn()
    await boarding.submit.click()
    await expect(activation.button).toBeVisible()
    expect(questions.length).toBeLessThanOrEqual(1)
  })
})
