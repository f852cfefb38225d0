import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

// A clock that is turned forward by hand times out what the flag client sends on the side.
test.use({ expectedErrors: /unable to (?:send feature metrics|fetch feature toggles)/ })

const names = {
  nl: [
    'De administratie staat online',
    'Geen proefperiode',
    'Een pakket dat mag koppelen',
    'Een login met toegang',
    'De juiste administratie',
  ],
  en: [
    'The administration is online',
    'No trial period',
    'A package that may connect',
    'A login with access',
    'The right administration',
  ],
}

/** The list, its title, its lines, and the last of them, which is about the administration to pick. */
const requirements = (page: Page) => {
  const list = page.getByRole('group').filter({ has: page.getByText(/^Dit moet|^What has to/) })
  const lines = list.getByRole('listitem')
  const title = page.getByRole('heading', {
    name: /^(Dit moet in SnelStart kloppen|What has to be right in SnelStart)$/,
  })
  return { title, lines, names: lines.getByRole('strong'), administration: lines.last() }
}

test('/connect has it folded, with the chosen administration, and sends as before', async ({
  open,
}) => {
  const { page, connect, activation } = await open('/connect')
  const { title, lines, administration, ...list } = requirements(page)
  await expect(title).toBeVisible()
  await expect(lines).toHaveCount(0)
  await title.click()
  await expect(list.names).toHaveText(names.nl)
  await expect(administration).toContainText('de administratie van deze winkel')
  await expect(lines.nth(2)).toContainText('verschilt per koppeling')
  await expect(lines.nth(2)).toContainText('aan Koppelpunt')
  await expect(page.getByText('Koppelpunt kan dit niet nagaan')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)

  await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await expect(administration).toContainText('de administratie van Oefenwinkel Noord.')
  await connect.submit.click()
  await expect(activation.button('Activeren')).toBeVisible()
})

test('in English as well', async ({ open }) => {
  const { page } = await open('/en/connect')
  const { title, ...list } = requirements(page)
  await title.click()
  await expect(list.names).toHaveText(names.en)
})

test('the operator says which packages, in plain text', async ({ services, open }) => {
  const text = `Alleen <b>Groot</b> & "Grootst" {provider}. ${'https'.repeat(50)}`
  const portal = await services.portalWith({ PORTAL_PACKAGE_REQUIREMENT: text })
  const { page } = await open(`${portal}/connect`)
  const { title, lines } = requirements(page)
  await title.click()
  await expect(lines.nth(2)).toHaveText(`${names.nl[2]} ${text}`)
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test("boarding's last step has it folded, with the company that was filled in", async ({
  open,
}) => {
  const { page, boarding, activation } = await open('/boarding')
  const { title, lines, administration } = requirements(page)
  await expect(title).toBeHidden()
  await boarding.fillIn()
  await expect(lines).toHaveCount(0)
  await title.click()
  await expect(administration).toContainText('de administratie van Nieuwe Zaak.')
  await boarding.submit.click()
  await expect(activation.button('Activeren')).toBeVisible()
})

test('a polaris user is told none of it, since nothing of it is known', async ({ page, open }) => {
  const { connect } = await open('/connect', 'polaris')
  await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  const { title } = requirements(page)
  await expect(title).toHaveCount(0)
  await page.goto('/boarding?step=subscription')
  await expect(page.getByRole('heading', { name: 'Dit maken we aan' })).toBeVisible()
  await expect(title).toHaveCount(0)
})

test('what waits after a refusal has it open, also in vain', async ({ page, open }) => {
  await page.clock.install()
  const { connect, activation, wizard } = await open('/connect')
  await connect.requestKey('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await activation.answer('Weigeren: geen rechten')
  await expect(page.getByRole('strong').filter({ hasText: 'Een login met toegang' })).toBeVisible()

  await page.goto('/wizard?administration=1001&location=2001')
  const { lines, administration, ...list } = requirements(page)
  await expect(list.names).toHaveText(names.nl)
  await expect(administration).toContainText('de administratie van Oefenwinkel Noord.')
  await wizard.waitInVain()
  await expect(lines).toHaveCount(5)
})

test('where a customer approves it opens once that takes long', async ({ page, open }) => {
  await page.clock.install()
  const { connect, wizard } = await open('/connect')
  await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await connect.handOver.click()
  const { title, lines } = requirements(page)
  await expect(title).toBeVisible()
  await expect(lines).toHaveCount(0)
  await wizard.waitInVain()
  await expect(lines).toHaveCount(5)
})

test('/polaris waits without it', async ({ page, open }) => {
  await open('/polaris?administration=1001&location=2001')
  await page.getByRole('button', { name: 'Ja, ga verder' }).click()
  await expect(page.getByRole('heading', { name: 'Wachten op SnelStart' })).toBeVisible()
  await expect(requirements(page).title).toHaveCount(0)
})
