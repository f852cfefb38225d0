import { expect, test } from '../fixtures.ts'
import { BoardingPage } from '../pages/boarding.ts'

const written = [
  '/api/registrations/registration/merchant/SNELSTART',
  '/api/registrations/registration',
  '/api/locations/location',
  '/api/snelstart/keys/unconnected',
]

for (const { prefix, connected } of [
  { prefix: '', connected: 'De koppeling is bevestigd.' },
  { prefix: '/en', connected: 'The connection is confirmed.' },
]) {
  test(`a reseller boards a new merchant and arrives connected at ${prefix}/wizard`, async ({
    signInAt,
    sandbox,
  }) => {
    const { page, boarding, activation } = await signInAt(`${prefix}/boarding?reseller=shop-7`)
    await boarding.fillIn()
    await boarding.submit.click()
    await activation.answer('Activeren')
    await expect(page).toHaveURL(`${prefix}/wizard?administration=1008&location=2009`)
    await expect(page.getByText(connected)).toBeVisible()

    const posts = (await sandbox.requests()).filter(
      ({ method, path }) => method === 'POST' && path.startsWith('/api'),
    )
    expect(posts.map(({ path }) => path)).toEqual(written)
    const user = (await sandbox.rows('users')).find(
      ({ username }) => username === 'nieuw@zaak.test',
    )
    expect(posts[1]?.body).toEqual({
      user_id: user?.id,
      reseller_id: 'shop-7',
      name: 'Nieuwe Zaak',
      coc: '01234567',
      website_url: 'https://zaak.test',
      country_code: 'NL',
      subscriptions: [14],
      person: { first_name: 'Winkelier', last_name: 'van Test' },
      emails: [{ type: 'info', email: 'nieuw@zaak.test' }],
    })
    expect(posts[2]).toMatchObject({
      headers: { administration: '1008' },
      body: { name: 'Hoofdwinkel' },
    })
    expect(posts[3]?.body).toEqual({ administration_id: 1008, location_id: 2009 })

    await page.goto(`${prefix}/boarding`)
    await expect(boarding.fullName).toHaveValue('')
  })
}

test.beforeEach(({ sandbox }) => sandbox.changeSettings({ userAppearance: 0 }))

test('the keyboard alone will do', async ({ open }) => {
  const { page, boarding, activation } = await open('/boarding')
  await boarding.fullName.focus()
  await page.keyboard.type('Winkelier van Test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('nieuw@zaak.test')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Bedrijfs Informatie' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(boarding.companyName).toBeFocused()
  await page.keyboard.type('Nieuwe Zaak')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(boarding.country).toHaveValue('NL')
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://zaak.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Hoofdwinkel')
  await boarding.next.focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('heading', { name: 'Abonnement' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('heading', { name: 'Bedrijfs Informatie' })).toBeVisible()
  await expect(boarding.next).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /12 maanden.*per maand/ })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(activation.button('Activeren')).toBeVisible()
})

test('a polaris user skips the merchant and arrives at /polaris', async ({
  open,
  sandbox,
  services,
}) => {
  await sandbox.changeSettings({ portalUrl: services.portal })
  const { page, boarding } = await open('/boarding', 'polaris')
  await expect(page.getByText('Stap 1 van 2')).toBeVisible()
  await expect(boarding.fullName).toHaveCount(0)
  await boarding.fillInFromCompany()
  await boarding.submit.click()
  await page.getByRole('button', { name: 'Toestaan' }).click()
  await expect(page).toHaveURL('/polaris?administration=1008&location=2009')
  await expect(page.getByText('De koppeling is bevestigd.')).toBeVisible()
  const posts = (await sandbox.requests()).filter(
    ({ method, path }) => method === 'POST' && path.startsWith('/api'),
  )
  expect(posts.map(({ path }) => path)).toEqual(written.slice(1))
})

