import { expect, test as base } from '../fixtures.ts'

const registration = '/api/registrations/registration'
const location = '/api/locations/location'

/** A new customer, filled in at a portal whose product API takes no idempotency key. */
const test = base.extend<{ filledIn: undefined }>({
  filledIn: [
    async ({ signIn, boarding, services }, use) => {
      await services.sandbox.changeSettings({ userAppearance: 0 })
      const portal = await services.portalWith({ PORTAL_IDEMPOTENCY_HEADER: '' })
      await signIn.open(`${portal}/boarding`)
      await boarding.fillIn()
      await use(undefined)
    },
    { auto: true },
  ],
})

test('what was made twice is told of before the browser leaves', async ({
  page,
  boarding,
  activation,
  sandbox,
}) => {
  const fault = { kind: 'doubled' } as const
  await sandbox.injectFault({ method: 'POST', path: registration, times: 1, fault })
  await boarding.submit.click()
  await expect(boarding.dialog).toContainText('Er is iets dubbel aangemaakt.')
  await expect(boarding.dialog).toContainText(
    'Administratie Nieuwe Zaak bestaat dubbel. Koppelpunt gebruikt die met id 1009. Over blijft: 1008. Vraag Koppelpunt om die te verwijderen.',
  )
  await expect(page).toHaveURL(/\/boarding\?/)
  const made = (await sandbox.rows('administrations')).map(({ id, name }) => [id, name])
  expect(made.filter(([, name]) => name === 'Nieuwe Zaak').map(([id]) => id)).toEqual([1008, 1009])
  await boarding.dialog.getByRole('button', { name: 'Sluiten' }).click()
  await expect(activation.button('Activeren')).toBeVisible()
})

test.describe('a step that fails', () => {
  test.use({ expectedErrors: /status of 50[04]/ })

  const fail = (status: number) =>
    ({ method: 'POST', path: location, times: 1, fault: { kind: 'status', status } }) as const

  test('with an answer is sent again without a question', async ({
    boarding,
    activation,
    sandbox,
  }) => {
    await sandbox.injectFault(fail(500))
    await boarding.submit.click()
    await expect(boarding.dialog).toContainText('De server antwoordde met status 500')
    await boarding.dialog.getByRole('button', { name: 'Sluiten' }).click()
    await boarding.submit.click()
    await expect(activation.button('Activeren')).toBeVisible()
    expect(await sandbox.requests(location)).toHaveLength(2)
  })

  test('without one is asked about, with what to check and where', async ({
    page,
    boarding,
    activation,
    sandbox,
  }) => {
    await sandbox.injectFault(fail(504))
    await boarding.submit.click()
    await expect(boarding.dialog).toContainText('De server antwoordde met status 504')
    await boarding.dialog.getByRole('button', { name: 'Sluiten' }).click()
    await boarding.submit.click()
    await expect(boarding.dialog).toContainText('Het is niet zeker of de vorige poging is gelukt.')
    await expect(boarding.dialog).toContainText(
      'Kijk in een ander tabblad, bij Bestaande administratie koppelen, of Hoofdwinkel in de lijst Locatie van administratie 1008 staat.',
    )
    await boarding.dialog.getByRole('button', { name: 'Annuleren' }).click()
    await expect(page).toHaveURL(/\/boarding\?/)
    await boarding.submit.click()
    await boarding.dialog.getByRole('button', { name: 'Bevestigen' }).click()
    await expect(activation.button('Activeren')).toBeVisible()
    expect(await sandbox.requests(location)).toHaveLength(2)
  })
})
