import { unleashBackendKey } from '../../tools/services/unleash/control.ts'
import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: /Unleash|status of (401|403|404)|ERR_|CORS/ })

/** Configuration errors, each with the explanation for operators under "Details". */
for (const { name, says, ...wrong } of [
  {
    name: 'a wrong key',
    variables: { PORTAL_FLAGS_CLIENT_KEY: 'default:development.mistyped' },
    isAllowed: true,
    says: 'kent de sleutel niet (status 401). Controleer PORTAL_FLAGS_CLIENT_KEY',
  },
  {
    name: 'a back-end key',
    variables: { PORTAL_FLAGS_CLIENT_KEY: unleashBackendKey },
    isAllowed: true,
    says: 'De sleutel mag de feature flags niet lezen (status 403).',
  },
  {
    name: 'an origin that is not allowed',
    variables: {},
    isAllowed: false,
    says: 'niet bereikbaar. Controleer de dienst, PORTAL_FLAGS_URL, CORS voor',
  },
]) {
  test.describe(() => {
    test.use(wrong)

    test(`shows the cause of a refused flag request and its remedy: ${name}`, async ({
      page,
      signIn,
    }) => {
      await signIn.through('/connect')
      await expect(page.locator('#shell-error')).toContainText('Error: ')
      await page.locator('#shell-reference summary').click()
      await expect(page.locator('#shell-reference')).toContainText(says)
    })
  })
}
