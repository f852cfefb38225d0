import { expect, test } from '../fixtures.ts'

test('boards a customer in English and reaches the wizard', async ({ signInAt, sandbox }) => {
  const { page, boarding, activation } = await signInAt('/en/boarding?reseller=shop-7')
  await boarding.fillIn()
  await boarding.submit.click()
  await activation.button.click()
  await expect(page).toHaveURL('/en/wizard?administration=1008&location=2009')
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  expect(await sandbox.rows('registrations')).toContainEqual(
    expect.objectContaining({ name: 'Nieuwe Zaak', reseller_id: 'shop-7' }),
  )
  await page.goto('/en/boarding')
  await expect(boarding.fullName).toHaveValue('')
})

test.beforeEach(({ sandbox }) => sandbox.changeSettings({ userAppearance: 0 }))

test('an invalid submit opens the first failing step with its errors', async ({ open }) => {
  const { page, boarding } = await open('/boarding')
  await expect(boarding.username).toHaveAttribute('type', 'email')
  await expect(boarding.username).toHaveAttribute('data-1p-ignore')
  await expect(boarding.username).toHaveAttribute('autocomplete', 'email')
  await boarding.username.fill('geen adres')
  await boarding.next.click()
  await expect(boarding.country).toHaveAttribute('placeholder', 'NL')
  await expect(boarding.companyName).toHaveAttribute('aria-required', 'true')
  await expect(boarding.coc).toHaveAttribute('aria-required', 'false')
  await boarding.website.fill('geen website')
  await boarding.next.click()
  await boarding.submit.click()
  const summary = page.getByRole('group', {
    name: 'Sorry, niet alle velden zijn correct ingevuld.',
  })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'Naam is verplicht',
    'Vul een geldig e-mailadres in.',
  ])
  await summary.getByRole('link', { name: 'Naam is verplicht' }).click()
  await expect(boarding.fullName).toBeFocused()
  await expect(boarding.username).toHaveAttribute('aria-invalid', 'true')
  await boarding.fillMerchant()
  await boarding.next.click()
  const step = page.getByRole('group', { name: 'Bedrijfs Informatie' })
  await expect(step.getByText('Bedrijfsnaam is verplicht')).toBeVisible()
  await expect(step.getByText('Voer een geldige URL in.')).toBeVisible()
})

test('corrects a field on blur and shows doubts as hints', async ({ open }) => {
  const { boarding } = await open('/boarding?step=serial_info')
  await boarding.coc.fill('NL123456789B01')
  await boarding.coc.press('Tab')
  await expect(boarding.coc).toHaveAccessibleDescription(
    'Dit lijkt een btw-nummer. Een KvK-nummer heeft 8 cijfers.',
  )
  await expect(boarding.coc).toHaveAttribute('aria-invalid', 'false')
  await boarding.country.fill('belgië')
  await boarding.country.press('Tab')
  await expect(boarding.country).toHaveValue('BE')
  await expect(boarding.country).toHaveAccessibleDescription('België')
})

test('lists the records to be created before sending, with links to change them', async ({
  page,
  open,
}) => {
  const { boarding, activation } = await open('/boarding')
  await boarding.fullName.fill('Winkelier Test')
  await boarding.next.click()
  await boarding.fillCompany()
  await boarding.next.click()
  const review = page.getByRole('region', { name: 'Dit maken we aan' })
  const facts = (term: string) =>
    review.locator('dl > div').filter({ has: page.getByText(term, { exact: true }) })
  await expect(facts('Account')).toContainText('Email is verplicht')
  await expect(facts('Administratie')).toContainText('Nieuwe Zaak')

  await review.getByRole('button', { name: 'Wijzig Account' }).press('Enter')
  await expect(boarding.username).toBeFocused()
  await page.keyboard.type('nieuw@zaak.test')
  await page.getByRole('button', { name: 'Terug naar Abonnement' }).press('Enter')
  await expect(facts('Account')).toContainText('Winkelier Test, nieuw@zaak.test')
  await expect(facts('Administratie')).toContainText('Nieuwe Zaak, Nederland')
  await expect(boarding.plans.first()).toBeFocused()
  await boarding.plan('Keten').click()
  await expect(review.getByText('is verplicht')).toHaveCount(0)
  await boarding.submit.click()
  await expect(activation.button).toBeVisible()

  await page.goto('/boarding?step=subscription')
  await page.getByRole('button', { name: 'Nieuwe klant' }).click()
  await expect(boarding.fullName).toBeFocused()
  await expect(boarding.fullName).toHaveValue('')
  await boarding.next.click()
  await boarding.next.click()
  await expect(boarding.plan('Keten').getByRole('radio')).toBeChecked()
  await expect(boarding.plan('Keten')).toContainText('Vorige keer gekozen')
})

test('a double click on the way to the last step does not submit', async ({ open, sandbox }) => {
  const { page, boarding } = await open('/boarding')
  await boarding.fillIn()
  await page.getByRole('button', { name: 'Terug', exact: true }).click()
  await boarding.next.dblclick()
  await expect(page.getByRole('heading', { name: 'Abonnement' })).toBeVisible()
  await expect(boarding.submit).toHaveText('Versturen')
  const posts = (await sandbox.requests()).filter(({ method }) => method === 'POST')
  expect(posts.filter(({ path }) => path.startsWith('/api'))).toEqual([])
})

test.describe('subscriptions that cannot be loaded', () => {
  test.use({ expectedErrors: /status of 500/ })

  test('leave the focus on their step', async ({ page, open, sandbox }) => {
    await sandbox.failNext('GET', '/api/registrations/subscription/list', 500)
    const { boarding } = await open('/boarding?step=serial_info')
    await page.locator('[type=radio]').first().waitFor({ state: 'attached' })
    await boarding.next.click()
    await expect(page.getByRole('heading', { name: 'Abonnement' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Opnieuw proberen' })).toBeFocused()
  })
})

test('an error link shows its field with the label in view', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 400 })
  const { boarding } = await open('/boarding?step=subscription')
  await boarding.plan('Keten').click()
  await boarding.submit.click()
  await boarding.fillMerchant()
  await page.goto('/boarding?step=subscription')
  await expect(boarding.plans).toHaveCount(4)
  await boarding.submit.click()
  await page.getByRole('link', { name: 'Locatie Naam is verplicht' }).click()
  await expect(boarding.locationName).toBeFocused()
  await expect(page.locator('label').filter({ hasText: 'Locatie Naam' })).toBeInViewport({
    ratio: 1,
  })
  await expect(boarding.locationName).toBeInViewport({ ratio: 1 })
})

test.use({ expectedErrors: /status of 40[01]/ })

test('keeps values over reload, Back, language and an expired session', async ({
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
  await expect(page.getByText('What you filled in earlier is still here.')).toBeVisible()
  await expect(page).toHaveURL('/en/boarding?reseller=shop-7&step=subscription')
})

test('follows Back as soon as the form is rendered', async ({ open }) => {
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

test('shows cards in two columns, on a small screen in one', async ({ open }) => {
  const { page, boarding } = await open('/boarding?step=subscription')
  const left = async (name: string) => (await boarding.plan(name).boundingBox())?.x
  const isBelow = async () => (await left('Keten')) === (await left('Start'))
  await expect(boarding.plan('Keten')).toBeVisible()
  await expect.poll(isBelow).toBe(false)
  await page.setViewportSize({ width: 360, height: 700 })
  await expect.poll(isBelow).toBe(true)
})
