import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { places } from './pages/wizard.ts'

type Damage = (stored: string) => string

/** The same text with something else in the place of its first text or number, as of another version. */
const otherVersion: Damage = (stored) => stored.replace(/(?<=[:[])("[^"]*"|\d+)/, '{"v":1}')

const damages: Readonly<Record<string, Damage>> = {
  'cut off': (stored) => stored.slice(0, Math.floor(stored.length / 2)),
  'of another shape': () => '{"other":["shape"]}',
  null: () => 'null',
  'a number': () => '7',
  huge: () => JSON.stringify('x'.repeat(200_000)),
  'a list': () => '[null,{},[]]',
  'a prototype': () => '{"__proto__":{"values":{}},"constructor":1}',
  'of another version': otherVersion,
}

/** Without these nobody is signed in: they have a test of their own. */
const isOfSession = (key: string) => key.startsWith('oidc.') || key === 'koppelpunt:tab'

/** Damages what the browser keeps. Returns the keys. */
async function damage(page: Page, how: Damage, isMeant: (key: string) => boolean) {
  const read = () =>
    page.evaluate(() => [Object.entries(sessionStorage), Object.entries(localStorage)])
  const change = (entries: [string, string][]) =>
    entries.filter(([key]) => isMeant(key)).map(([key, text]) => [key, how(text)] as const)
  const [tab = [], shared = []] = (await read()) as [string, string][][]
  const changed = [change(tab), change(shared)] as const
  await page.evaluate(([tab, shared]) => {
    for (const [key, text] of tab) sessionStorage.setItem(key, text)
    for (const [key, text] of shared) localStorage.setItem(key, text)
  }, changed)
  return changed.flat().map(([key]) => key)
}

// The flag client notes what it cannot read.
test.use({ expectedErrors: /SyntaxError|status of 500/ })

for (const [name, how] of Object.entries(damages)) {
  test(`every screen works with everything that is kept ${name}`, async ({
    page,
    signIn,
    boarding,
    connect,
    wizard,
    services,
  }) => {
    await services.sandbox.setFlag('skip_final_redirect', { enabled: true })
    await signIn.open(places.configured)
    await wizard.completeConfigured()
    await wizard.submit.click()
    await wizard.dialog.getByRole('button', { name: /^Annuleren/ }).click()
    await expect(wizard.heading('SnelStart is ingesteld.')).toBeVisible()
    await page.goto(`${places.desktop}&step=journals`)
    await (await wizard.unfold('Contant')).type('2201')
    await page.goto('/connect')
    await connect.choose('Oefenmarkt West (DE)', 'Markthal')
    await connect.submit.click()
    await page.getByRole('button', { name: 'Activeren', exact: true }).waitFor()
    await services.sandbox.injectFault({
      method: 'POST',
      path: '/api/locations/location',
      fault: { kind: 'status', status: 500 },
    })
    await page.goto('/boarding')
    await boarding.fillIn()
    await boarding.submit.click()
    await boarding.dialog.getByRole('button', { name: 'Sluiten' }).click()

    const keys = await damage(page, how, (key) => !isOfSession(key))
    expect(keys.length).toBeGreaterThan(10)

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

  test(`a session that is kept ${name} leads to the sign-in and back`, async ({ page, signIn }) => {
    await signIn.through('/connect')
    await page.evaluate(() => {
      sessionStorage.setItem('koppelpunt:sign-in-rounds', '[1]')
      sessionStorage.setItem('oidc.begun', '{"created":1}')
    })
    await damage(page, how, (key) => !key.startsWith('koppelpunt:memory'))
    await page.reload()
    await expect(
      signIn.heading.or(page.getByRole('button', { name: 'Afmelden' })).first(),
    ).toBeVisible()
    if (await signIn.heading.isVisible()) await signIn.as('reseller')
    await expect(page.getByRole('button', { name: 'Afmelden' })).toBeVisible()
    await expect(page).toHaveURL(/\/(connect)?$/)
  })
}
