import { expect, test } from '../fixtures.ts'

/** Two administrations that are not set up yet. */
const places = [
  { administration: 1001, location: 2001 },
  { administration: 1005, location: 2006 },
] as const

const addressOf = ({ administration, location }: (typeof places)[number], path = '/wizard') =>
  `${path}?administration=${administration}&location=${location}`

test.beforeEach(({ sandbox }) =>
  sandbox.connectKey({
    administration_id: places[0].administration,
    location_id: places[0].location,
  }),
)

test('fills in the wizard with the choices of the previous set-up', async ({ page, open }) => {
  const { wizard } = await open(addressOf(places[0]))
  const synced = await wizard.view('Producten en relaties')
  await synced.getByRole('button', { name: 'Wijzig' }).click()
  await wizard.switch('Relaties synchroniseren').uncheck()
  await page.getByRole('button', { name: 'Terug naar de lijst' }).click()
  await wizard.doAsPlanned()
  await wizard.submit.click()
  await wizard.dialog.getByRole('button', { name: /^Annuleren/ }).click()
  await expect(page).toHaveURL(/\/customers$/)

  await page.goto(addressOf(places[1]))
  const last = 'Keuzes van de vorige keer: Oefenwinkel Noord'
  await wizard.plan.getByRole('button', { name: last }).click()
  await expect(wizard.plan.getByRole('heading')).toHaveText('Keuzes van de vorige keer')
  await wizard.doAsPlanned()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
})

test('during a lookup, the plan explains why it cannot start', async ({ page, open }) => {
  const { promise: held, resolve: answer } = Promise.withResolvers<undefined>()
  await page.route('**/snelstart/journals/grootboeken/2200?**', async (route) => {
    await held
    await route.continue()
  })
  const { wizard } = await open(addressOf(places[0]))
  const why = 'Koppelpunt zoekt de grootboekrekeningen en de relatie op.'
  await expect(wizard.plan.getByText(why)).toBeVisible()
  await expect(wizard.doPlan).toHaveAccessibleDescription(why)
  await wizard.doPlan.press('Enter')
  await expect(wizard.heading('SnelStart')).toBeVisible()
  answer(undefined)
  await expect(wizard.planned(/^4/)).toContainText('2200 Contant')
  await expect(wizard.doPlan).toHaveAccessibleDescription('')
})

test('on a phone, the plan’s button sticks once the heading is hidden', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 500 })
  const { wizard } = await open(addressOf(places[1]))
  const first = wizard.planned('4 rekeningen worden aangemaakt')
  await first.waitFor()
  const heading = wizard.plan.getByRole('heading')
  const scroll = (y: number) => page.evaluate((top) => window.scrollTo({ top }), y)
  const { y = 0 } = (await heading.boundingBox()) ?? {}
  await scroll(y - 20)
  await expect(heading).toBeInViewport()
  await expect(wizard.doPlan).not.toBeInViewport()
  await scroll(y + 60)
  await expect(heading).not.toBeInViewport()
  await expect(wizard.doPlan).toBeInViewport({ ratio: 1 })
})

test('keeps a changed value of the recommended settings after a reload', async ({ open }) => {
  const { page, wizard } = await open(addressOf(places[1]))
  const existing = await wizard.view('3 rekeningen bestaan al')
  await expect(existing).toContainText('8040 Omzet emballage')
  await expect(existing.getByText('Verberg')).toBeVisible()
  await expect(existing.getByText('Bekijk')).toBeHidden()
  const synced = await wizard.view('Producten en relaties')
  await synced.getByRole('button', { name: 'Wijzig' }).click()
  await expect(wizard.heading('Import en synchronisatie')).toBeFocused()
  await wizard.switch('Relaties synchroniseren').uncheck()
  await page.getByRole('button', { name: 'Terug naar de lijst' }).click()
  await expect(wizard.plan.getByRole('heading')).toHaveText('Zoals u het hebt ingevuld')
  await page.reload()
  await expect(wizard.plan.getByRole('heading')).toHaveText('Zoals u het hebt ingevuld')
  await wizard.plan.getByRole('button', { name: 'Aanbevolen instellingen' }).click()
  await expect(wizard.planned('Producten en relaties elke 24 uur bijgewerkt')).toBeVisible()
})
