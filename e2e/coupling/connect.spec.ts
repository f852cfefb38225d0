import { expect, test } from '../fixtures.ts'

test('couples a location and returns to the wizard', async ({ signInAt, sandbox, services }) => {
  await sandbox.delay('POST', '/api/snelstart/keys/unconnected', 1000)
  const { page, connect, activation } = await signInAt('/')
  await page.getByRole('link', { name: 'Bestaande administratie koppelen' }).click()
  await expect(page).toHaveURL('/connect')
  await connect.choose('Oefenmarkt West (DE)', 'Groentekraam (Eco)')
  await expect(page.getByText('Administratie-id 1004 Locatie-id 2004')).toBeVisible()
  await connect.submit.click()
  await expect(connect.submit).toHaveText('loading...')
  for (const part of [connect.submit, connect.administration, connect.location]) {
    await expect(part).toBeDisabled()
  }
  await expect(activation.button).toBeVisible()
  const [key] = (await sandbox.rows('keys')).filter(({ location_id }) => location_id === 2004)
  const address = new URL(page.url())
  expect(address.searchParams.get('referenceKey')).toBe(key?.id)
  expect(address.searchParams.get('successUrl')).toBe(
    `${services.portal}/wizard?administration=1004&location=2004`,
  )
  await activation.button.click()
  await expect(page).toHaveURL('/wizard?administration=1004&location=2004')
  await expect(page.getByText('Gekoppeld', { exact: true })).toBeVisible()
  await expect(page.getByText('Oefenmarkt West (DE)', { exact: true })).toBeVisible()
})

test('a dropdown keeps its choice after Escape and on blur', async ({ open }) => {
  const { page, connect } = await open('/connect')
  await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await connect.administration.fill('zu')
  await page.keyboard.press('Escape')
  await expect(connect.administration).toHaveValue('Oefenwinkel Noord (NL)')
  await connect.administration.fill('zu')
  await page.keyboard.press('ArrowDown')
  await connect.submit.focus()
  await expect(connect.administration).toHaveValue('Oefenwinkel Noord (NL)')
  await expect(connect.location).toHaveValue('Winkel Noord')
})

test('lists 1,000 of 10,000 administrations and finds all of them', async ({ open, sandbox }) => {
  await sandbox.reset({ administrations: 10_000 })
  const { page, connect } = await open('/connect')
  await connect.administration.click()
  await expect(page.getByText('De eerste 1000 van 10007 worden getoond.')).toBeVisible()
  const options = page.getByRole('option')
  expect(await options.count()).toBeLessThan(25)
  await expect(options.first()).toHaveAttribute('aria-setsize', '1000')
  await expect(options.first()).toHaveAttribute('aria-posinset', '1')
  expect((await page.getByRole('listbox').boundingBox())?.height).toBe(300)
  expect((await options.first().boundingBox())?.height).toBe(40)

  await page.keyboard.press('End')
  await expect(page.locator('[aria-posinset="1000"]')).toBeInViewport()
  await page.keyboard.press('PageUp')
  const tenBack = page.locator('[aria-posinset="990"]')
  await expect(tenBack).toBeInViewport()
  const active = (await tenBack.getAttribute('id')) ?? 'no id'
  await expect(connect.administration).toHaveAttribute('aria-activedescendant', active)
  await page.keyboard.press('Home')
  await expect(page.locator('[aria-posinset="1"]')).toBeInViewport()

  await connect.administration.fill('09999')
  await expect(options).toHaveText([/^Oefenadministratie 09999/])
})

test('Back from the activation page keeps the form and the key', async ({ open, sandbox }) => {
  const { page, connect } = await open('/connect')
  const address = await connect.requestKey('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await page.goBack()
  await expect(connect.location).toHaveValue('Winkel Noord')
  await expect(connect.submit).toHaveText('Versturen')
  await connect.submit.click()
  await expect(page).toHaveURL(address)
  expect(await sandbox.requests('/api/snelstart/keys/unconnected')).toHaveLength(1)
})
