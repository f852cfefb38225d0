import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { ConnectPage } from '../pages/connect.ts'

// A clock that is turned forward by hand times out what the flag client sends on the side.
test.use({
  expectedErrors: /unable to (?:send feature metrics|fetch feature toggles)/,
  permissions: ['clipboard-read', 'clipboard-write'],
})

const handOver = (page: Page) => page.getByRole('region', { name: 'Goedkeuring doorgeven' })
const waiting = (page: Page) => page.getByRole('heading', { name: 'Wachten op SnelStart' })

test('the link is copied for whoever may approve, also afterwards', async ({ page, open }) => {
  await page.clock.install()
  const { connect, activation, wizard } = await open('/connect')
  const address = await connect.requestKey('Oefenwinkel Noord (NL)', 'Winkel Noord')

  await page.goto('/wizard?administration=1001&location=2001')
  await expect(waiting(page)).toBeVisible()
  await handOver(page).getByRole('button', { name: 'Link kopiëren' }).click()
  await expect(handOver(page).getByRole('status')).toContainText('De link is gekopieerd.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await expect(handOver(page).getByRole('textbox')).toHaveValue(address)
  const mail = handOver(page).getByRole('link', { name: 'In een e-mail zetten' })
  const message = new URL((await mail.getAttribute('href')) ?? '')
  expect(message.protocol).toBe('mailto:')
  expect(message.searchParams.get('body')).toContain(address)

  await page.reload()
  await wizard.waitInVain()
  await handOver(page).getByRole('button', { name: 'Link kopiëren' }).click()
  await expect(handOver(page).getByRole('status')).toContainText('De link is gekopieerd.')

  // Whoever opens the link approves, also in another browser.
  await page.goto(address)
  await activation.answer('Activeren')
  await expect(page.getByText('De koppeling is bevestigd.')).toBeVisible()
  await expect(handOver(page)).toHaveCount(0)
})

test('where the clipboard refuses, the link itself can be taken', async ({ page, open }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator.clipboard, 'writeText', {
      value: () => Promise.reject(new DOMException('not allowed', 'NotAllowedError')),
    })
  })
  const { connect } = await open('/connect')
  const address = await connect.requestKey('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await page.goto('/wizard?administration=1001&location=2001')
  await handOver(page).getByRole('button', { name: 'Link kopiëren' }).click()
  const link = handOver(page).getByRole('textbox', { name: 'Link om goed te keuren' })
  await expect(link).toHaveValue(address)
  await expect(link).toBeFocused()
  await expect(link).not.toBeEditable()
  await expect(handOver(page).getByRole('status')).toContainText('staat kopiëren niet toe')
  expect(await link.evaluate((field: HTMLInputElement) => field.selectionEnd)).toBe(address.length)
})

test('the customer approves the next day, by the link', async ({ signInAt, sandbox, context }) => {
  const { page, connect } = await signInAt('/connect')
  await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await connect.handOver.click()
  await expect(page).toHaveURL('/wizard?administration=1001&location=2001')
  const link = handOver(page).getByRole('textbox', { name: 'Link om goed te keuren' })
  await expect(link).toHaveValue(/^http.*referenceKey=/)
  const address = await link.inputValue()
  const keys = await sandbox.rows('keys')

  const other = await context.newPage()
  await page.close()
  await other.goto('/')
  await other.getByRole('link', { name: 'Oefenwinkel Noord (NL), Winkel Noord' }).click()
  await expect(handOver(other).getByRole('textbox')).toHaveValue(address)

  await other.goto('/connect')
  const again = new ConnectPage(other)
  await again.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await other.getByRole('link', { name: 'Link doorgeven' }).click()
  await expect(handOver(other).getByRole('textbox')).toHaveValue(address)
  expect(await sandbox.rows('keys')).toHaveLength(keys.length)

  const customer = await context.newPage()
  await customer.goto(address)
  await customer.getByRole('button', { name: 'Activeren', exact: true }).click()
  await expect(customer.getByText('De koppeling is bevestigd.')).toBeVisible()
  await other.goto('/')
  await expect(other.getByText('wacht op goedkeuring')).toHaveCount(0)
  await expect(other.getByText('gekoppeld', { exact: true })).toBeVisible()
})
