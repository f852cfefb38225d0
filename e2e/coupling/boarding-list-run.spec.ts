import { readFile } from 'node:fs/promises'
import customersTexts from '../../src/lib/i18n/messages/nl/customers.json' with { type: 'json' }
import { expect, test } from '../fixtures.ts'
import { BoardingListPage, customerCsv } from '../pages/boarding-list.ts'
import { focusWithTab } from '../pages/keyboard.ts'
import { signOut } from '../pages/account.ts'

// Console errors of the requests that the tests make fail.
test.use({
  expectedErrors: /status of (?:400|401|403|409|429|500) |net::ERR_FAILED/,
  permissions: ['clipboard-read', 'clipboard-write'],
})

const button = (name: string) => ({ name, exact: true })

test('reports a missing script of the list and starts at the next click', async ({ open }) => {
  const { page } = await open('/boarding/list')
  const list = new BoardingListPage(page)
  await list.load(customerCsv(2))
  await page.route(/board-row/, (route) => route.abort())
  await list.board(2)
  await expect(page.getByRole('alert').getByText(customersTexts.paused)).toBeVisible()
  await expect(list.table.getByText(customersTexts.failed)).toHaveCount(0)
  await page.unroute(/board-row/)
  await list.board(2)
  await expect(page.getByText('De lijst is klaar.')).toBeVisible()
})

test('keeps questions in their rows and answers them together, also after a reload', async ({
  open,
  sandbox,
}) => {
  await sandbox.changeSettings({ userAppearance: 'never' })
  const { page } = await open('/boarding/list')
  const list = new BoardingListPage(page)
  await list.load(customerCsv(4))
  await list.board(4)
  await expect(page.getByText('Bij Te herstellen wachten 4 klanten op uw antwoord.')).toBeVisible()
  const first = page.getByRole('group', { name: 'Klant 1, Zaak 1' })
  await first.getByRole('button', { name: /^Bevestigen/ }).click()
  await expect(list.table.getByText('Wacht op goedkeuring')).toHaveCount(1)

  const leaveDialog = page.waitForEvent('dialog')
  const reloading = page.reload()
  const leaving = await leaveDialog
  expect(leaving.type()).toBe('beforeunload')
  await leaving.accept()
  await reloading
  await expect(list.table.getByText('Wacht op goedkeuring')).toHaveCount(1)
  await page.getByRole('button', button(customersTexts.goOn)).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bevestigen' }).click()
  await list.tab('Alle').click()
  await page.getByRole('button', button('Alle 3 bevestigen')).click()
  await expect(list.table.getByText('Wacht op goedkeuring')).toHaveCount(4)
  await expect(page.getByText('De lijst is klaar.')).toBeVisible()
  const created = (await sandbox.rows('administrations')).filter(({ name }) =>
    /^Zaak \d/.test(name),
  )
  expect(created).toHaveLength(4)
})

