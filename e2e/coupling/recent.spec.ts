import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'

const recent = (page: Page) => page.getByRole('region', { name: /^(Onlangs|Recent work)$/ })
const rows = (page: Page) => recent(page).getByRole('listitem')

/** The addresses of the scripts that the page which is there has fetched: not those of the one before. */
function scripts(page: Page): Promise<string> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => (name.endsWith('.js') ? name : []))
      .join(),
  )
}

test('nothing worked on is nothing to show, nor to download', async ({ open }) => {
  const { page } = await open('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await expect(recent(page)).toBeHidden()
  expect(await scripts(page)).not.toMatch(/recent-list|client|Island/)
})

test('what was worked on is shown, and leads to where it goes on', async ({ open }) => {
  const { page, connect, wizard } = await open('/connect')
  await connect.requestKey('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await page.goto(places.configured)
  await expect(wizard.heading('SnelStart')).toBeVisible()

  await page.goto('/')
  await expect(rows(page)).toHaveText([
    'Oefenslijterij Compleet (BE), Slijterij gekoppeld',
    'Oefenwinkel Noord (NL), Winkel Noord wacht op goedkeuring',
  ])
  const fetched = await scripts(page)
  expect(fetched).toContain('recent-list')
  expect(fetched).not.toMatch(/client|Island/)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/Oefen|Winkel/)

  await page.getByRole('link', { name: 'English' }).click()
  await expect(rows(page).nth(1)).toContainText('waiting for approval')
  await rows(page).nth(1).getByRole('link').click()
  await expect(page).toHaveURL('/en/wizard?administration=1001&location=2001')
  await expect(page.getByRole('button', { name: 'Copy the link' })).toBeVisible()

  await page.goto('/')
  await rows(page).nth(1).getByRole('link').click()
  await expect(page).toHaveURL(places.configured)
})

test('drafts of this tab are shown, and lead to where they go on', async ({ open }) => {
  const { page, boarding, wizard } = await open('/boarding?step=serial_info')
  await boarding.companyName.fill('Nieuwe Zaak')
  await page.goto(places.desktop)
  await wizard.chooseDesktop()
  await page.goto('/')
  await expect(rows(page)).toHaveText([
    'Nieuwe klant: Nieuwe Zaak nog niet afgerond',
    'Oefenkaashandel Gekoppeld (NL), Kaashandel gekoppeld · nog niet afgerond',
  ])
  await rows(page).first().getByRole('link').click()
  await page.getByRole('button', { name: /Bedrijfs Informatie/ }).click()
  await expect(boarding.companyName).toHaveValue('Nieuwe Zaak')
})
