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
  const { wizard } = await open(addressOf(places[0]))
  const last = panelOf(page).getByRole('button', { name: 'Keuzes van de vorige keer' })
  await wizard.openPlan()
  await expect(last).toHaveCount(0)
  await wizard.doPlan.click()
  await wizard.submit.click()
  await wizard.dialog.getByRole('button', { name: /^Annuleren/ }).click()
  await expect(page).toHaveURL(/\/customers$/)

  await page.goto(addressOf(places[1]))
  await wizard.openPlan('Keuzes van de vorige keer')
  await wizard.doPlan.click()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
  await wizard.submit.click()
  await expect(wizard.dialog).toContainText('Do you want to start a import?')
})

test('while something is looked up, it is said why to wait', async ({ page, open }) => {
  const { promise: held, resolve: answer } = Promise.withResolvers<undefined>()
  await page.route('**/snelstart/journals/grootboeken/2200?**', async (route) => {
    await held
    await route.continue()
  })
  const { wizard } = await open(addressOf(places[0]))
  const why = 'De grootboekrekeningen en de relatie worden nog opgezocht. Even geduld.'
  await panelOf(page).getByRole('button', { name: 'Aanbevolen instellingen' }).click()
  await expect(wizard.plan.getByRole('status')).toHaveText(why)
  await expect(wizard.doPlan).toHaveAccessibleDescription(why)
  await expect(wizard.planned('3 rekeningen aanmaken')).toBeVisible()
  await wizard.doPlan.press('Enter')
  await expect(wizard.heading('SnelStart')).toBeVisible()
  answer(undefined)
  await expect(wizard.planned('4 rekeningen aanmaken')).toContainText('2200 Contante betalingen')
  await expect(wizard.doPlan).toHaveAccessibleDescription('')
})

test('the list names every setting that the summary then changes', async ({ open }) => {
  const { page, wizard } = await open(addressOf(places[1]))
  await wizard.openPlan()
  await expect(wizard.planned('4 rekeningen aanmaken')).toBeVisible()
  const planned = (await wizard.plan.textContent()) ?? ''
  await wizard.doPlan.click()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
  const changed = page.locator('tr[data-changed="true"]')
  await expect(changed.first()).toBeVisible()
  const texts = await changed.evaluateAll((rows) =>
    rows.map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent)),
  )
  // By its name, or a ledger or relation by its number.
  const unnamed = texts.filter(([label = '', value = '']) => {
    const number = /^-?\d+/.exec(value)?.[0]
    return !planned.includes(label) && !(number && planned.includes(number))
  })
  expect(texts.map(([label]) => label)).toContain('Geteld kasgeld boeken')
  expect(unnamed).toEqual([])
})

test('on a phone the short way is in sight, and nothing covers it', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(addressOf(places[1]))
  const recommended = panelOf(page).getByRole('button', { name: 'Aanbevolen instellingen' })
  await expect(recommended).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Volgende' })).not.toBeInViewport()
})

test('the list says all that is done, and a line of it can be changed', async ({ open }) => {
  const { page, wizard } = await open(addressOf(places[1]))
  await wizard.openPlan()
  await expect(wizard.plan.locator('.plan-lines > li > .plan-name > strong')).toHaveText([
    'Programma: Snelstart Web',
    '4 rekeningen aanmaken',
    '3 bestaande gebruiken',
    'Relatie -2 voor onbekende klanten aanmaken',
    'Import en synchronisatie',
  ])
  await expect(wizard.planned('3 bestaande')).toContainText(
    '8040 Omzet emballage 10 Verkopen/omzet onbelast, rubriek 1e · Winst en verlies',
  )
  await wizard.planned('Import en synchronisatie').getByRole('button', { name: 'Wijzig' }).click()
  await expect(wizard.heading('Import en synchronisatie')).toBeFocused()
  await expect(wizard.switch('Producten synchroniseren')).toBeChecked()
  await wizard.switch('Relaties synchroniseren').uncheck()
  await page.getByRole('button', { name: 'Terug naar de lijst' }).click()
  await expect(wizard.planned('Import en synchronisatie')).toContainText(
    'Relaties synchroniseren: Nee',
  )
  await wizard.planned('Programma').getByRole('button', { name: 'Wijzig' }).click()
  await expect(wizard.plan).toHaveCount(0)
  await page.getByText('Snelstart 12', { exact: true }).click()
  await wizard.openPlan()
  await expect(wizard.planned('Programma')).toContainText('Snelstart 12')
  await wizard.plan.getByRole('button', { name: 'Ik stel het zelf in' }).click()
  await expect(panelOf(page).getByRole('button').first()).toBeFocused()
})
