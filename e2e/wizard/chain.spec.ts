import { changeSettings } from '../../test/shops.ts'
import { expect, test } from '../fixtures.ts'
import { ChainPanel, prepareChain } from '../pages/chain.ts'
import { tabTo } from '../pages/keyboard.ts'
import { places } from '../pages/wizard.ts'

const company = '/api/snelstart/company'

test.beforeEach(({ sandbox }) => sandbox.setFlag('skip_final_redirect', { enabled: true }))

test.describe('a chain', () => {
  test.use({ expectedErrors: /status of 422|status of 404/ })

  test('is set up at once: one fails, one is changed meanwhile, one books elsewhere', async ({
    open,
    sandbox,
  }) => {
    const { east, west, elsewhere } = await prepareChain(sandbox)
    const { page, wizard } = await open(places.configured)
    await wizard.submitConfigured()
    await wizard.dialog.getByRole('button', { name: /^Annuleren/ }).click()
    await expect(wizard.heading('SnelStart is ingesteld.')).toBeFocused()
    expect(await sandbox.requests('/api/locations/location/list/all')).toEqual([])
    const chain = new ChainPanel(wizard)
    await chain.open()
    await expect(page.getByRole('heading', { name: 'Ook instellen voor' })).toBeFocused()
    await expect(chain.region.getByRole('checkbox')).toHaveCount(2)
    await expect(chain.region.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await chain.row('Slijterij Oost').getByRole('checkbox').check()
    await chain.row('Slijterij West').getByRole('checkbox').check()
    await expect(chain.state('Slijterij Oost')).toHaveText('Nog niet ingesteld')
    await expect(chain.state('Kraam')).toHaveText('Niet gekoppeld')
    await expect(chain.row('Wijnwinkel').getByRole('link')).toHaveAttribute(
      'href',
      new RegExp(`/wizard\\?administration=1006&location=${elsewhere}$`),
    )

    await chain
      .row('Slijterij Oost')
      .getByText(/^Wat wijzigt/)
      .click()
    const cash = chain.row('Slijterij Oost').getByRole('row', { name: /^Contant/ })
    await expect(cash).toContainText('2200 Contante betalingen kassa')

    await sandbox.injectFault({
      ...{ method: 'POST', path: `${company}/{identifier}`, times: 1 },
      query: { location: String(east) },
      fault: { kind: 'status', status: 422, body: { message: 'Nu even niet.' } },
    })
    await changeSettings(sandbox, west, { default_cash_register: '1300' })
    await sandbox.clearRequests()
    await chain.button('Instellen voor 2 locaties').click()
    await expect(chain.row('Slijterij Oost')).toContainText('Nu even niet.')
    await expect(chain.row('Slijterij West')).toContainText(
      'De instellingen zijn intussen ergens anders gewijzigd.',
    )
    const written = async () =>
      (await sandbox.requests())
        .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'))
        .map(({ path, query }) => `${path.replace(/\/[^/]*\d[^/]*$/, '')} ${query.location ?? ''}`)
    expect((await written()).sort()).toEqual([
      '/api/accounting/paymentledgers ',
      `${company} ${east}`,
    ])
    await chain
      .row('Slijterij Oost')
      .getByRole('button', {
        name: /^Opnieuw proberen.*Instellingen van de koppeling, Slijterij Oost$/,
      })
      .click()
    await expect(chain.state('Slijterij Oost')).toHaveText('Ook ingesteld')
    await expect(wizard.dialog).toBeHidden()
    await chain.button('Instellen voor 1 locatie').click()
    await expect(wizard.dialog).toContainText('Do you want to start a import?')
    await wizard.dialog.getByRole('button', { name: /^Bevestigen/ }).click()
    await expect(wizard.heading('SnelStart is ingesteld.')).toBeFocused()
    const end = page.getByRole('region', { name: 'SnelStart is ingesteld.' })
    await expect(end).toContainText('Ook ingesteld: Slijterij Oost, Slijterij West.')
    await expect(end).toContainText('Niet ingesteld: Wijnwinkel, Kraam.')
    const report = page.getByRole('region', { name: 'Verslag van de instellingen' })
    await expect(report.getByRole('heading', { level: 3 })).toHaveText([
      /^Slijterij Oost – \d+$/,
      /^Slijterij West – \d+$/,
      /^Wijnwinkel – \d+$/,
      /^Kraam – \d+$/,
    ])
    const stored = await sandbox.rows('company_settings')
    expect(stored.map(({ location_id }) => location_id).sort()).toEqual([2007, east, west].sort())
    expect(stored.map(({ settings }) => settings.default_cash_payment_ledger)).toEqual([
      ...['2200', '2200', '2200'],
    ])
  })
})

test('the keyboard alone sets up one of them, from a wizard that is set up', async ({
  open,
  sandbox,
}) => {
  const { east, west } = await prepareChain(sandbox)
  const { page, wizard } = await open(`${places.configured}&step=summary`)
  const chain = new ChainPanel(wizard)
  await page.locator('form.steps').waitFor()
  await tabTo(page.getByRole('button', { name: 'Ook instellen voor andere locaties' }))
  await page.keyboard.press('Enter')
  await expect(chain.row('Slijterij West').getByRole('checkbox')).toBeVisible()
  await tabTo(chain.row('Slijterij West').getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(chain.button('Instellen voor 1 locatie'))
  await page.keyboard.press('Enter')
  await expect(wizard.dialog).toContainText('Do you want to start a import?')
  await page.keyboard.press('Enter')
  await expect(wizard.heading('SnelStart is ingesteld.')).toBeFocused()
  const stored = (await sandbox.rows('company_settings')).map(({ location_id }) => location_id)
  expect(stored).toContain(west)
  expect(stored).not.toContain(east)
})
