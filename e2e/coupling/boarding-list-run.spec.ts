import { readFile } from 'node:fs/promises'
import customersTexts from '../../src/lib/i18n/messages/nl/customers.json' with { type: 'json' }
import { expect, test } from '../fixtures.ts'
import { customerCsv } from '../pages/boarding-list.ts'
import { focusWithTab } from '../pages/keyboard.ts'

// Console errors of the requests that the tests make fail.
test.use({
  expectedErrors: /status of (?:400|401|403|404|409|429|500) |net::ERR_FAILED/,
  permissions: ['clipboard-read', 'clipboard-write'],
})

const button = (name: string) => ({ name, exact: true })

test('reports that the script of the list did not load, until the next click', async ({ open }) => {
  const { page, list } = await open('/boarding/list')
  await list.load(customerCsv(2))
  await page.route(/board-row/, (route) => route.abort())
  await list.board(2)
  await expect(page.getByRole('alert').getByText(customersTexts.paused)).toBeVisible()
  await expect(list.table.getByText(customersTexts.failed)).toHaveCount(0)
  await page.unroute(/board-row/)
  await list.board(2)
  await expect(page.getByText('De lijst is klaar.')).toBeVisible()
})

test('the browser asks before it leaves a list with open questions', async ({ open, sandbox }) => {
  await sandbox.changeSettings({ userAppearance: 'never' })
  const { page, list } = await open('/boarding/list')
  await list.load(customerCsv(3))
  await list.board(3)
  await expect(page.getByText('Bij Te herstellen wachten 3 klanten op uw antwoord.')).toBeVisible()
  const first = page.getByRole('group', { name: 'Klant 1, Zaak 1' })
  await first.getByRole('button', { name: /^Bevestigen/ }).click()
  await expect(list.table.getByText('Wacht op goedkeuring')).toHaveCount(1)
  const leaveDialog = page.waitForEvent('dialog')
  const reloading = page.reload()
  const leaving = await leaveDialog
  expect(leaving.type()).toBe('beforeunload')
  await leaving.accept()
  await reloading
  await page.getByRole('button', button(customersTexts.goOn)).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bevestigen' }).click()
  await list.tab('Alle').click()
  await page.getByRole('button', button('Alle 2 bevestigen')).click()
  await expect(list.table.getByText('Wacht op goedkeuring')).toHaveCount(3)
})

test('a list can be chosen, corrected, sent and confirmed by keyboard', async ({ open }) => {
  const { page, list } = await open('/')
  const press = async (target: Parameters<typeof focusWithTab>[0]) => {
    await focusWithTab(target)
    await page.keyboard.press('Enter')
  }
  const choosing = page.waitForEvent('filechooser')
  await press(page.getByRole('link', { name: customersTexts.title }))
  await press(page.getByLabel(customersTexts.file))
  const buffer = Buffer.from(
    customerCsv(3, {
      2: 'Bob;bob;Zaak 2;;NL;zaak.nl;Markt;Winkel',
      3: 'Cleo;merchant@koppelpunt.test;Zaak 3;;NL;zaak.nl;Markt;Winkel',
    }),
  )
  await (await choosing).setFiles({ name: 'klanten.csv', mimeType: 'text/csv', buffer })
  await expect(list.read).toBeFocused()
  await focusWithTab(list.cell('Email', 2))
  await page.keyboard.press('End')
  await page.keyboard.type('@zaak.test')
  await press(page.getByRole('button', button('3 klanten aanmelden')))
  const creation = page.getByRole('alertdialog', { name: '3 accounts aanmaken?' })
  await expect(creation.getByRole('button', { name: 'Bevestigen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list.read).toBeFocused()
  const question = page.getByRole('group', { name: 'Klant 3, Zaak 3' })
  await press(question.getByRole('button', { name: /^Bevestigen/ }))
  await expect(list.read).toBeFocused()
  await expect(page.getByText('De lijst is klaar.')).toBeVisible()
  await expect(list.table.getByText('Wacht op goedkeuring')).toHaveCount(3)
})

test('the links of a list can be downloaded, copied and sent as reminders', async ({ open }) => {
  const { page, list } = await open('/boarding/list')
  await list.load(customerCsv(2))
  await list.board(2)
  await expect(page.getByText('De lijst is klaar.')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', button(customersTexts.download)).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(text.match(/approved%3Dcustomer/g)).toHaveLength(2)
  await page.getByRole('button', button('Links kopiëren')).press('Enter')
  await expect(page.getByText('Gekopieerd.')).toBeVisible()
  const table = await page.evaluate(() => navigator.clipboard.readText())
  expect(table.match(/^Zaak \d\tMarkt\t\S+@\S+\thttps?:\S+\t[\d-]+$/gm)).toHaveLength(2)
  await page.getByRole('checkbox', { name: 'Link van Zaak 1 kiezen' }).press('Space')
  const reminder = page.getByRole('link', { name: 'Herinnering maken' })
  await expect(reminder).toHaveAttribute('href', /^mailto:klant2@zaak\.test\?subject=Herinnering/)
})
