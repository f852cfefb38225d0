import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'

test.use({ expectedErrors: /status of 400/ })

const refusedWith = (body: unknown) => ({
  method: 'POST' as const,
  path: '/api/snelstart/journals/grootboeken',
  fault: { kind: 'status', status: 400, body } as const,
})

test('explains every known SnelStart code and shows unknown ones as received', async ({
  open,
  sandbox,
}) => {
  const { wizard } = await open(`${places.desktop}&step=journals`)
  const body = [
    { errorCode: 'BOE-0084', message: 'Een.' },
    { errorCode: 'BOE-9999', message: 'Twee.' },
  ]
  await sandbox.injectFault(refusedWith(body))
  const ledger = await wizard.unfold('Contant')
  await ledger.create.click()
  const items = ledger.group.getByRole('alert').getByRole('listitem')
  await expect(items).toHaveText(['Vul een omschrijving in: die is verplicht.', 'Twee. (BOE-9999)'])
  await expect(items.nth(0)).not.toHaveAttribute('lang')
  await expect(items.nth(1)).toHaveAttribute('lang', 'nl')
  await expect(ledger.create).toBeFocused()
})