test('finishes a list by keyboard and removes it at sign-out', async ({ open }) => {
  const { page } = await open('/')
  const { keyboard } = page
  const list = new BoardingListPage(page)
  const choosing = page.waitForEvent('filechooser')
  await focusWithTab(page.getByRole('link', { name: customersTexts.title }))
  await keyboard.press('Enter')
  const file = page.getByLabel(customersTexts.file)
  await focusWithTab(file)
  await keyboard.press('Enter')
  const buffer = Buffer.from(
    customerCsv(3, {
      2: 'Bob;bob;Zaak 2;;NL;zaak.nl;Markt;Winkel',
      3: 'Cleo;merchant@koppelpunt.test;Zaak 3;;NL;zaak.nl;Markt;Winkel',
    }),
  )
  await (await choosing).setFiles({ name: 'klanten.csv', mimeType: 'text/csv', buffer })
  await expect(list.read).toBeFocused()
  await focusWithTab(list.cell('Email', 2))
  await keyboard.press('End')
  await keyboard.type('@zaak.test')
  const make = page.getByRole('button', button('3 klanten aanmelden'))
  await focusWithTab(make)
  await keyboard.press('Enter')
  const creation = page.getByRole('alertdialog', { name: '3 accounts aanmaken?' })
  await expect(creation.getByRole('button', { name: 'Bevestigen' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(list.read).toBeFocused()
  const question = page.getByRole('group', { name: 'Klant 3, Zaak 3' })
  await focusWithTab(question.getByRole('button', { name: /^Bevestigen/ }))
  await keyboard.press('Enter')
  await expect(list.read).toBeFocused()
  await expect(page.getByText('De lijst is klaar.')).toBeVisible()
  await expect(list.table.getByText('Wacht op goedkeuring')).toHaveCount(3)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', button(customersTexts.download)).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(text.match(/approved%3Dcustomer/g)).toHaveLength(3)
  await expect(
    page.getByRole('link', { name: /^In een e-mail zetten ?: Zaak 1$/ }),
  ).toHaveAttribute('href', /^mailto:klant1@zaak\.test\?.*referenceKey/)
  await expect(list.cell('Email', 2)).toHaveAttribute('readonly')
  await expect(list.tick(2)).toHaveCount(0)
  await page.getByLabel('Alle links kiezen').press('Space')
  await page.getByRole('checkbox', { name: 'Link van Zaak 2 kiezen' }).press('Space')
  await expect(page.getByRole('link', { name: 'Herinnering maken' })).toHaveAttribute(
    'href',
    /^mailto:bob@zaak\.test\?subject=Herinnering/,
  )
  await page.getByLabel('Alle links kiezen').press('Space')
  await page.getByRole('button', button('Links kopiëren')).press('Enter')
  await expect(page.getByText('Gekozen links: 3.')).toBeVisible()
  await expect(page.getByText('Gekopieerd.')).toBeVisible()
  const table = await page.evaluate(() => navigator.clipboard.readText())
  expect(table.match(/^Zaak \d\tMarkt\t\S+@\S+\thttps?:\S+\t[\d-]+$/gm)).toHaveLength(3)

  await signOut(page)
  const leaving = page.getByRole('alertdialog', { name: /^Wilt u zich afmelden\?/ })
  await expect(leaving).toHaveAccessibleDescription(/^De klantenlijst.*blijft bestaan/)
  await expect(leaving.getByRole('button', { name: 'Annuleren' })).toBeFocused()
  await leaving.getByRole('button', { name: 'Afmelden' }).click()
  await expect(page.getByRole('heading', { name: 'Inloggen' })).toBeVisible()
  await page.goto('/config.json')
  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
  expect(stored).not.toMatch(/zaak/i)
})

test('counts doubts before it creates accounts, and leads to the links afterwards', async ({
  open,
}) => {
  const { page } = await open('/boarding/list')
  await page.setViewportSize({ width: 390, height: 844 })
  const list = new BoardingListPage(page)
  await list.load(
    customerCsv(5, {
      2: 'Bob;bob;Zaak 2;;NL;zaak.nl;Markt;Winkel',
      3: 'Cleo;cleo@zaak.test;Zaak 3;123456789;NL;zaak.nl;Markt;Winkel',
      4: 'Dirk;dirk@zaak.test;Zaak 4;;NL;zaak.nl;Markt;Goud',
      5: 'Eva;eva@zaak.test;Oefenbakkerij Zuid;;NL;zaak.nl;Markt;Winkel',
    }),
  )
  await page.getByRole('button', button('1 twijfel: bekijk')).click()
  await expect(list.tab('Twijfel 1')).toHaveAttribute('aria-pressed', 'true')
  await expect(list.cell('KvK', 3)).toBeVisible()
  await page.getByRole('button', button('2 klanten aanmelden')).click()
  const creation = page.getByRole('alertdialog', { name: '2 accounts aanmaken?' })
  await creation.getByRole('button', { name: 'Annuleren' }).click()
  await expect(list.table.getByText('Wacht op goedkeuring')).toHaveCount(0)
  await list.board(2)
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload()
    await expect(list.tab('Links 2')).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('Gekozen links: 2.')).toBeVisible()
    await expect(page.getByText('Herstel 2 klanten of sla ze over.')).toBeVisible()
  }
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', button(customersTexts.download)).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  const [, ...rows] = text.trim().replaceAll('"', '').split('\r\n')
  for (const [index, result] of [
    /Wacht op goedkeuring;.*;Stuur de link door\.;http/,
    /Te herstellen;;;;Vul een geldig e-mailadres in\. Herstel deze klant of sla die over\.;$/,
    /Wacht op goedkeuring;.*;Stuur de link door\.;http/,
    /Te herstellen;;;;Goud wordt niet aangeboden\. Kies een abonnement\. Herstel/,
    /Bestaat al;1002;.*;Bestaat misschien al \(administratie 1002\)\. U hoeft niets te doen/,
  ].entries()) {
    expect(rows[index]).toMatch(result)
  }
  await page.getByRole('link', button('Naar de startpagina')).click()
  await expect(page).toHaveURL(/\/$/)
})
