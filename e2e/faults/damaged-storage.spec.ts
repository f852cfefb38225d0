import type { Page } from '@playwright/test'
import type { SandboxControl } from '../../test/sandbox.ts'
import { expect, test } from '../fixtures.ts'
import type { BoardingPage } from '../pages/boarding.ts'
import type { ConnectPage } from '../pages/connect.ts'
import { places, type WizardPage } from '../pages/wizard.ts'

type Damage = (stored: string) => string

/** As another version would: something else in the place of the first text or number. */
const otherVersion: Damage = (stored) => stored.replace(/(?<=[:[])("[^"]*"|\d+)/, '{"v":1}')

/** One of each kind; the stores' tests have any. */
const damages: Readonly<Record<string, Damage>> = {
  'cut off': (stored) => stored.slice(0, Math.floor(stored.length / 2)),
  'of another shape': () => '[null,{},[]]',
  'of another version': otherVersion,
}

/** Without these nobody is signed in: they have a test of their own. */
const isOfSession = (key: string) => key.startsWith('oidc.') || key === 'koppelpunt:tab'

type Entries = readonly (readonly [key: string, text: string])[]
/** What a browser keeps, of the tab and of all tabs. */
type Kept = readonly [tab: Entries, shared: Entries]

const keptIn = (page: Page) =>
  page.evaluate(() => [
    Object.entries(sessionStorage) as [string, string][],
    Object.entries(localStorage) as [string, string][],
  ]) as unknown as Promise<Kept>

/** Has the browser keep something damaged. Returns how much of it. */
async function plant(page: Page, kept: Kept, how: Damage, isMeant: (key: string) => boolean) {
  const damaged = (entries: Entries): Entries =>
    entries.filter(([key]) => isMeant(key)).map(([key, text]) => [key, how(text)])
  const [tab, shared] = kept
  const planted: Kept = [damaged(tab), damaged(shared)]
  await page.evaluate(([ofTab, ofAll]) => {
    for (const [key, text] of ofTab) sessionStorage.setItem(key, text)
    for (const [key, text] of ofAll) localStorage.setItem(key, text)
  }, planted)
  return planted.flat().length
}

interface Pages {
  page: Page
  boarding: BoardingPage
  connect: ConnectPage
  wizard: WizardPage
}

/** Fills in and sends whatever there is; boarding ends halfway. */
async function fillIn({ page, boarding, connect, wizard }: Pages, sandbox: SandboxControl) {
  await sandbox.setFlag('skip_final_redirect', { enabled: true })
  await page.goto(places.configured)
  await wizard.submitConfigured()
  await wizard.dialog.getByRole('button', { name: /^Annuleren/ }).click()
  await expect(wizard.heading('SnelStart is ingesteld.')).toBeVisible()
  await page.goto(`${places.desktop}&step=journals`)
  await (await wizard.unfold('Contant')).type('2201')
  await page.goto('/connect')
  await connect.choose('Oefenmarkt West (DE)', 'Markthal')
  await connect.submit.click()
  await page.getByRole('button', { name: 'Activeren', exact: true }).waitFor()
  const fault = { kind: 'status', status: 500 } as const
  await sandbox.injectFault({ method: 'POST', path: '/api/locations/location', fault })
  await page.goto('/boarding')
  await boarding.fillIn()
  await boarding.submit.click()
  await boarding.dialog.getByRole('button', { name: 'Sluiten' }).click()
}

/** What a session that was filled in keeps; the first test of a worker fills one in. */
let filledIn: Kept | undefined

// The flag client notes what it cannot read.
test.use({ expectedErrors: /SyntaxError|status of 500/ })

for (const [name, how] of Object.entries(damages)) {
  test(`every screen works with everything that is kept ${name}`, async ({ open, sandbox }) => {
    const { page, boarding, connect, wizard } = await open('/')
    if (filledIn === undefined) {
      await fillIn({ page, boarding, connect, wizard }, sandbox)
      filledIn = await keptIn(page)
    }
    const planted = await plant(page, filledIn, how, (key) => !isOfSession(key))
    expect(planted).toBeGreaterThan(10)

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

  test(`a session that is kept ${name} leads to the sign-in and back`, async ({ signInAt }) => {
    const { page, signIn } = await signInAt('/connect')
    await page.evaluate(() => {
      sessionStorage.setItem('koppelpunt:sign-in-rounds', '[1]')
      sessionStorage.setItem('oidc.begun', '{"created":1}')
    })
    await plant(page, await keptIn(page), how, (key) => !key.startsWith('koppelpunt:memory'))
    await page.reload()
    await expect(
      signIn.heading.or(page.getByRole('button', { name: 'Afmelden' })).first(),
    ).toBeVisible()
    if (await signIn.heading.isVisible()) await signIn.as('reseller')
    await expect(page.getByRole('button', { name: 'Afmelden' })).toBeVisible()
    await expect(page).toHaveURL(/\/(connect)?$/)
  })
}
