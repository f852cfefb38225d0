import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { HomePage } from '../pages/home.ts'
import { SignIn } from '../pages/sign-in.ts'
import { denyClipboardAccess } from '../pages/wizard.ts'

// Advancing the clock makes the flag client's requests time out.
test.use({
  expectedErrors: /unable to (?:send feature metrics|fetch feature toggles)/,
  permissions: ['clipboard-read', 'clipboard-write'],
})

const handOver = (page: Page) =>
  page.getByRole('region', { name: /^(Link doorsturen|De link voor uw klant)$/ })
const handedOver = (page: Page) =>
  page.getByRole('heading', { name: 'Stuur uw klant de link', level: 1 })
const confirmed = (page: Page) => page.getByRole('status').filter({ hasText: /^Gekoppeld$/ })

function handedOn(approval: string): string {
  const address = new URL(approval)
  const success = address.searchParams.get('successUrl') ?? ''
  address.searchParams.set('successUrl', `${success}&approved=customer`)
  return address.href
}

test('the approval link can be copied while the wizard waits', async ({ page, open }) => {
  await page.clock.install()
  const { connect, wizard } = await open('/connect')
  const address = handedOn(await connect.requestKey('Oefenwinkel Noord (NL)', 'Winkel Noord'))

  await page.goto('/wizard?administration=1001&location=2001')
  await handOver(page).getByRole('button', { name: 'Link kopiëren' }).click()
  await expect(handOver(page).getByRole('status')).toContainText('Gekopieerd.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  const mail = handOver(page).getByRole('link', { name: 'In een e-mail zetten' })
  const message = new URL((await mail.getAttribute('href')) ?? '')
  expect([message.protocol, message.pathname]).toEqual(['mailto:', ''])
  // Some mail programs accept at most about 2,000 characters in a mailto link.
  expect(message.href.length).toBeLessThan(1900)
  expect(message.searchParams.get('subject')).toContain('Oefenwinkel Noord')
  const body = message.searchParams.get('body')
  const parts = ['van Oefenwinkel Noord (Winkel Noord)', 'SnelStart 12', 'Koppelpunt']
  for (const part of [address, ...parts, '\r\nReseller Oefenaccount']) {
    expect(body).toContain(part)
  }

  await wizard.waitInVain()
  await expect(handOver(page).getByRole('button', { name: 'Link kopiëren' })).toBeVisible()
  await page.getByRole('link', { name: 'Koppeling opnieuw starten' }).click()
  await expect(connect.location).toHaveValue('Winkel Noord')
})

test('selects the link if the clipboard is blocked', async ({ page, open }) => {
  await denyClipboardAccess(page)
  const { connect } = await open('/connect')
  const address = handedOn(await connect.requestKey('Oefenwinkel Noord (NL)', 'Winkel Noord'))
  await page.goto('/wizard?administration=1001&location=2001')
  await handOver(page).getByRole('button', { name: 'Link kopiëren' }).click()
  const link = handOver(page).getByRole('textbox', { name: 'Link om goed te keuren' })
  await expect(link).toHaveValue(address)
  await expect(link).not.toBeEditable()
  await expect(handOver(page).getByRole('status')).toContainText('Het kopiëren is niet gelukt')
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(address)
})

test('the customer approves by the link in another tab', async ({ signInAt, context }) => {
  const { page, connect } = await signInAt('/connect')
  await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await connect.handOver()
  await expect(page).toHaveURL('/wizard?administration=1001&location=2001')
  await expect(handedOver(page)).toBeVisible()
  await expect(page).toHaveTitle(/^Stuur uw klant de link – /)
  const link = handOver(page).getByRole('textbox', { name: 'Link om goed te keuren' })
  const address = await link.inputValue()

  const other = await context.newPage()
  await page.close()
  await other.goto('/')
  await new HomePage(other).tab('Wacht op klant').click()
  await other.getByRole('link', { name: 'Link doorsturen: Oefenwinkel Noord (NL)' }).click()
  await expect(handOver(other).getByRole('textbox')).toHaveValue(address)

  const customer = await context.newPage()
  await customer.goto(address)
  await customer.getByRole('button', { name: 'Activeren', exact: true }).click()
  await expect(customer.getByRole('heading', { name: 'Bedankt!' })).toBeVisible()
  await expect(other).toHaveTitle('SnelStart – SnelStart instellen – Koppelpunt')
})

test('thanks an approver who is not signed in', async ({ open, browser, services, sandbox }) => {
  const { page, connect } = await open('/en/connect')
  await connect.choose('Oefenmarkt West (DE)', 'Groentekraam (Eco)')
  await connect.handOver()
  const link = page.getByRole('textbox', { name: 'Link for the approval' })
  const address = await link.inputValue()

  const context = await browser.newContext({ locale: 'nl-NL', baseURL: services.portal })
  const customer = await context.newPage()
  await customer.goto(address)
  const urls: string[] = []
  customer.on('request', (request) => urls.push(request.url()))
  await customer.getByRole('button', { name: 'Activeren', exact: true }).click()
  await expect(customer.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  await expect(customer).toHaveTitle('Thank you! – Koppelpunt')
  await customer.getByRole('link', { name: 'Nederlands' }).click()
  await expect(customer.getByRole('heading', { name: 'Bedankt!' })).toBeVisible()
  const isOwn = (url: string) => url.startsWith(services.portal) || url.includes('/activate')
  expect(urls.filter((url) => !isOwn(url))).toEqual([])
  expect(await customer.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0)

  await customer.getByRole('button', { name: 'Zelf instellen' }).press('Enter')
  await new SignIn(customer, { portal: services.portal, sandbox }).as('merchant')
  await expect(customer).toHaveURL('/wizard?administration=1004&location=2004')
  await expect(confirmed(customer)).toBeVisible()
  await context.close()
})

test('a user of the portal does not see the panel for approvers', async ({ open, context }) => {
  const { page } = await open('/wizard?administration=1006&location=2007&approved=customer')
  await expect(page).toHaveURL('/wizard?administration=1006&location=2007')
  await expect(confirmed(page)).toBeVisible()
  await expect(page.getByText('Bedankt!')).toBeHidden()
  const other = await context.newPage()
  await other.goto('/polaris?administration=1006&location=2007&approved=customer')
  await expect(other.getByRole('heading', { name: 'Bedankt!' })).toBeVisible()
})
