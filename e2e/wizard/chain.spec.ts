import { expect, test } from '../fixtures.ts'
import { ChainPanel, prepareChain } from '../pages/chain.ts'
import { tabTo } from '../pages/keyboard.ts'
import { places } from '../pages/wizard.ts'

test('the keyboard alone sets up one of them, from a wizard that is set up', async ({
  open,
  sandbox,
}) => {
  await sandbox.setFlag('skip_final_redirect', { enabled: true })
  const { east, west } = await prepareChain(sandbox)
  const { page, wizard } = await open(`${places.configured}&step=summary`)
  const chain = new ChainPanel(wizard)
  await page.locator('form.steps').waitFor()
  await tabTo(page.getByRole('button', { name: 'Ook instellen voor andere locaties' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ook instellen voor' })).toBeFocused()
  await tabTo(chain.row('Slijterij West').getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(chain.button('Instellen voor 1 locatie'))
  await page.keyboard.press('Enter')
  await expect(wizard.dialog).toContainText('Do you want to start a import?')
  await page.keyboard.press('Enter')
  await expect(wizard.heading('SnelStart is ingesteld.')).toBeFocused()
  const end = page.getByRole('region', { name: 'SnelStart is ingesteld.' })
  await expect(end).toContainText('Ook ingesteld: Slijterij West.')
  const report = page.getByRole('region', { name: 'Verslag van de instellingen' })
  await expect(report.getByRole('heading', { level: 3 }).first()).toHaveText(/^Slijterij Oost – /)
  const stored = (await sandbox.rows('company_settings')).map(({ location_id }) => location_id)
  expect(stored).toContain(west)
  expect(stored).not.toContain(east)
})
