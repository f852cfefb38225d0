import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** Two standard administrations that nobody has set up. */
const places = [
  { administration: 1001, location: 2001 },
  { administration: 1005, location: 2006 },
] as const

const addressOf = ({ administration, location }: (typeof places)[number], path = '/wizard') =>
  `${path}?administration=${administration}&location=${location}`

const panelOf = (page: Page) => page.getByRole('region', { name: 'Snel klaar' })

test.beforeEach(({ sandbox }) =>
  sandbox.connectKey({
    administration_id: places[0].administration,
    location_id: places[0].location,
  }),
)

test('the choices of last time fill in the wizard', async ({ page, open }) => {
  const last = panelOf(page).getByRole('button', { name: 'Keuzes van de vorige keer' })
  const { wizard } = await open(addressOf(places[0]))
  await expect(panelOf(page)).toBeVisible()
  await expect(last).toHaveCount(0)
  await wizard.goTo('Grootboekrekeningen')
  await (await wizard.unfold('Contant')).type('1300')
  await wizard.ledger('Contant').says('Deze grootboekrekening bestaat al in SnelStart.')
  await wizard.settleLedgers()
  await wizard.ledger('Contant').accept.click()
  await wizard.goTo('Samenvatting')
  await wizard.submit.click()
  await wizard.dialog.getByRole('button', { name: /^Annuleren/ }).click()
  await expect(page).toHaveURL(/\/customers$/)

  await page.goto(addressOf(places[1]))
  await expect(last).toHaveAttribute('aria-disabled', 'false')
  await last.click()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
  await expect(wizard.row('Grootboekrekening contant')).toContainText('1300 Debiteuren')
})

test('while something is looked up, it is said why to wait', async ({ page, open }) => {
  const { promise: held, resolve: answer } = Promise.withResolvers<undefined>()
  await page.route('**/snelstart/journals/grootboeken/2200?**', async (route) => {
    await held
    await route.continue()
  })
  const { wizard } = await open(addressOf(places[0]))
  const recommended = panelOf(page).getByRole('button', { name: 'Aanbevolen instellingen' })
  const why = 'De grootboekrekeningen en de relatie worden nog opgezocht. Even geduld.'
  await expect(panelOf(page).getByRole('status')).toHaveText(why)
  await expect(recommended).toHaveAccessibleDescription(why)
  await recommended.press('Enter')
  await expect(wizard.heading('SnelStart')).toBeVisible()
  answer(undefined)
  await expect(panelOf(page).getByText(why)).toBeHidden()
  await expect(recommended).toHaveAccessibleDescription('')
  await recommended.click()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
  // Each says of what.
  await expect(page.getByRole('button', { name: /^nog niet aangemaakt/ })).toHaveText([
    /contant$/,
    /pin$/,
    /webshop$/,
    /kassa \(ECR\)$/,
  ])
})

test('what the recommended settings settle has its tick', async ({ open }) => {
  const { page, wizard } = await open(addressOf(places[1]))
  const recommended = panelOf(page).getByRole('button', { name: 'Aanbevolen instellingen' })
  await expect(recommended).toHaveAttribute('aria-disabled', 'false')
  await recommended.click()
  await expect(wizard.tab('Import en synchronisatie')).toHaveAccessibleName(/ingevuld/)
  await expect(wizard.tab('Grootboekrekeningen')).not.toHaveAccessibleName(/ingevuld/)
  await wizard.settleLedgers()
  await expect(wizard.tab('Grootboekrekeningen')).toHaveAccessibleName(/ingevuld/)
})
