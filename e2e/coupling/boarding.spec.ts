import { expect, test } from '../fixtures.ts'

// Console errors of the requests that the tests make fail.
test.use({ expectedErrors: /status of (?:40[01]|500)/ })

test.beforeEach(({ sandbox }) => sandbox.changeSettings({ userAppearance: 0 }))

test('preselects the subscription of the last customer', async ({ page, open }) => {
  const { boarding, activation } = await open('/boarding')
  await boarding.fillIn()
  await boarding.plan('Keten').click()
  await boarding.submit.click()
  await expect(activation.button).toBeVisible()

  await page.goto('/boarding?step=subscription')
  await page.getByRole('button', { name: 'Nieuwe klant' }).click()
  await expect(boarding.fullName).toBeFocused()
  await expect(boarding.fullName).toHaveValue('')
  await boarding.next.click()
  await boarding.next.click()
  await expect(boarding.plan('Keten')).toContainText('Vorige keer gekozen')
})

test('focuses the subscription step even if its list fails to load', async ({ open, sandbox }) => {
  await sandbox.failNext('GET', '/api/registrations/subscription/list', 500)
  const { page, boarding } = await open('/boarding?step=serial_info')
  await page.locator('[type=radio]').first().waitFor({ state: 'attached' })
  await boarding.next.click()
  await expect(page.getByRole('heading', { name: 'Abonnement' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Opnieuw proberen' })).toBeFocused()
})

test('an error link shows its field with the label in view', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 400 })
  const { boarding } = await open('/boarding')
  await boarding.fillMerchant()
  await page.goto('/boarding?step=subscription')
  await boarding.plan('Keten').click()
  await boarding.submit.click()
  await page.getByRole('link', { name: 'Locatie Naam is verplicht' }).click()
  await expect(boarding.locationName).toBeFocused()
  await expect(page.locator('label').filter({ hasText: 'Locatie Naam' })).toBeInViewport({
    ratio: 1,
  })
  await expect(boarding.locationName).toBeInViewport({ ratio: 1 })
})

test('keeps the entered values after a reload, Back, a language change and an expired session', async ({
  open,
  sandbox,
}) => {
  const { page, signIn, boarding } = await open('/boarding?reseller=shop-7')
  await boarding.fillIn()
  await expect(page).toHaveURL('/boarding?reseller=shop-7&step=subscription')
  await page.reload()
  await expect(boarding.chosenPlan).toHaveCount(1)
  await page.goBack()
  await expect(boarding.companyName).toHaveValue('Nieuwe Zaak')
  await page.goBack()
  await expect(boarding.username).toHaveValue('nieuw@zaak.test')
  await page.goForward()
  await expect(boarding.locationName).toHaveValue('Hoofdwinkel')
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL('/en/boarding?reseller=shop-7&step=serial_info')
  await expect(boarding.companyName).toHaveValue('Nieuwe Zaak')
  await boarding.next.click()
  await sandbox.revokeSessions({ accessTokens: true })
  await boarding.submit.click()
  await boarding.dialog.getByRole('button', { name: 'Sign in again' }).click()
  await signIn.as('reseller')
  await expect(boarding.chosenPlan).toHaveCount(1)
  await expect(page.getByText('Your earlier input is still here.')).toBeVisible()
  await expect(page).toHaveURL('/en/boarding?reseller=shop-7&step=subscription')
})

test('Back works as soon as the form is rendered', async ({ open }) => {
  const { page, boarding } = await open('/boarding')
  await boarding.fillMerchant()
  await boarding.next.click()
  await expect(boarding.companyName).toBeVisible()
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.step-panel')) return
      observer.disconnect()
      history.back()
    }).observe(document, { childList: true, subtree: true })
  })
  for (let reload = 0; reload < 4; reload += 1) {
    await page.reload()
    await expect(boarding.username).toBeVisible()
    await page.goForward()
    await expect(boarding.companyName).toBeVisible()
  }
})

test('shows subscriptions in two columns, or in one on a phone', async ({ open }) => {
  const { page, boarding } = await open('/boarding?step=subscription')
  const left = async (name: string) => (await boarding.plan(name).boundingBox())?.x
  const isBelow = async () => (await left('Keten')) === (await left('Start'))
  await expect(boarding.plan('Keten')).toBeVisible()
  await expect.poll(isBelow).toBe(false)
  await page.setViewportSize({ width: 360, height: 700 })
  await expect.poll(isBelow).toBe(true)
})
