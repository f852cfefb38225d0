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
