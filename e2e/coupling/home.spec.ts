import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'

const listPath = '/api/serials/serial/list'
const companyPath = '/api/snelstart/company'

const section = (page: Page) => page.locator('#home')
const rows = (page: Page) => page.locator('#home-list > li')
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const search = (page: Page) => page.getByRole('searchbox')
const title = (page: Page, name: string) => section(page).getByRole('heading', { name })

/** The addresses of the scripts that the page which is there has fetched: not those of the one before. */
function scripts(page: Page): Promise<string> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => (name.endsWith('.js') ? name : []))
      .join(),
  )
}

test('a merchant is shown the shop, and begins to couple it with one press', async ({ open }) => {
  const { page, connect } = await open('/', 'merchant')
  await expect(title(page, 'Oefenbakkerij Zuid (NL)')).toBeVisible()
  await expect(rows(page)).toContainText(['Bakkerij Zuid'])
  await expect(rows(page)).toContainText(['Nog niet gekoppeld'])
  await page.getByRole('link', { name: 'Koppelen: Bakkerij Zuid' }).click()
  await expect(page).toHaveURL('/connect')
  await expect(connect.administration).toHaveValue('Oefenbakkerij Zuid (NL)')
  await expect(connect.location).toHaveValue('Bakkerij Zuid')
})

test('a reseller is shown the customers, each with what is next', async ({ open }) => {
  const { page, connect, wizard } = await open('/connect')
  await connect.requestKey('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await page.goto(places.configured)
  await expect(wizard.heading('SnelStart')).toBeVisible()

  await page.goto('/')
  await expect(title(page, 'Uw klanten')).toBeVisible()
  await expect(rows(page)).toHaveCount(7)
  // What was worked on comes first until more is known.
  await expect(rows(page).nth(0)).toContainText('Oefenslijterij Compleet (BE)')
  await expect(rows(page).nth(0)).toContainText('Laatst geopend: vandaag')
  await expect(row(page, 'Oefenwinkel Noord')).toContainText('Wacht op goedkeuring')
  const fetched = await scripts(page)
  expect(fetched).toContain('home-list')
  expect(fetched).not.toMatch(/client|Island/)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/Oefen|Winkel/)

  await page.getByRole('link', { name: 'English' }).click()
  // Nothing moved until the user came back.
  await expect(rows(page).nth(0)).toContainText('Waiting for approval')
  await row(page, 'Oefenwinkel Noord')
    .getByRole('link', { name: /^Forward the link/ })
    .click()
  await expect(page).toHaveURL('/en/wizard?administration=1001&location=2001')
  await expect(page.getByRole('button', { name: 'Copy the link' })).toBeVisible()
})

test.describe('a service that fails', () => {
  test.use({
    expectedErrors: /status of (?:403|500)|INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported/,
  })

  test('leaves the ways in, and is asked again at a press', async ({ open, sandbox }) => {
    await sandbox.injectFault({
      method: 'GET',
      path: listPath,
      fault: { kind: 'status', status: 500 },
    })
    const { page } = await open('/')
    await expect(section(page).getByRole('alert')).toContainText('konden niet worden geladen')
    await expect(page.getByRole('link', { name: 'Nieuwe klant aanmelden' })).toBeVisible()
    await sandbox.clearFaults()
    await section(page).getByRole('button', { name: 'Opnieuw proberen' }).press('Enter')
    await expect(title(page, 'Uw klanten')).toBeFocused()
    await expect(rows(page)).toHaveCount(7)
  })

  test('to send the list’s script leaves the ways in', async ({ page, signIn }) => {
    await page.route('**/assets/home-list*.js', (route) => route.abort())
    const reported = page.waitForEvent('pageerror').catch(() => undefined)
    await signIn.open('/')
    await expect(section(page).getByRole('alert')).toBeVisible()
    await reported
    await page.unroute('**/assets/home-list*.js')
    await section(page).getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(rows(page)).toHaveCount(7)
  })
})

test.describe('ten thousand customers', () => {
  test('are scrolled through and asked for in sight only', async ({ open, sandbox }) => {
    await sandbox.reset({ administrations: 10_000 })
    const { page } = await open('/')
    await expect(page.getByRole('status').filter({ hasText: '10.007 klanten' })).toBeVisible()
    await expect(rows(page).first()).toContainText('Nog niet gekoppeld')
    await expect(rows(page).first()).toHaveAttribute('aria-setsize', '10007')
    await page.locator('#home-rows').evaluate((box) => box.scrollTo(0, box.scrollHeight / 2))
    await expect(page.getByText('Oefenadministratie 05000 (BE)')).toBeVisible()
    await expect(row(page, 'Oefenadministratie 05000')).toContainText('Nog niet gekoppeld')
    expect(await rows(page).count()).toBeLessThan(40)
    // Those on the way were not asked for.
    expect((await sandbox.requests(companyPath)).length).toBeLessThan(60)
    await page.locator('#home-rows').evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await expect(page.getByText('Oefenadministratie 10000')).toBeVisible()
    await expect(rows(page).last()).toHaveAttribute('aria-posinset', '10007')
  })

  test('keep the focus in a row that leaves the sight', async ({ open, sandbox }) => {
    await sandbox.reset({ administrations: 10_000 })
    const { page } = await open('/')
    await search(page).focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Klantenlijst overslaan' })).toBeFocused()
    const first = page.getByRole('link', { name: 'Koppelen: Oefenwinkel Noord (NL)' })
    await first.focus()
    await page.locator('#home-rows').evaluate((box) => box.scrollTo(0, 100_000))
    await expect(row(page, 'Oefenadministratie 01663').getByRole('link')).toBeVisible()
    await expect(first).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(first).toHaveCount(0)
    await expect(page.locator('#home-list li:focus-within')).toHaveCount(1)

    await page.getByRole('link', { name: 'Klantenlijst overslaan' }).press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'www.koppelpunt.test' })).toBeFocused()
  })
})
