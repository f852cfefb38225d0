import { readFile } from 'node:fs/promises'
import customersTexts from '../../src/lib/i18n/messages/nl/customers.json' with { type: 'json' }
import { expect, test } from '../fixtures.ts'
import { BoardingListPage, listOf } from '../pages/boarding-list.ts'
import { tabTo } from '../pages/keyboard.ts'

// Which calls are refused is what the rows are about.
test.use({ expectedErrors: /status of (?:400|401|403|409|429|500) |net::ERR_FAILED/ })

const button = (name: string) => ({ name, exact: true })

test('fifty customers are made once, and each has its link', async ({ open, sandbox }) => {
  test.setTimeout(120_000)
  await sandbox.changeSettings({ userAppearance: 0 })
  const { page } = await open('/')
  // The first press; the file is the second, and the third sends.
  await page.getByRole('link', { name: customersTexts.title }).click()
  const list = new BoardingListPage(page)
  await list.load(listOf(50))
  const before = Date.now()
  await page.getByRole('button', button('50 klanten aanmelden')).click()
  await expect(page.getByText('De lijst is klaar.')).toBeVisible({ timeout: 90_000 })
  const seconds = Math.round((Date.now() - before) / 1000)
  test.info().annotations.push({ type: 'seconds for 50 customers', description: String(seconds) })
  await expect(page.getByText('50 van 50 klanten behandeld.')).toBeVisible()
  const made = (await sandbox.rows('administrations')).filter(({ name }) => /^Zaak \d/.test(name))
  expect(made).toHaveLength(50)
  expect(new Set(made.map(({ name }) => name)).size).toBe(50)

  const waiting = page.waitForEvent('download')
  await page.getByRole('link', button(customersTexts.download)).click()
  const text = await readFile(await (await waiting).path(), 'utf8')
  expect(text.match(/approved%3Dcustomer/g)).toHaveLength(50)
  await expect(
    page.getByRole('link', { name: /^In een e-mail zetten ?: Zaak 1$/ }),
  ).toHaveAttribute('href', /^mailto:klant1@zaak\.test\?.*referenceKey/)
})

test('what boards a list, and cannot be fetched, is told, and the next press begins', async ({
  open,
}) => {
  const { page } = await open('/boarding/list')
  const list = new BoardingListPage(page)
  await list.load(listOf(2))
  await page.route(/board-row/, (route) => route.abort())
  await page.getByRole('button', button('2 klanten aanmelden')).click()
  await expect(page.getByRole('alert').getByText(customersTexts.troubled)).toBeVisible()
  await expect(list.table.getByText(customersTexts.failed)).toHaveCount(0)
  await page.unroute(/board-row/)
  await page.getByRole('button', button('2 klanten aanmelden')).click()
  await expect(page.getByText('De lijst is klaar.')).toBeVisible()
})

test('questions wait in their rows, and are answered alike, also after a reload', async ({
  open,
  sandbox,
}) => {
  await sandbox.changeSettings({ userAppearance: 'never' })
  const { page } = await open('/boarding/list')
  const list = new BoardingListPage(page)
  await list.load(listOf(4))
  await page.getByRole('button', button('4 klanten aanmelden')).click()
  await expect(page.getByText('4 klanten wachten op een antwoord.')).toBeVisible()
  const first = page.getByRole('group', { name: 'Klant 1, Zaak 1' })
  await first.getByRole('button', { name: /^Bevestigen/ }).click()
  await expect(list.table.getByText('Wacht op goedkeuring')).toHaveCount(1)

  const asked = page.waitForEvent('dialog')
  const reloading = page.reload()
  const leaving = await asked
  expect(leaving.type()).toBe('beforeunload')
  await leaving.accept()
  await reloading
  await expect(list.table.getByText('Wacht op goedkeuring')).toHaveCount(1)
  await expect(list.counts).toHaveText('3 klanten kunnen worden aangemeld.')
  await page.getByRole('button', button(customersTexts.goOn)).click()
  await page.getByRole('button', button('Alle 3 bevestigen')).click()
  await expect(list.table.getByText('Wacht op goedkeuring')).toHaveCount(4)
  await expect(page.getByText('De lijst is klaar.')).toBeVisible()
  const made = (await sandbox.rows('administrations')).filter(({ name }) => /^Zaak \d/.test(name))
  expect(made).toHaveLength(4)

  const lookedUp = page.waitForResponse(/\/serials\/serial\/list/)
  await page.reload()
  await lookedUp
  await page.waitForLoadState('networkidle')
  await expect(list.table.getByText('Wacht op goedkeuring')).toHaveCount(4)
  // That they exist is what the list did, and no doubt.
  await expect(list.table.getByText(/^Bestaat al/)).toHaveCount(0)
})

