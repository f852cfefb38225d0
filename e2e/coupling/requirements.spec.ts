import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

const names = [
  'De administratie staat online',
  'Geen proefperiode',
  'Een pakket dat mag koppelen',
  'Een login met toegang',
  'De juiste administratie',
]

/** Returns the list of requirements and its lines. */
const requirements = (page: Page) => {
  const list = page.getByRole('group').filter({ has: page.getByText(/^Dit moet/) })
  const lines = list.getByRole('listitem')
  const title = page.getByRole('heading', { name: 'Dit moet in SnelStart kloppen' })
  return { title, lines, names: lines.getByRole('strong'), administration: lines.last() }
}

test('/connect shows the conditions folded, with the chosen administration', async ({
  services,
  open,
}) => {
  const text = `Alleen <b>Groot</b> & "Grootst" {provider}. ${'https'.repeat(50)}`
  const portal = await services.portalWith({ PORTAL_PACKAGE_REQUIREMENT: text })
  const { page, connect, activation } = await open(`${portal}/connect`)
  const { title, lines, administration, ...list } = requirements(page)
  await expect(title).toBeVisible()
  await expect(lines).toHaveCount(0)
  await title.click()
  await expect(list.names).toHaveText(names)
  await expect(administration).toContainText('die van deze winkel')
  await expect(lines.nth(2)).toHaveText(`${names[2]} ${text}`)
  await expect(page.getByText('Koppelpunt kan dat niet')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await expect(administration).toContainText('die van Oefenwinkel Noord:')
  await expect(page.getByText(/^Hierna krijgt u een link/)).toHaveCount(0)
  await page.getByRole('radio', { name: 'Mijn klant keurt goed' }).check()
  await expect(page.getByText(/^Hierna krijgt u een link/)).toBeVisible()
  await page.getByRole('radio', { name: 'Ik' }).check()
  await expect(page.getByText(/^Hierna opent SnelStart/)).toBeVisible()
  await connect.submit.click()
  await expect(activation.button).toBeVisible()
  await page.getByRole('button', { name: 'Weigeren: geen rechten' }).click()
  await page.getByRole('link', { name: 'Terug naar het portaal' }).click()
  await expect(page).toHaveURL(/\/wizard\?administration=1001&location=2001$/)
  await expect(title).toBeVisible()
})

test('shows a polaris user neither conditions nor an account', async ({ page, open }) => {
  const { connect } = await open('/connect', 'polaris')
  await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  const { title } = requirements(page)
  await expect(title).toHaveCount(0)
  await page.goto('/boarding?step=subscription')
  await expect(page.getByRole('heading', { name: 'Dit maken we aan' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Dit maken we aan' }).getByRole('term')).toHaveText(
    ['Administratie', 'Locatie'],
  )
  await expect(title).toHaveCount(0)
  await page.goto('/polaris?administration=1001&location=2001')
  await page.getByRole('button', { name: 'Ja, ga verder' }).click()
  await expect(page.getByRole('heading', { name: 'Wachten op SnelStart' })).toBeVisible()
  await expect(title).toHaveCount(0)
})
