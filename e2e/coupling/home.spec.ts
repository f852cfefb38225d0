import type { Page } from '@playwright/test'
import { signOut } from '../pages/account.ts'
import { expect, test } from '../fixtures.ts'
import { recordLayoutShifts } from '../moves.ts'
import { wizardAddresses } from '../pages/wizard.ts'

const companyPath = '/api/snelstart/company'

test.use({
  expectedErrors: /status of 500|ERR_FAILED|dynamically imported/,
  permissions: ['clipboard-read', 'clipboard-write'],
})

/** Returns the addresses of the scripts that the current page has loaded. */
function scripts(page: Page): Promise<string> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => (name.endsWith('.js') ? name : []))
      .join(),
  )
}

test('shows a reseller’s customers with the next action of each', async ({ open }) => {
  const { page, home, connect, wizard } = await open('/connect')
  await connect.requestKey('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await page.goto(wizardAddresses.configured)
  await expect(wizard.heading('SnelStart')).toBeVisible()

  await page.goto('/')
  await expect(home.title('Uw klanten')).toBeVisible()
  await expect(home.rows).toHaveCount(5)
  await expect(home.rows.nth(0)).toContainText('Oefenkaashandel Gekoppeld')
  await home.tab('Alle').press('Enter')
  await expect(home.rows).toHaveCount(7)
  await expect(home.row('Oefenwinkel Noord')).toContainText('Wacht op goedkeuring')
  await expect(home.row('Oefencafé Oost')).toContainText('Vraag Koppelpunt om er een toe te voegen')
  await expect(home.row('Oefencafé Oost').getByRole('link', { name: /^Mailen/ })).toHaveAttribute(
    'href',
    'mailto:hulp@koppelpunt.test?subject=Oefencaf%C3%A9%20Oost%20(BE)',
  )
  await expect(home.row('Oefenslijterij')).toContainText('Laatst door u geopend: vandaag')
  const names = ['Te doen 5', 'Wacht op klant 1', 'Klaar 1', 'Alle 7']
  for (const name of names) await expect(home.tab(name)).toBeVisible()
  const fetched = await scripts(page)
  expect(fetched).toContain('home-list')
  expect(fetched).not.toMatch(/client|Island/)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/Oefen|Winkel/)

  await home.tab('Wacht op klant').click()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(home.rows).toContainText(['Waiting for approval'])
  await home
    .row('Oefenwinkel Noord')
    .getByRole('link', { name: /^Forward the link/ })
    .click()
  await expect(page).toHaveURL('/en/wizard?administration=1001&location=2001')
  await expect(page.getByRole('button', { name: 'Copy the link' })).toBeVisible()
})

test('keeps the tab in the address after Back and a reload', async ({ open }) => {
  const { page, home } = await open('/')
  await expect(home.unknownRows).toHaveCount(0)
  await home.tab('Klaar').press('Enter')
  await expect(page).toHaveURL('/?tab=ready')
  await expect(home.rows).toContainText(['Oefenslijterij Compleet (BE)'])
  await home.rows.getByRole('link').first().focus()
  await page.goBack()
  await expect(home.currentTab).toHaveText('Te doen 6')
  await page.goForward()
  await page.reload()
  await expect(home.currentTab).toHaveText('Klaar 1')
  await expect(home.rows).toContainText(['Oefenslijterij Compleet (BE)'])
})

test('keeps the focus in a location when another location changes', async ({ open, sandbox }) => {
  const { page, home, connect } = await open('/?tab=all')
  await expect(home.unknownRows).toHaveCount(0)
  const fold = page.getByRole('button', { name: '3 nog te koppelen: Oefenmarkt West' })
  await fold.press('Enter')
  await expect(fold).toBeFocused()
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await expect(home.rows).toHaveCount(10)
  const hall = page.getByRole('link', { name: 'Koppelen: Markthal' })
  await hall.focus()
  await sandbox.connectKey({ administration_id: 1004, location_id: 2005 })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const webshop = page.locator('[data-place]').filter({ hasText: 'Webshop' })
  await expect(webshop).toContainText('Gekoppeld, nog niet ingesteld')
  await expect(hall).toBeFocused()
  await hall.press('Enter')
  await expect(connect.location).toHaveValue('Markthal')
})

