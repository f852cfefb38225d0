import type { Variant } from '../../tools/services/keycloak/variants.ts'
import { expect, test, watchRequests } from './fixtures.ts'

const lightweight = true
const variants: readonly (readonly [name: string, variant: Variant])[] = [
  ['the ID token', {}],
  ['userinfo', { version: 'userinfo' }],
  ['a lightweight access token', { version: 'lightweight access token', lightweight }],
]

for (const [name, variant] of variants) {
  test.describe(`version in ${name}`, () => {
    test.use({ variant })

    test('a polaris user takes the polaris route', async ({ page, signIn, boarding }) => {
      await signIn.open('/boarding', 'polaris')
      await expect(page.getByRole('banner')).toContainText('Polaris Oefenaccount')
      await expect(boarding.step).toHaveAccessibleDescription('Stap 1 van 2')
      await expect(boarding.fullName).toHaveCount(0)
      await page.reload()
      await expect(boarding.step).toHaveAccessibleDescription('Stap 1 van 2')
    })
  })
}

test.describe('with lightweight access tokens', () => {
  // Keycloak refuses lightweight access tokens at the userinfo endpoint.
  test.use({ variant: { lightweight }, expectedErrors: /status of 401 .*\/userinfo/ })

  test('another user boards a merchant after a lookup', async ({
    page,
    signIn,
    boarding,
    activation,
  }) => {
    const questions = watchRequests(page, '/userinfo')
    await signIn.open('/boarding')
    await expect(page.getByText('Reseller Oefenaccount')).toBeVisible()
    await boarding.fillIn()
    await boarding.submit.click()
    await expect(activation.button).toBeVisible()
    expect(questions.length).toBeLessThanOrEqual(1)
  })
})
