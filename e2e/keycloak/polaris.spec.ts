import type { Variant } from '../../real/keycloak/variants.ts'
import { expect, test } from './fixtures.ts'

const variants: readonly (readonly [name: string, variant: Variant])[] = [
  ['the ID token', {}],
  ['a list in the ID token', { version: 'a list in the ID token' }],
  ['the access token', { version: 'access token' }],
  ['userinfo', { version: 'userinfo' }],
  ['a lightweight access token', { version: 'lightweight access token', lightweight: true }],
  ['userinfo, beside a lightweight access token', { version: 'userinfo', lightweight: true }],
]

for (const [name, variant] of variants) {
  test.describe(`version in ${name}`, () => {
    test.use({ variant })

    test('a polaris user follows the polaris route', async ({ page, signIn, boarding }) => {
      await signIn.open('/boarding', 'polaris')
      await expect(page.getByText('Polaris Oefenaccount')).toBeVisible()
      await expect(page.getByText('Stap 1 van 2')).toBeVisible()
      await expect(boarding.fullName).toHaveCount(0)
      await page.reload()
      await expect(page.getByText('Stap 1 van 2')).toBeVisible()
    })

    test('anybody else does not', async ({ page, signIn }) => {
      await signIn.open('/boarding', 'merchant')
      await expect(page.getByText('Winkelier Oefenaccount')).toBeVisible()
      await expect(page.getByText('Stap 1 van 3')).toBeVisible()
    })
  })
}
