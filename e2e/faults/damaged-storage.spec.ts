import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'

type Damage = (stored: string) => string

/** As another version would: something else in the place of the first text or number. */
const otherVersion: Damage = (stored) => stored.replace(/(?<=[:[])("[^"]*"|\d+)/, '{"v":1}')
const cutOff: Damage = (stored) => stored.slice(0, Math.floor(stored.length / 2))

/** Without these nobody is signed in: they have a test of their own. */
const isOfSession = (key: string) => key.startsWith('oidc.') || key === 'koppelpunt:tab'

/** Damages what the browser keeps, of the tab and of all tabs. Returns how much of it. */
async function damage(page: Page, how: Damage, isMeant: (key: string) => boolean) {
  const kept = await page.evaluate(() =>
    [sessionStorage, localStorage].map((storage) => Object.entries(storage) as [string, string][]),
  )
  const damaged = kept.map((entries) =>
    entries.filter(([key]) => isMeant(key)).map(([key, text]) => [key, how(text)] as const),
  )
  await page.evaluate(([ofTab = [], ofAll = []]) => {
    for (const [key, text] of ofTab) sessionStorage.setItem(key, text)
    for (const [key, text] of ofAll) localStorage.setItem(key, text)
  }, damaged)
  return damaged.flat().length
}

// The flag client notes what it cannot read.
test.use({ expectedErrors: /SyntaxError|status of 500/ })

// The stores' tests have what is damaged otherwise.
test('every screen works with everything that is kept by another version', async ({
  open,
  sandbox,
}) => {
  await sandbox.setFlag('skip_final_redirect', { enabled: true })
  const { page, boarding, connect, wizard } = await open(places.configured)
  await wizard.submitConfigured()
  await wizard.dialog.getByRole('button', { name: /^Annuleren/ }).click()
  await expect(wizard.heading('SnelStart is ingesteld.')).toBeVisible()
  await page.goto(`${places.desktop}&step=journals`)
  await (await wizard.unfold('Contant')).type('2201')
  await page.goto('/connect')
  await connect.requestKey('Oefenmarkt West (DE)', 'Markthal')
  const fault = { kind: 'status', status: 500 } as const
  await sandbox.injectFault({ method: 'POST', path: '/api/locations/location', fault })
  await page.goto('/boarding')
  await boarding.fillIn()
  await boarding.submit.click()
  await boarding.dialog.getByRole('button', { name: 'Sluiten' }).click()
  expect(await damage(page, otherVersion, (key) => !isOfSession(key))).toBeGreaterThan(10)

  await page.goto('/boarding')
  await boarding.fullName.fill('Winkelier')
  await boarding.next.click()
  await expect(boarding.companyName).toBeVisible()
  await page.goto('/connect')
  await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await expect(connect.submit).toBeEnabled()
  await page.goto(`${places.desktop}&step=journals`)
  await (await wizard.unfold('Contant')).says('bestaat nog niet')
  await page.goto(`${places.configured}&step=summary`)
  await expect(wizard.submit).toBeEnabled()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Nieuwe klant aanmelden' })).toBeVisible()
})

test('a session that is kept cut off leads to the sign-in and back', async ({ signInAt }) => {
  const { page, signIn } = await signInAt('/connect')
  await page.evaluate(() => {
    sessionStorage.setItem('koppelpunt:sign-in-rounds', '[1]')
    sessionStorage.setItem('oidc.begun', '{"created":1}')
  })
  await damage(page, cutOff, (key) => !key.startsWith('koppelpunt:memory'))
  await page.reload()
  const signedIn = page.getByRole('button', { name: 'Afmelden' })
  await expect(signIn.heading.or(signedIn).first()).toBeVisible()
  if (await signIn.heading.isVisible()) await signIn.as('reseller')
  await expect(signedIn).toBeVisible()
  await expect(page).toHaveURL(/\/(connect)?$/)
})
