import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { places, type WizardPage } from '../pages/wizard.ts'
import type { SandboxControl } from '../../test/sandbox.ts'

/** Everything that was sent to change something, imports included. */
async function written(sandbox: SandboxControl): Promise<string[]> {
  return (await sandbox.requests())
    .filter(
      ({ method, path }) =>
        path.startsWith('/api/') && (method !== 'GET' || path.endsWith('/import')),
    )
    .map(({ method, path }) => `${method} ${path.replace(/\/[^/]*\d[^/]*$/, '')}`)
    .sort()
}

const saves = [
  'POST /api/snelstart/company',
  'PUT /api/accounting/paymentledgers',
  'PUT /api/snelstart/keys',
]
const imports = ['GET /api/snelstart/product/import', 'GET /api/snelstart/relations/import']

const confirm = (wizard: WizardPage) => wizard.dialog.getByRole('button', { name: 'Bevestigen' })

/** A downloaded report, as its reader sees it. */
async function read({ page }: WizardPage, download: Download) {
  expect(download.suggestedFilename()).toMatch(/^koppelpunt-1006-2007-\d{4}-\d\d-\d\d\.html$/)
  const document = await page.context().newPage()
  await document.setContent(await readFile(await download.path(), 'utf8'))
  const facts = await document.locator('dl').innerText()
  const marked = await document.locator('tr:has(mark)').locator('th').allTextContents()
  await document.close()
  return { facts, marked }
}

test('Escape does not answer the question about the import', async ({ open, sandbox }) => {
  const { page, wizard } = await open(places.configured)
  await wizard.submitConfigured()
  await expect(wizard.dialog.getByRole('heading')).toHaveText('Do you want to start a import?')
  // Who hears it hears Dutch first.
  await expect(wizard.dialog).toHaveAccessibleName(/^Wilt u de import nu starten\? Do you want/)
  await expect(confirm(wizard)).toBeFocused()
  // A browser may let the second press through, whatever the page says.
  for (let presses = 0; presses < 3; presses += 1) {
    await page.keyboard.press('Escape')
    await expect(wizard.dialog).toBeVisible()
  }
  await expect(wizard.dialog.getByRole('button')).toHaveText([/^Bevestigen/, /^Annuleren/])
  expect(await written(sandbox)).toEqual(saves)
  await confirm(wizard).click()
  await expect(page).toHaveURL(`${sandbox.url}/customers`)
  expect(await sandbox.rows('imports')).toHaveLength(2)
})

test.describe('what fails', () => {
  test.use({ expectedErrors: /status of 500/ })

  test('the start of an import, which can be done without', async ({ open, sandbox }) => {
    await sandbox.failNext('GET', '/api/snelstart/product/import')
    const { page, wizard } = await open(places.configured)
    await wizard.submitConfigured()
    await confirm(wizard).click()
    const failure = page.getByRole('alert')
    await expect(failure).toContainText('De import van producten is misschien al bezig.')
    await failure.getByRole('button', { name: 'Doorgaan zonder import' }).click()
    await expect(page).toHaveURL(`${sandbox.url}/customers`)
    const kinds = (await sandbox.rows('imports')).map(({ kind }) => kind)
    expect(kinds).toEqual(['relations'])
  })
})

