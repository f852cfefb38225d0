import { expect, test } from '../fixtures.ts'
import { HomePage } from '../pages/home.ts'
import { SignIn } from '../pages/sign-in.ts'
import { wizardAddresses, WizardPage } from '../pages/wizard.ts'

test('Home continues an unfinished wizard in a new browser', async ({
  open,
  browser,
  services,
}) => {
  const { page, wizard } = await open(wizardAddresses.desktop)
  await wizard.next.click()
  await expect(wizard.heading('Grootboekrekeningen')).toBeFocused()
  await (await wizard.unfold('Contant')).type('2201')
  const storageState = await page.context().storageState()
  expect(JSON.stringify(storageState)).not.toMatch(/Oefen|Kaas/)

  const context = await browser.newContext({
    storageState,
    locale: 'nl-NL',
    baseURL: services.portal,
  })
  const later = await context.newPage()
  await new SignIn(later, services).open('/')
  const row = new HomePage(later).row('Oefenkaashandel')
  await expect(row).toContainText('Nog niet afgerond')
  await row.getByRole('link', { name: /^Verder bij stap 3/ }).click()
  const again = new WizardPage(later)
  await expect(again.heading('Grootboekrekeningen')).toBeVisible()
  await expect((await again.unfold('Contant')).number).toHaveValue('2201')
  await later.getByRole('button', { name: 'Opnieuw beginnen' }).click()
  await again.dialog.getByRole('button', { name: 'Opnieuw beginnen' }).click()
  await expect(again.heading('SnelStart')).toBeVisible()
  await later.goto('/')
  await expect(row.getByRole('link', { name: /^Instellen/ })).toBeVisible()
  await context.close()
})
