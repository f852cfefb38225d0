import { expect, test } from '../fixtures.ts'
import { OtherLocationsPanel, addOtherLocations } from '../pages/chain.ts'
import { focusWithTab } from '../pages/keyboard.ts'

test.beforeEach(({ sandbox }) => sandbox.setFlag('skip_final_redirect', { enabled: true }))

test('sets up another location by keyboard, from Home', async ({ open, sandbox }) => {
  const { east, west } = await addOtherLocations(sandbox)
  const { page, wizard } = await open('/')
  const chain = new OtherLocationsPanel(page)
  await page.getByRole('button', { name: /Oefenslijterij Compleet/ }).click()
  const name = 'Ook instellen voor 4 andere locaties: Slijterij'
  await page.getByRole('link', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { name: 'Ook instellen voor andere locaties' }),
  ).toBeFocused()
  await expect(chain.region.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await focusWithTab(chain.row('Slijterij West').getByRole('checkbox'))
  await page.keyboard.press('Space')
  await focusWithTab(chain.button('Instellen voor 1 locatie'))
  await page.keyboard.press('Enter')
  await expect(wizard.dialog).toContainText('Do you want to start a import?')
  await page.keyboard.press('Enter')
  await expect(wizard.heading('1 locatie ook ingesteld')).toBeFocused()
  const stored = (await sandbox.rows('company_settings')).map(({ location_id }) => location_id)
  expect(stored).toContain(west)
  expect(stored).not.toContain(east)
})