test('without the final redirect the report stays, also for later', async ({ open, sandbox }) => {
  await sandbox.setFlag('skip_final_redirect', { enabled: true })
  const { page, wizard } = await open(places.configured)
  await wizard.submitConfigured()
  const offered = page.waitForEvent('download')
  await wizard.dialog.getByRole('link', { name: 'Verslag downloaden' }).click()
  expect((await read(wizard, await offered)).facts).toMatch(
    /Import van producten\s+nog niet gestart toen dit verslag werd gemaakt/,
  )
  await confirm(wizard).click()

  await expect(wizard.heading('SnelStart is ingesteld.')).toBeFocused()
  const end = page.getByRole('region', { name: 'SnelStart is ingesteld.' })
  await expect(end.getByRole('listitem')).toHaveText([
    'De instellingen zijn in SnelStart opgeslagen.',
    '1 bestaande grootboekrekening is in gebruik genomen.',
    'Import van producten: gestart',
    'Import van relaties: gestart',
    /Hoe lang dat duurt, is hier niet bekend\. In het klantenportaal/,
    /elke 24 uur/,
    /is hier ook niet bekend\. U ziet ze in SnelStart waarschijnlijk in het dagboek van grootboekrekening 2050/,
  ])
  await expect(page.locator('.button:not([data-kind])').filter({ visible: true })).toHaveText([
    'Naar het klantenportaal',
  ])
  const report = page.getByRole('region', { name: 'Verslag van de instellingen' })
  await expect(
    report.getByRole('row', { name: /^Grootboekrekening emballage .*Was al ingesteld/ }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Naar het klantenportaal' })).toHaveAttribute(
    'href',
    `${sandbox.url}/customers`,
  )
  const isPrinted = page.evaluate(
    () => new Promise((resolve) => (window.print = () => resolve(true))),
  )
  await report.getByRole('button', { name: 'Afdrukken' }).click()
  expect(await isPrinted).toBe(true)

  const downloads = page.waitForEvent('download')
  await report.getByRole('link', { name: 'Verslag downloaden' }).click()
  const { facts, marked } = await read(wizard, await downloads)
  expect(facts).toMatch(/Import van producten\s+gestart/)
  expect(marked).toEqual([
    'Grootboekrekening kasverschillen',
    'Product voor openstaande facturen gebruiken',
  ])

  await page.reload()
  await expect(wizard.heading('Samenvatting')).toBeVisible()
  const unchanged = page.getByText('Er wijzigt niets aan de instellingen.')
  await expect(unchanged.getByRole('link', { name: 'Naar de startpagina' })).toHaveAttribute(
    'href',
    '/',
  )
  await page.getByText('Verslag van de vorige keer').click()
  await expect(report).toContainText('Oefenslijterij Compleet (BE) – 1006')
  expect(await written(sandbox)).toEqual([...imports, ...saves].sort())
})

test('a dry run sends nothing, and shows where it would have gone', async ({ open, sandbox }) => {
  await sandbox.setFlag('dry_run', { enabled: true })
  const { page, wizard } = await open(places.configured)
  await expect(page.getByText('Proefdraaien staat aan')).toBeVisible()
  await wizard.completeConfigured()
  await expect(page.getByText('Controleer uw keuzes.')).toBeVisible()
  await expect(page.getByText('staat al in SnelStart')).toHaveCount(0)
  await wizard.submit.click()
  await expect(wizard.dialog).toContainText('Do you want to start a import?')
  await confirm(wizard).click()
  await expect(wizard.dialog).toContainText('Proefdraaien: er is niets verstuurd.')
  await expect(wizard.dialog.getByRole('link')).toHaveText(`${sandbox.url}/customers`)
  await wizard.dialog.getByRole('button', { name: 'Sluiten' }).click()
  await expect(wizard.heading('Proefdraaien is klaar: er is niets verstuurd.')).toBeFocused()
  await expect(page.getByText('Wat er is gedaan')).toHaveCount(0)
  await expect(
    page.getByRole('region', { name: 'Verslag van het proefdraaien: er is niets verstuurd' }),
  ).toBeVisible()
  expect(await written(sandbox)).toEqual([])
})

test('test mode shows its data, but no API key', async ({ open, sandbox }) => {
  await sandbox.setFlag('test_mode', { enabled: true })
  const { page } = await open(places.configured)
  await page.getByText('Testgegevens').click()
  const part = (name: string) => page.getByRole('region', { name })
  await expect(part('Gegevens van de wizard')).toContainText('"use_stock": true')
  await expect(part('Instellingen van de koppeling')).toContainText('"price_decimals": 3')
  await expect(part('Gegevens van het boekhoudpakket')).toContainText('"Standaard verkooporder"')
  const [key] = (await sandbox.rows('keys')).filter((row) => row.location_id === 2007)
  expect(key?.api_key).toBeTruthy()
  expect(await page.content()).not.toContain(String(key?.api_key))
})
