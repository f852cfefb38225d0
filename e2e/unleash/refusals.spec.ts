import { backendKey } from '../../tools/services/unleash/control.ts'
import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: /Unleash|status of (401|403|404)|ERR_|CORS/ })

/** Where the browser finds Unleash, and what it knows of the portal. */
interface Addresses {
  flags: string
  portal: string
}

/** What is set up wrong, and what an operator reads under Details. */
const REFUSALS: readonly {
  of: string
  variables?: Record<string, string>
  isAllowed?: false
  says: (addresses: Addresses) => string
}[] = [
  {
    of: 'a wrong key',
    variables: { PORTAL_FLAGS_CLIENT_KEY: 'default:development.mistyped' },
    says: ({ flags }) =>
      `De dienst voor feature flags kent de sleutel niet (status 401). Controleer PORTAL_FLAGS_CLIENT_KEY bij ${flags}.`,
  },
  {
    of: 'a back-end key',
    variables: { PORTAL_FLAGS_CLIENT_KEY: backendKey },
    says: ({ flags }) =>
      `De sleutel mag de feature flags niet lezen (status 403). PORTAL_FLAGS_CLIENT_KEY moet een frontend-sleutel van ${flags} zijn, geen backend- of beheersleutel.`,
  },
  {
    of: 'an origin that is not allowed',
    isAllowed: false,
    says: ({ portal }) =>
      `laat de dienst ${portal} toe (CORS), en houdt een adblocker dit adres niet tegen?`,
  },
]

for (const { of, variables = {}, isAllowed = true, says } of REFUSALS) {
  test.describe(of, () => {
    test.use({ variables, isAllowed })

    test('is told, and asked for once', async ({ page, signIn, door }) => {
      let looks = 0
      // The callback page has asked as well by then, for the page that it leads to.
      page.on('request', (request) => {
        const isOfPage = new URL(page.url()).pathname === '/connect'
        if (isOfPage && request.method() === 'GET' && request.url().startsWith(door.url)) looks += 1
      })
      await page.clock.install()
      await signIn.through('/connect')
      await expect(page.locator('#shell-error')).toContainText('Error: ')
      await page.locator('#shell-reference summary').click()
      await expect(page.locator('#shell-reference')).toContainText(
        says({ flags: `${door.url}/api/frontend`, portal: new URL(page.url()).origin }),
      )
      if (isAllowed) {
        await page.clock.runFor(60_000)
        expect(looks).toBe(1)
      }
    })
  })
}
