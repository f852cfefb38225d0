import { expect } from 'vitest'
import { cheese, chooseImports, openWizard } from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { LedgerPurpose } from '../../lib/accounting/snelstart/ledgers.ts'
import type { Setup } from './setup.ts'
import { gravestFirst, type LedgerWarning } from './ledger-views.ts'

/** What speaks against each, where anything does. */
const warningsOf = ({ $ledgers }: Setup): Partial<Record<LedgerPurpose, LedgerWarning>> =>
  Object.fromEntries(
    Object.values($ledgers.get()).flatMap(({ purpose, warning }) =>
      warning ? [[purpose, warning]] : [],
    ),
  )

test('the correction ledger counts only where open invoices are paid with a product', async () => {
  const { setup } = await openWizard({ sandbox, ...cheese })
  const warned = () => warningsOf(setup)
  const payWith = (isUsed: boolean) => chooseImports(setup, { open_invoice_product: isUsed })
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
  expect(warningsOf(setup)).toEqual({
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

test('a ledger is what it is, or is proposed as, and says what is left to do', async () => {
  const { setup } = await openWizard({ sandbox, ...cheese })
  const view = () => setup.$ledgers.get().cash
  expect(view()).toMatchObject({
    number: '2200',
    ledger: { number: '2200', description: 'Contante betalingen' },
    verdict: { kind: 'fits' },
    problem: { message: { key: 'wizard:stillMissing' } },
  })
  setup.ledgers.cash.propose({ function: 'DagboekBalans' })
  expect(view().warning?.kind).toBe('refused')
  await setup.ledgers.cash.choose(' 1000 ')
  expect(view()).toMatchObject({
    number: '1000',
    ledger: { description: 'Kas' },
    problem: { message: { key: 'wizard:ledgerUnaccepted' } },
  })
  setup.ledgers.cash.accept()
  expect(view()).toMatchObject({ warning: { kind: 'doubtful' }, problem: null })
  await setup.ledgers.cash.choose('')
  expect(view()).toMatchObject({ ledger: null, verdict: null, warning: null })
  // Corrections need no ledger, and none is wrong for them.
  expect(setup.$ledgers.get().correction).toMatchObject({ problem: null })
  await setup.ledgers.correction.choose('1300')
  expect(setup.$ledgers.get().correction).toMatchObject({ verdict: null, warning: null })
  expect(setup.$ledgers.get().correction.problem).not.toBeNull()
})

test('what is to be looked at comes first, refused before doubtful', () => {
  const of = (kind: LedgerWarning['kind']) => ({ warning: { kind, reasons: [], sharedWith: null } })
  const fitting = { warning: null, number: '1' }
  const views = [fitting, of('fits'), of('doubtful'), { ...fitting, number: '2' }, of('refused')]
  expect(gravestFirst([...views, of('unknown')]).map((view) => view.warning?.kind)).toEqual([
    ...['refused', 'doubtful', 'unknown', 'fits'],
    ...[undefined, undefined],
  ])
})
