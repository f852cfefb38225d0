import checkTexts from '../../src/lib/i18n/messages/nl/check.json' with { type: 'json' }
import { expect, test } from '../fixtures.ts'
import { api, CheckPage, checks, prepareFaults } from '../pages/check.ts'
import { HomePage } from '../pages/home.ts'
import { focusWithTab } from '../pages/keyboard.ts'

// Console errors of the requests that the tests make fail.
test.use({ expectedErrors: /status of (?:403|404|409|500) / })

test('shows one line of each verdict, problems first with their remedy', async ({
  open,
  sandbox,
}) => {
  await prepareFaults(sandbox)
  const { page } = await open(checks.configured)
  const check = new CheckPage(page)
  await expect(check.outcome).toHaveText('5 punten om na te kijken')
  await expect(check.lines.filter({ visible: true })).toHaveCount(5)
  await check.unfold()
  for (const [name, verdict] of [
    ['Toegang', 'goed'],
    ['Ordersjablonen', 'fout'],
    ['Grootboekrekening pin', 'fout'],
    ['Grootboekrekening webshop', 'let op'],
    ['Betaalrekeningen', 'niet na te gaan'],
  ] as const) {
    await expect(check.line(name).getByText(verdict, { exact: true })).toHaveCount(1)
  }

  await expect(
    check.line('Prijzen').getByRole('link', { name: 'Overnemen : Prijzen' }),
  ).toHaveAttribute('href', /\/wizard\?administration=1006&location=2007&step=summary$/)
  await expect(check.line('Prijzen')).toContainText('in SnelStart staat nu')

  const payments = check.line('Betaalrekeningen')
  await expect(payments).toContainText(/\(403\).*Referentie/s)
  await sandbox.clearFaults()
  await sandbox.clearRequests()
  await payments.getByRole('button', { name: 'Opnieuw nagaan : Betaalrekeningen' }).press('Enter')
  await expect(payments.getByText('fout', { exact: true })).toHaveCount(1)
  const apiRequests = (await sandbox.requests()).filter(({ path }) => path.startsWith('/api/'))
  expect(apiRequests.map(({ path }) => path)).toEqual([api.payments])

  await focusWithTab(check.line('Grootboekrekening pin').getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/wizard\?administration=1006&location=2007&step=summary$/)
  const writes = (await sandbox.requests()).filter(({ method }) => method !== 'GET')
  expect(writes.filter(({ path }) => path.startsWith('/api/'))).toEqual([])
})

test('prints the lines without buttons', async ({ open, page, sandbox }) => {
  await prepareFaults(sandbox)
  await open(checks.configured)
  const check = new CheckPage(page)
  await expect(check.outcome).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(check.lines).toHaveCount(16)
  for (const line of await check.lines.all()) await expect(line).toBeVisible()
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
})

test('Home and connect link to the check', async ({ open }) => {
  const { page, connect } = await open('/connect')
  await connect.choose('Oefenslijterij Compleet (BE)', 'Slijterij')
  await page.getByRole('link', { name: 'Koppeling controleren' }).click()
  await expect(page).toHaveURL(checks.configured)

  await page.goto('/')
  await page.getByRole('searchbox').fill('slijterij')
  await expect(new HomePage(page).status).toHaveText('1 van 7 klanten gevonden · Klaar 1')
  const ofShop = { name: 'Koppeling controleren: Oefenslijterij Compleet (BE)' }
  await page.getByRole('link', ofShop).click()
  await expect(page).toHaveURL(checks.configured)
})

test('chooses what to check if the address does not say it', async ({ open }) => {
  const { page, connect } = await open('/check')
  const heading = page.getByRole('heading', { name: 'Koppeling controleren' })
  await expect(heading).toBeVisible()
  await connect.administration.fill('markt west')
  await page.keyboard.press('Enter')
  const all = page.getByRole('link', { name: 'Alle locaties controleren' })
  await expect(all).toHaveAttribute('href', /\/check\?administration=1004$/)
  await connect.choose('Oefenslijterij Compleet (BE)', 'Slijterij')
  await expect(all).toHaveCount(0)
  await page.getByRole('link', { name: 'Koppeling controleren' }).click()
  await expect(page).toHaveURL(checks.configured)
  await expect(new CheckPage(page).outcome).toBeVisible()
})

test('checks all locations of an administration at once', async ({ open, sandbox }) => {
  for (const location_id of [2003, 2004]) {
    await sandbox.connectKey({ administration_id: 1004, location_id })
  }
  const { page, connect } = await open('/connect')
  await connect.choose('Oefenmarkt West (DE)', 'Markthal')
  await page.getByRole('link', { name: 'Alle locaties controleren' }).click()
  await expect(page).toHaveURL(checks.locations)
  const check = new CheckPage(page)
  await expect(check.lines).toHaveCount(3)
  const hall = check.line('Markthal')
  await expect(hall).toContainText(checkTexts.notSetUp)
  await hall.getByRole('link').click()
  await expect(page).toHaveURL(/\/check\?administration=1004&location=2003$/)
  await expect(check.line('Koppeling')).toContainText(checkTexts.notSetUp)
})