test('every label, heading, placeholder and default', async ({ open }) => {
  const { page, boarding } = await open('/boarding')
  await expect(boarding.username).toHaveAttribute('type', 'email')
  await expect(boarding.username).toHaveAttribute('data-1p-ignore')
  await expect(boarding.username).toHaveAttribute('autocomplete', 'email')
  await boarding.next.click()
  await expect(page.getByRole('heading', { name: 'Bedrijfs Informatie' })).toBeVisible()
  await expect(boarding.country).toHaveValue('NL')
  await expect(boarding.country).toHaveAttribute('placeholder', 'NL')
  await expect(boarding.website).toHaveAttribute('placeholder', 'https://www.koppelpunt.test')
  await boarding.next.click()
  const plans = page.getByRole('radio')
  await expect(plans).toHaveCount(4)
  await expect(plans.first()).toHaveAttribute('required')
  await expect(boarding.plan('Keten')).toHaveText(
    /Naam\s*Keten\s*Duur\s*36 maanden\s*Interval\s*per jaar\s*Trial Periode\s*geen/,
  )
  await boarding.plan('Keten').click()
  await boarding.plan('Start').click()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
  await page.goto('/en/boarding?step=subscription')
  await expect(page.getByText('Choose your preferred subscription')).toBeVisible()
})

test('an invalid submit goes to the first failing step and says why', async ({ open, sandbox }) => {
  const { page, boarding } = await open('/boarding')
  await boarding.username.fill('geen adres')
  await boarding.next.click()
  await boarding.country.fill('NLD')
  await boarding.coc.fill('12-34')
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
  await expect(page.getByText('Bedrijfsnaam is verplicht')).toBeVisible()
  await expect(page.getByText('Voer een geldige URL in.')).toBeVisible()
  expect(
    (await sandbox.requests())
      .filter(({ method }) => method === 'POST')
      .filter(({ path }) => path.startsWith('/api')),
  ).toEqual([])
})

test('a doubtful KvK number is a hint, no error', async ({ open }) => {
  const { page, boarding } = await open('/boarding?step=serial_info')
  await boarding.coc.fill('012345670000')
  await boarding.website.focus()
  await expect(page.getByText('Dit lijkt een vestigingsnummer')).toBeVisible()
  await expect(boarding.coc).toHaveAttribute('aria-invalid', 'false')

  await boarding.coc.fill('NL123456789B01')
  await boarding.website.focus()
  await expect(boarding.coc).toHaveAccessibleDescription(
    'Dit lijkt een btw-nummer. Een KvK-nummer heeft 8 cijfers.',
  )
  await expect(boarding.coc).toHaveAttribute('aria-invalid', 'false')

  for (const spaced of ['12 34 56 78', '12.34.56.78']) {
    await boarding.coc.fill(spaced)
    await boarding.website.focus()
    await expect(boarding.coc).toHaveValue('12345678')
    await expect(boarding.coc).toHaveAccessibleDescription('')
    await expect(boarding.coc).toHaveAttribute('aria-invalid', 'false')
  }
})

test('a website gets its protocol, and a country its two letters, when they are left', async ({
  open,
}) => {
  const { page, boarding } = await open('/boarding?step=serial_info')
  await boarding.website.fill('www.zaak.nl')
  await boarding.country.fill('belgië')
  await expect(boarding.website).toHaveValue('https://www.zaak.nl')
  await boarding.country.press('Tab')
  await expect(boarding.country).toHaveValue('BE')
  await expect(boarding.country).toHaveAccessibleDescription('België')
  await boarding.country.fill('us')
  await boarding.country.press('Tab')
  await expect(boarding.country).toHaveValue('us')
  await expect(boarding.country).toHaveAttribute('aria-invalid', 'false')
  await boarding.country.fill('Nergensland')
  await boarding.country.press('Tab')
  await expect(boarding.country).toHaveAccessibleDescription(
    'Kies een land, of vul de twee letters ervan in. Dit land is niet herkend. Kies er een uit de lijst, of vul de twee letters in, zoals NL.',
  )
  const offered = page.locator('datalist > option')
  await expect(offered.first()).toHaveText('Nederland')
  await expect(offered.nth(1)).toHaveAttribute('value', 'BE')
})

test('what is required and what is not is said in words', async ({ open }) => {
  const { page, boarding } = await open('/boarding?step=serial_info')
  const label = (name: string) => page.locator('label').filter({ hasText: name })
  await expect(label('Bedrijfsnaam')).toHaveText('Bedrijfsnaam (verplicht)')
  await expect(boarding.companyName).toHaveAttribute('aria-required', 'true')
  for (const [name, field] of [
    ['KvK', boarding.coc],
    ['Website', boarding.website],
  ] as const) {
    await expect(label(name)).toHaveText(`${name} (niet verplicht)`)
    await expect(field).toHaveAttribute('aria-required', 'false')
  }
})