test('with the keyboard alone, from Home to a finished list, which nobody finds after signing out', async ({
  open,
}) => {
  const { page } = await open('/')
  const { keyboard } = page
  const list = new BoardingListPage(page)
  // From here on, since a browser that is told just before the key may be told after it.
  const choosing = page.waitForEvent('filechooser')
  await tabTo(page.getByRole('link', { name: customersTexts.title }))
  await keyboard.press('Enter')
  const file = page.getByLabel(customersTexts.file)
  await tabTo(file)
  await keyboard.press('Enter')
  const buffer = Buffer.from(
    listOf(3, {
      2: 'Bob;bob;Zaak 2;;NL;zaak.nl;Markt;Winkel',
      3: 'Cleo;merchant@koppelpunt.test;Zaak 3;;NL;zaak.nl;Markt;Winkel',
    }),
  )
  await (await choosing).setFiles({ name: 'klanten.csv', mimeType: 'text/csv', buffer })
  await expect(list.read).toBeFocused()
  await tabTo(list.cell('Email', 2))
  await keyboard.press('End')
  await keyboard.type('@zaak.test')
  const make = page.getByRole('button', button('3 klanten aanmelden'))
  await tabTo(make)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', button(customersTexts.board))).toBeFocused()
  const question = page.getByRole('group', { name: 'Klant 3, Zaak 3' })
  await tabTo(question.getByRole('button', { name: /^Bevestigen/ }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', button(customersTexts.board))).toBeFocused()
  await expect(page.getByText('De lijst is klaar.')).toBeVisible()
  await expect(list.table.getByText('Wacht op goedkeuring')).toHaveCount(3)
  await expect(list.cell('Email', 2)).toHaveAttribute('readonly')
  await expect(list.tick(2)).toBeDisabled()

  await page.getByRole('button', button('Afmelden')).click()
  const leaving = page.getByRole('alertdialog', { name: /^Afmelden\?/ })
  await expect(leaving).toHaveAccessibleDescription(/^De lijst met klanten.*blijft bestaan/)
  await expect(leaving.getByRole('button', { name: 'Annuleren' })).toBeFocused()
  await leaving.getByRole('button', { name: 'Afmelden' }).click()
  await expect(page.getByRole('heading', { name: 'Inloggen' })).toBeVisible()
  await page.goto('/config.json')
  const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
  expect(kept).not.toMatch(/zaak/i)
})

test.describe('a service that says no', () => {
  test('to a session that is over pauses the list, which goes on after signing in', async ({
    open,
    sandbox,
  }) => {
    await sandbox.changeSettings({ userAppearance: 'never' })
    const { page, signIn } = await open('/boarding/list')
    const list = new BoardingListPage(page)
    await list.load(listOf(3))
    await page.getByRole('button', button('3 klanten aanmelden')).click()
    await expect(page.getByText('3 klanten wachten op een antwoord.')).toBeVisible()
    await sandbox.revokeSessions({ accessTokens: true })
    await page.getByRole('button', button('Alle 3 bevestigen')).click()
    await page.getByRole('button', button('Opnieuw aanmelden')).click()
    await signIn.as('reseller')
    await expect(list.read).toHaveText('3 klanten ingeladen')
    await page.getByRole('button', { name: /^(?:Verder|3 klanten aanmelden)$/ }).click()
    await page.getByRole('button', button('Alle 3 bevestigen')).click()
    await expect(page.getByText('De lijst is klaar.')).toBeVisible()
    const made = (await sandbox.rows('administrations')).filter(({ name }) =>
      name.startsWith('Zaak'),
    )
    expect(made).toHaveLength(3)
  })
})
