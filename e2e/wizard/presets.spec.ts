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

test('the choices of last time fill in the wizard, and leave a number that was typed', async ({
  page,
  open,
}) => {
  const last = panelOf(page).getByRole('button', { name: 'Keuzes van de vorige keer' })
  const { wizard } = await open(addressOf(places[0]))
  await expect(panelOf(page)).toBeVisible()
  await expect(last).toHaveCount(0)
  await wizard.goTo('Grootboekrekeningen')
  for (const name of ['Contant', 'Pin']) {
    await (await wizard.unfold(name)).type('1300')
    await wizard.ledger(name).says('Deze grootboekrekening bestaat al in SnelStart.')
  }
  await wizard.settleLedgers()
  for (const name of ['Contant', 'Pin']) await wizard.ledger(name).accept.click()
  await wizard.goTo('Samenvatting')
  await wizard.submit.click()
  await wizard.dialog.getByRole('button', { name: /^Annuleren/ }).click()
  await expect(page).toHaveURL(/\/customers$/)

  await page.goto(`${addressOf(places[1])}&step=journals`)
  await (await wizard.unfold('Pin')).type('4752')
  await wizard.goTo('SnelStart')
  await expect(last).toHaveAttribute('aria-disabled', 'false')
  await last.click()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
  await expect(wizard.row('Grootboekrekening contant')).toContainText('1300 Debiteuren')
  await expect(wizard.row('Grootboekrekening pin')).toContainText('4752')
})

test('polaris, where no application is chosen, is not sent to that choice', async ({ open }) => {
  const { page } = await open(addressOf(places[0]))
  await expect(panelOf(page)).toContainText('kies dat dan eerst hierboven')
  await page.goto(addressOf(places[0], '/polaris'))
  await page.getByRole('button', { name: 'Ja, ga verder' }).click()
  await expect(panelOf(page)).toContainText('samenvatting')
  await expect(panelOf(page)).not.toContainText('hierboven')
})

test('while something is looked up, it is said why nothing can be pressed yet', async ({
  page,
  open,
}) => {
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
  await expect(wizard.tab('Voorraad')).toHaveAccessibleName(/ingevuld/)
  await expect(wizard.tab('Import en synchronisatie')).toHaveAccessibleName(/ingevuld/)
  await expect(wizard.tab('Grootboekrekeningen')).not.toHaveAccessibleName(/ingevuld/)
  await wizard.settleLedgers()
  await expect(wizard.tab('Grootboekrekeningen')).toHaveAccessibleName(/ingevuld/)
})