test('the only subscription is chosen already', async ({ page, open }) => {
  await page.route('**/registrations/subscription/list?*', async (route) => {
    const response = await route.fetch()
    const [only] = (await response.json()) as unknown[]
    await route.fulfill({ response, json: [only] })
  })
  const { boarding } = await open('/boarding')
  await boarding.fillMerchant()
  await boarding.next.click()
  await boarding.fillCompany()
  await boarding.next.click()
  await expect(page.getByRole('radio')).toHaveCount(1)
  await expect(page.getByRole('radio')).toBeChecked()
})

test('an error leads to its field with the label in view', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 400 })
  const { boarding } = await open('/boarding?step=subscription')
  await boarding.plan('Keten').click()
  await boarding.submit.click()
  await boarding.fillMerchant()
  await page.goto('/boarding?step=subscription')
  await expect(page.getByRole('radio')).toHaveCount(4)
  await boarding.submit.click()
  await page.getByRole('link', { name: 'Locatie Naam is verplicht' }).click()
  await expect(boarding.locationName).toBeFocused()
  await expect(page.locator('label').filter({ hasText: 'Locatie Naam' })).toBeInViewport({
    ratio: 1,
  })
  await expect(boarding.locationName).toBeInViewport({ ratio: 1 })
})

test('reload, back, the other language and an expired session keep every value', async ({
  open,
  sandbox,
}) => {
  const { page, signIn, boarding } = await open('/boarding?reseller=shop-7')
  await boarding.fillIn()
  await expect(page).toHaveURL('/boarding?reseller=shop-7&step=subscription')
  await page.reload()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
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
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
  await expect(page).toHaveURL('/en/boarding?reseller=shop-7&step=subscription')
})

test.use({ expectedErrors: /status of (401|400|403|409|500)/ })

test('an account that exists is told, and may be gone on with', async ({ open }) => {
  const { page, boarding, activation } = await open('/boarding')
  await boarding.fillIn()
  await page.goto('/boarding')
  await boarding.username.fill('merchant@koppelpunt.test')
  await page.goto('/boarding?step=subscription')
  await boarding.submit.click()
  await expect(boarding.dialog).toContainText(
    'Oeps. User account merchant@koppelpunt.test already exists.',
  )
  await boarding.dialog.getByRole('button', { name: 'Annuleren' }).click()
  await expect(boarding.dialog).toBeHidden()
  await boarding.submit.click()
  await boarding.dialog.getByRole('button', { name: 'Bevestigen' }).click()
  await expect(activation.button('Activeren')).toBeVisible()
})

test('an unknown user is asked about before anything is made', async ({ open, sandbox }) => {
  await sandbox.changeSettings({ userAppearance: 'registration' })
  const { page, boarding, activation } = await open('/boarding')
  await boarding.fillIn()
  await boarding.submit.click()
  await expect(boarding.dialog).toContainText('User is not found in keycloak.')
  await boarding.dialog.getByRole('button', { name: 'Annuleren' }).click()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
  expect(await sandbox.rows('registrations')).toEqual([])
  await boarding.submit.click()
  await boarding.dialog.getByRole('button', { name: 'Bevestigen' }).click()
  await expect(activation.button('Activeren')).toBeVisible()
})

test('a failure halfway shows how far it came, and a reload goes on from there', async ({
  open,
  sandbox,
}) => {
  await sandbox.failNext('POST', '/api/locations/location')
  const { page, boarding, activation } = await open('/boarding')
  await boarding.fillIn()
  await boarding.submit.click()
  await expect(boarding.dialog).toContainText(
    'Oeps. something went wrong during creating location inside Koppelpunt.',
  )
  await boarding.dialog.getByRole('button', { name: 'Sluiten' }).click()
  const progress = page.getByRole('region', { name: 'Voortgang' })
  await expect(progress.getByRole('listitem')).toHaveText([
    'Account aanmaken: klaar',
    'Gebruiker opzoeken: klaar',
    'Administratie aanmaken: klaar',
    'Locatie aanmaken: niet gelukt',
  ])
  await page.reload()
  await expect(progress.getByRole('listitem')).toHaveText([
    'Account aanmaken: klaar',
    'Gebruiker opzoeken: klaar',
    'Administratie aanmaken: klaar',
  ])
  await boarding.submit.click()
  await expect(activation.button('Activeren')).toBeVisible()
  expect(await sandbox.rows('merchants')).toHaveLength(1)
  expect(await sandbox.rows('registrations')).toHaveLength(1)
})