test('offers to remove rows that no longer belong to the tab, without a layout shift', async ({
  open,
  page,
  sandbox,
}) => {
  const moves = await recordLayoutShifts(page)
  const { home } = await open('/')
  await expect(home.rows).toHaveCount(6)
  await page.getByRole('link', { name: 'Koppelen: Oefenwinkel Noord (NL)' }).focus()
  const fault = { kind: 'status', status: 409 } as const
  await sandbox.injectFault({ method: 'GET', path: companyPath, fault })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(home.status).toHaveText('5 horen hier niet meer ·')
  await expect(home.rows).toHaveCount(6)
  expect(await moves()).toEqual([])
  await home.section.getByRole('button', { name: 'Bijwerken' }).press('Enter')
  await expect(home.rows).toHaveCount(1)
  await expect(home.title('Uw klanten')).toBeFocused()
})

test('on a phone, shows a merchant’s shop above the buttons of Home', async ({ open, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { home } = await open('/', 'merchant')
  await expect(home.unknownRows).toHaveCount(0)
  const order = page.getByRole('main').getByRole('link')
  await expect(order).toHaveText([
    'Koppelen',
    'Bestaande administratie koppelen',
    'Nieuwe klant aanmelden',
  ])
})

test('keeps the reseller parameter through Home and the list', async ({ open }) => {
  const { page, home } = await open('/connect?reseller=shop-7')
  await page.getByRole('link', { name: 'Koppelpunt, naar de startpagina' }).click()
  await expect(page).toHaveURL('/?reseller=shop-7')
  await home.tab('Klaar').click()
  await page.getByRole('link', { name: 'Nieuwe klant aanmelden' }).click()
  await expect(page).toHaveURL(/\/boarding\?reseller=shop-7/)
  await page.getByRole('link', { name: 'Meerdere klanten? Meld ze aan uit een lijst' }).click()
  await expect(page).toHaveURL('/boarding/list?reseller=shop-7')
})

test('Home shows when an approval link was created, also after the next sign-in', async ({
  open,
  signIn,
}) => {
  const { page, home, connect } = await open('/connect')
  await connect.requestKey('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await page.goto('/')
  await signOut(page)
  await expect(signIn.heading).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  expect(stored).not.toMatch(/Oefen|Winkel|1001|2001/)

  await signIn.through('/?tab=waiting')
  await expect(home.rows).toContainText([/Oefenwinkel Noord.*Link gemaakt op \d+ \p{L}+/u])
  await page.getByRole('link', { name: 'Nieuwe link: Oefenwinkel Noord (NL)' }).click()
  await expect(page).toHaveURL('/connect')
  await expect(connect.location).toHaveValue('Winkel Noord')
})

test('copies the links of waiting customers by keyboard', async ({ open }) => {
  const { page, home, connect } = await open('/connect')
  await connect.requestKey('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await page.goto('/connect')
  await connect.requestKey('Oefenbakkerij Zuid (NL)', 'Bakkerij Zuid')
  await page.goto('/?tab=waiting')
  await expect(home.tab('Wacht op klant 2')).toBeVisible()
  const north = page.getByRole('checkbox', { name: 'Link van Oefenwinkel Noord (NL) kiezen' })
  expect(await scripts(page)).not.toContain('links')
  await north.press('Space')
  await expect(north).toBeFocused()
  await expect(page.getByText('Gekozen links: 1. Koppelpunt verstuurt niets.')).toBeVisible()
  expect(await scripts(page)).not.toMatch(/client|Island/)
  const remind = page.getByRole('link', { name: 'Herinnering maken' })
  await expect(remind).toHaveAttribute('href', /^mailto:\?subject=Herinnering.*referenceKey/)
  await page.getByLabel('Alle links kiezen').press('Space')
  await page.getByRole('button', { name: 'Links kopiëren' }).press('Enter')
  await expect(page.getByText('Gekopieerd.')).toBeVisible()
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split(/\r?\n/)
  expect(lines.map((line) => line.split('\t').slice(0, 2))).toEqual([
    ['Klant', 'Winkel'],
    ['Oefenbakkerij Zuid', 'Bakkerij Zuid'],
    ['Oefenwinkel Noord', 'Winkel Noord'],
  ])
  expect(lines[1]).toMatch(/\thttps?:\S+referenceKey\S+\t\d+-\d+-\d{4}$/)
})

test('counts fifty customers while their states load', async ({ open, sandbox }) => {
  await sandbox.reset({ administrations: 46 })
  const { home } = await open('/')
  await expect(home.section).toContainText(/\d+ van 53 gecontroleerd/)
  await expect(home.section).not.toContainText('gecontroleerd')
  await expect(home.tab('Te doen 52')).toBeVisible()
  await expect(home.tab('Alle 53')).toBeVisible()
})

test('Home keeps its links usable and offers a retry when loading the customers fails', async ({
  open,
  sandbox,
}) => {
  await sandbox.failNext('GET', '/api/serials/serial/list')
  const { page, home } = await open('/')
  await expect(home.section.getByRole('alert')).toContainText('konden niet worden geladen')
  await expect(page.getByRole('link', { name: 'Nieuwe klant aanmelden' })).toBeVisible()
  await home.section.getByRole('button', { name: 'Opnieuw proberen' }).press('Enter')
  await expect(home.title('Uw klanten')).toBeFocused()
  await expect(home.rows).toHaveCount(6)
})

test('Home loads the customer list again after its script failed to load', async ({
  page,
  open,
}) => {
  await page.route('**/assets/home-list*.js', (route) => route.abort())
  const { home } = await open('/')
  await expect(home.section.getByRole('alert')).toBeVisible()
  await page.unroute('**/assets/home-list*.js')
  await home.section.getByRole('button', { name: 'Opnieuw proberen' }).click()
  await expect(home.rows).toHaveCount(6)
})

test('of ten thousand customers, requests only the visible ones', async ({ open, sandbox }) => {
  await sandbox.reset({ administrations: 10_000 })
  const { page, home } = await open('/')
  await expect(home.tab('Alle 10.007')).toBeVisible()
  await expect(home.rows.first()).toContainText('Nog niet gekoppeld')
  await expect(home.rows.first()).toHaveAttribute('aria-setsize', '10007')
  await home.scrollTo(0.499)
  await expect(page.getByText('Oefenadministratie 05000 (BE)')).toBeVisible()
  await expect(home.row('Oefenadministratie 05000')).toContainText('Nog niet gekoppeld')
  expect(await home.rows.count()).toBeLessThan(40)
  // Home requests no data for rows that the user scrolled past.
  expect((await sandbox.requests(companyPath)).length).toBeLessThan(60)
  await home.scrollTo(1)
  await expect(page.getByText('Oefenwinkel Zonder Passant')).toBeVisible()
  await expect(home.rows.last()).toHaveAttribute('aria-posinset', '10007')
})

test('keeps the focus in a row that scrolls out of view', async ({ open, sandbox }) => {
  await sandbox.reset({ administrations: 10_000 })
  const { page, home } = await open('/')
  await home.search.focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Klantenlijst overslaan' })).toBeFocused()
  const first = page.getByRole('link', { name: 'Koppelen: Oefenadministratie 00001 (NL)' })
  await first.focus()
  await home.scrollTo(0.166)
  await expect(home.row('Oefenadministratie 01663').getByRole('link')).toBeVisible()
  await expect(first).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(first).toHaveCount(0)
  await expect(page.locator('#home-list li:focus-within')).toHaveCount(1)

  await page.getByRole('link', { name: 'Klantenlijst overslaan' }).press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'www.koppelpunt.test' })).toBeFocused()
})
