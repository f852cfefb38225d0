import { expect, test } from '../fixtures.ts'
import { ChainPanel, prepareOtherLocations } from '../pages/chain.ts'
import { checks } from '../pages/check.ts'
import { focusWithTab } from '../pages/keyboard.ts'

test.beforeEach(({ sandbox }) => sandbox.setFlag('skip_final_redirect', { enabled: true }))

test('sets up another location by keyboard, from Home and the check', async ({ open, sandbox }) => {
  const { east, west } = await prepareOtherLocations(sandbox)
  await sandbox.clearRequests()
  const { page, wizard } = await open(checks.configured)
  const chain = new ChainPanel(page)
  const opens = page.getByRole('button', { name: 'Ook instellen voor 4 andere locaties' })
  await opens.click()
  await expect(chain.region).toBeVisible()
  await opens.click()
  await expect(chain.region).toHaveCount(0)
  const writes = (await sandbox.requests()).filter(({ method }) => method !== 'GET')
  expect(writes.filter(({ path }) => path.startsWith('/api/'))).toEqual([])

  await page.goto('/')
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