test('a dry run makes nothing and shows where it would have gone', async ({ open, sandbox }) => {
  await sandbox.setFlag('dry_run', { enabled: true })
  const { boarding } = await open('/boarding')
  await boarding.fillIn()
  await boarding.submit.click()
  await boarding.dialog.getByRole('button', { name: 'Bevestigen' }).click()
  await expect(boarding.dialog.getByRole('link')).toHaveText(/referenceKey=dry-run/)
  expect(await sandbox.rows('merchants')).toEqual([])
})

test('the next customer begins with nothing of the one before', async ({ open }) => {
  const { page, boarding } = await open('/boarding')
  await boarding.submitFilledIn()
  await page.goto('/boarding?step=serial_info')
  await boarding.website.fill('www.ander.test')
  await page.getByRole('button', { name: 'Nieuwe klant' }).click()
  await expect(page.getByRole('heading', { name: 'Gegevens van de klant' })).toBeFocused()
  await expect(boarding.fullName).toHaveValue('')
  await expect(page.getByText('ingevuld', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Volgende' }).click()
  await expect(boarding.website).toHaveValue('')
  await boarding.next.click()
  await boarding.plan('Keten').click()
  await boarding.submit.click()
  await expect(page).toHaveTitle(/^Fout: /)
  await expect(boarding.fullName).toHaveAttribute('aria-invalid', 'true')
})

test('who waits for the approval is led to its link, and to where it can be sent again', async ({
  open,
}) => {
  const { page, boarding, activation } = await open('/boarding')
  await boarding.fillIn()
  await boarding.handOver.click()
  await expect(page).toHaveURL(/\/wizard\?administration=\d+&location=\d+$/)
  const waiting = page.url()
  await expect(page.getByRole('textbox', { name: 'Link om goed te keuren' })).toBeVisible()

  await page.goto('/boarding')
  await expect(boarding.fullName).toBeVisible()
  await expect(page.getByRole('link', { name: 'Link doorgeven' })).toHaveAttribute('href', waiting)
  await page.getByRole('button', { name: 'Naar de laatste stap' }).click()
  await expect(page.getByRole('heading', { name: 'Abonnement' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Naar de laatste stap' })).toHaveCount(0)
  await boarding.submit.click()
  await expect(activation.button('Activeren')).toBeVisible()
})

test('a new customer from the first step begins at its heading', async ({ open }) => {
  const { page, boarding } = await open('/boarding')
  await boarding.submitFilledIn()
  await page.goto('/boarding')
  await expect(boarding.fullName).toBeVisible()
  await page.getByRole('button', { name: 'Nieuwe klant' }).click()
  await expect(page.getByRole('heading', { name: 'Gegevens van de klant' })).toBeFocused()
  await expect(boarding.fullName).toHaveValue('')
})

test('the same customer from a second tab is stopped', async ({ signInAt, context }) => {
  const { page, boarding } = await signInAt('/boarding')
  await boarding.fillIn()
  const stopped = Promise.withResolvers<undefined>()
  await page.route('**/api/registrations/registration', async (route) => {
    await stopped.promise
    await route.continue()
  })
  await boarding.submit.click()
  const second = await context.newPage()
  await second.goto('/boarding')
  const other = new BoardingPage(second)
  await other.fillIn()
  await other.submit.click()
  await expect(other.dialog).toContainText('al in een ander tabblad aangemeld')
  stopped.resolve(undefined)
  await expect(page.getByRole('button', { name: 'Activeren', exact: true })).toBeVisible()
})

test('cards stand in two columns, and in one on a small screen', async ({ open }) => {
  const { page, boarding } = await open('/boarding?step=subscription')
  const left = async (name: string) => (await boarding.plan(name).boundingBox())?.x
  const isBelow = async () => (await left('Keten')) === (await left('Start'))
  await expect(boarding.plan('Keten')).toBeVisible()
  await expect.poll(isBelow).toBe(false)
  await page.setViewportSize({ width: 360, height: 700 })
  await expect.poll(isBelow).toBe(true)
})
