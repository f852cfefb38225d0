import { expect } from 'vitest'
import { cheese, chooseImports, openWizard } from '../../../../test/open-wizard.ts'
import { sandbox, test } from '../../../../test/test.ts'

test('the correction ledger counts only where open invoices are paid with a product', async () => {
  const { setup } = await openWizard({ sandbox, ...cheese })
  const warned = () => setup.$ledgerWarnings.get()
  const payWith = (isUsed: boolean) =>
    chooseImports(setup, { open_invoices: { open_invoice_product: isUsed } })
  expect(warned()).toEqual({})
  payWith(true)
  await setup.ledgers.correction.choose('2200')
  expect(warned().cash).toMatchObject({ sharedWith: 'wizard:ledgerCorrection' })
  expect(warned().correction).toMatchObject({ sharedWith: 'wizard:ledgerCash' })
  payWith(false)
  expect(warned()).toEqual({})
})

test('two ledgers of one number, and one that does not suit its purpose', async () => {
  const { setup } = await openWizard({ sandbox, ...cheese })
  await setup.ledgers.eft.choose('2200')
  await setup.ledgers.ecr.choose('1300')
  expect(setup.$ledgerWarnings.get()).toEqual({
    cash: { sharedWith: 'wizard:ledgerEft', kind: 'fits', reasons: [] },
    eft: { sharedWith: 'wizard:ledgerCash', kind: 'fits', reasons: [] },
    ecr: {
      sharedWith: null,
      kind: 'doubtful',
      reasons: [
        { key: 'wizard:noDaybook' },
        {
          key: 'wizard:suitableFunctions',
          parameters: { functions: '7 Dagboek memoriaal' },
        },
      ],
    },
  })
})
