import axe from 'axe-core'
import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'

test.use({
  // The texts that are kept away are one of the tests.
  expectedErrors: /status of 400|ERR_FAILED .*refusals/,
  permissions: ['clipboard-read', 'clipboard-write'],
})

const path = '/api/snelstart/journals/grootboeken'
const refusing = (body: unknown, at = path) => ({
  method: 'POST' as const,
  path: at,
  times: 1,
  fault: { kind: 'status', status: 400, body } as const,
})
const functionTwice = /^Deze functie mag in een administratie maar één keer voorkomen/

test('a code is told in plain words, with the original under Details', async ({
  open,
  sandbox,
}) => {
  const { page, wizard } = await open(`${places.desktop}&step=journals`)
  await sandbox.injectFault(refusing([{ errorCode: 'BOE-0087', message: 'Functie dubbel.' }]))
  const ledger = await wizard.unfold('Contant')
  await ledger.create.click()
  const notice = ledger.group.getByRole('alert')
  await expect(notice.getByRole('listitem')).toHaveText([functionTwice])
  await expect(notice).not.toContainText('Functie dubbel')

  await notice.getByRole('button', { name: 'Kopieer voor de helpdesk' }).click()
  await expect(notice.getByRole('status')).toHaveText('Gekopieerd.')
  await notice.getByText('Details', { exact: true }).click()
  await expect(notice.locator('pre')).toContainText(`\nSnelStart: Functie dubbel. (BOE-0087)\n`)
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`\nSnelStart: Functie dubbel. (BOE-0087)\n`)

  await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run('main')
    return violations.map(({ id }) => id)
  })
  expect(found).toEqual([])
})

test('several codes are all told, and what has no known code stays as it came', async ({
  open,
  sandbox,
}) => {
  const { wizard } = await open(`${places.desktop}&step=journals`)
  const body = [
    { errorCode: 'BOE-0084', message: 'Een.' },
    { errorCode: 'BOE-9999', message: 'Twee.' },
    { errorCode: 'BOE-0086', message: 'Drie.' },
  ]
  await sandbox.injectFault(refusing(body))
  const ledger = await wizard.unfold('Contant')
  await ledger.create.click()
  const items = ledger.group.getByRole('alert').getByRole('listitem')
  await expect(items).toHaveText([
    'De omschrijving is verplicht. Vul een omschrijving in.',
    'Twee. (BOE-9999)',
    /^Er is al een grootboekrekening met dit nummer\./,
  ])
  await expect(items.nth(0)).not.toHaveAttribute('lang')
  await expect(items.nth(1)).toHaveAttribute('lang', 'nl')
})

test('a line that is not saved tells it too', async ({ open, sandbox }) => {
  const { wizard } = await open(places.configured)
  await sandbox.injectFault(
    refusing(
      [{ errorCode: 'BOE-0089', message: 'Niet gevonden.' }],
      '/api/snelstart/company/{identifier}',
    ),
  )
  await wizard.submitConfigured()
  await expect(wizard.lines).toContainText('SnelStart vindt deze grootboekrekening niet.')
  await expect(wizard.lines).not.toContainText('Niet gevonden.')
})

test('and so does a dialog', async ({ open, sandbox }) => {
  const { page, connect } = await open('/connect')
  await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await sandbox.injectFault(
    refusing([{ errorCode: 'ALG-0103', message: 'ID.' }], '/api/snelstart/keys/unconnected'),
  )
  await connect.submit.click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'SnelStart herkent niet wat er is gekozen. Kies het opnieuw.',
  )
})

test('texts that cannot be had leave the refusal as it came', async ({ open, sandbox }) => {
  const { page, wizard } = await open(`${places.desktop}&step=journals`)
  await page.route('**/assets/refusals.*', (route) => route.abort())
  await sandbox.injectFault(refusing([{ errorCode: 'BOE-0087', message: 'Functie dubbel.' }]))
  const ledger = await wizard.unfold('Contant')
  await ledger.create.click()
  await expect(ledger.group.getByRole('alert').getByRole('listitem')).toHaveText([
    'Functie dubbel.',
  ])
})
