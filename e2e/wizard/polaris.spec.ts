import { expect, test } from '../fixtures.ts'

const address = '/polaris?administration=1006&location=2007'

test('asks about a coupling that was not started here and returns to Home after a no', async ({
  open,
}) => {
  const { page } = await open(address, 'polaris')
  const question = page.getByRole('alertdialog', {
    name: 'Hebt u de koppeling van Oefenslijterij Compleet (BE), Slijterij zelf gestart?',
  })
  await expect(question).toBeVisible()
  await expect(question).toContainText('vraag Koppelpunt')
  const no = question.getByRole('button', { name: 'Nee, naar de startpagina' })
  await expect(no).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)

  await page.reload()
  await no.click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: /Slijterij/ })).toHaveCount(0)
})

test('warns before saving would empty stored desktop settings and links to /wizard', async ({
  open,
}) => {
  const { page, wizard } = await open(address, 'polaris')
  await page.getByRole('button', { name: 'Ja, ga verder' }).click()
  await expect(page.getByText('Deze koppeling is voor Snelstart 12.')).toBeVisible()
  await wizard.next.click()
  await expect(wizard.heading('Grootboekrekeningen')).toBeFocused()
  await wizard.back.click()
  await wizard.goTo('Voorraad')
  await expect(wizard.stock).toHaveAccessibleDescription(/alleen met Snelstart 12/)
  await wizard.goTo('SnelStart')
  await page.getByRole('link', { name: 'Instellingen voor Snelstart 12 openen' }).click()
  await expect(page).toHaveURL(/\/wizard\?administration=1006&location=2007$/)
  await expect(wizard.application('Snelstart 12')).toBeChecked()
})
