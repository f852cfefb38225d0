import { expect } from 'vitest'
import { productAnswer, report } from '../../../../test/builders.ts'
import { createTestEnvironment } from '../../../../test/environment.ts'
import {
  cheese,
  chooseImports,
  incomplete,
  openWizard,
  readyWizard,
} from '../../../../test/open-wizard.ts'
import { testUser } from '../../../../test/portal.ts'
import { test } from '../../../../test/test.ts'
import { reportLimit } from '../../../lib/limits.ts'
import { keysOf, sharedKey } from '../../../lib/remembered.ts'
import { createKeptReport } from './report.ts'

test.each([
  ['wizard:ledgerCash', 'wizard:ledgerOfOldTimes'],
  ['wizard:ledgerCash', 'constructor'],
  ['wizard:syncProducts', 'wizard:'],
  ['wizard:applicationWeb', 'wizard:applicationOfTomorrow'],
])('a report with %s renamed to %s is left alone', async (known, foreign) => {
  const { setup, environment } = await readyWizard(cheese)
  await setup.submitting.submit()
  const { sharedStorage } = environment
  const stored = await sharedKey('report', testUser, cheese)
  const report = sharedStorage.getItem(stored) ?? ''
  expect(report).toContain(`"${known}"`)
  sharedStorage.setItem(stored, report.replaceAll(`"${known}"`, `"${foreign}"`))
  environment.logged.length = 0

  const again = await openWizard({ ...cheese, environment })
  expect(again.setup.submitting.lastReport()).toBeNull()
  expect(environment.logged).toContain('what was remembered is not usable: report')
})

test('what was accepted against a warning stands in the report', async () => {
  const { setup, environment } = await readyWizard(cheese)
  await setup.ledgers.eft.choose('1000')
  setup.ledgers.eft.accept()
  await setup.submitting.submit()
  const [cash, eft] = setup.submitting.lastReport()?.ledgers ?? []
  expect(cash).toMatchObject({ code: 'Balans', category: 'Tussenrekeningen' })
  expect(cash).not.toHaveProperty('warning')
  expect(eft?.warning).toEqual(setup.$ledgers.get().eft.warning)
  expect(eft?.warning).toMatchObject({
    kind: 'doubtful',
    reasons: [{ key: 'wizard:realBook' }, {}],
  })
  const marked = setup.submitting
    .lastReport()
    ?.day?.rows.filter(({ verdict }) => verdict !== 'fits')
  expect(marked).toMatchObject([{ label: 'wizard:purposeEft', verdict: 'doubtful' }])
  const again = await openWizard({ ...cheese, environment })
  expect(again.setup.submitting.lastReport()).toEqual(setup.submitting.lastReport())
})

const agrees = (key: string) => key !== 'wizard:startImport'

/** A wizard that was completed without its imports. */
async function completed() {
  const product = { id: 1, name: 'Krat', sku_code: 'KRAT' }
  const answers = { emballage_product: productAnswer({ chosen: product }) }
  const opened = await readyWizard({ ...incomplete, agrees, answers })
  await opened.setup.submitting.submit()
  return opened
}

test('completing once more keeps what was done on record, until something changes', async () => {
  const { setup, environment } = await completed()
  const report = setup.submitting.lastReport()
  expect(report?.ledgers.map(({ origin }) => origin)).toContain('created')
  expect(report?.imports).toEqual({ products: 'notStarted', relations: 'notStarted' })

  const again = await openWizard({ ...incomplete, environment, agrees })
  await again.setup.submitting.submit()
  expect(again.dialogs).toEqual(['wizard:startImport'])
  expect(again.setup.submitting.lastReport()).toEqual(report)

  const other = await openWizard({ ...incomplete, environment, agrees })
  chooseImports(other.setup, { sync_products: true })
  await other.setup.submitting.submit()
  const last = other.setup.submitting.lastReport()
  expect(last?.ledgers.map(({ origin }) => origin)).not.toContain('created')
  expect(last?.settings.filter(({ now }) => now?.isChanged)).toMatchObject([
    { label: 'wizard:syncProducts', value: true },
  ])
})

test('another product chosen once more makes a new report', async () => {
  const chosen = { id: 2, name: 'Fles', sku_code: 'F' }
  const { environment } = await completed()
  const again = await openWizard({ ...incomplete, environment })
  chooseImports(again.setup, { emballage_product: productAnswer({ chosen }) })
  await again.setup.submitting.submit()
  expect(again.setup.submitting.lastReport()?.ledgers.map(({ origin }) => origin)).not.toContain(
    'created',
  )
})

const page = { isMessageKey: () => true }
const place = (location: number) => ({ administration: 1, location })

function setUp(environment = createTestEnvironment()) {
  const at = async (location: number, user = 'user-1') =>
    createKeptReport(environment, await sharedKey('report', user, place(location)), page)
  return { environment, at }
}

test('the last one of each place stays, of so many places of a user', async () => {
  const { environment, at } = setUp()
  await at(1, 'user-2').then((kept) => kept.write(report()))
  for (let location = 1; location <= reportLimit; location += 1) {
    await at(location).then((kept) => kept.write(report({ at: location })))
  }
  // Written again, and so not the oldest any more.
  await at(1).then((kept) => kept.write(report({ at: reportLimit + 1 })))
  await at(99).then((kept) => kept.write(report({ at: reportLimit + 2 })))
  expect((await at(1)).read()).not.toBeNull()
  expect((await at(2)).read()).toBeNull()
  expect((await at(3)).read()).not.toBeNull()
  expect((await at(1, 'user-2')).read()).not.toBeNull()
  expect(keysOf(environment.sharedStorage, 'koppelpunt:kept:report:')).toHaveLength(reportLimit + 1)
})

test.each(['{', 'null', '[]', '{"version":2}'])(
  '%s does no harm, and gives way',
  async (stored) => {
    const { environment, at } = setUp()
    environment.sharedStorage.setItem(await sharedKey('report', 'user-1', place(1)), stored)
    const kept = await at(1)
    expect(kept.read()).toBeNull()
    kept.write(report())
    expect(kept.read()).toEqual(report())
  },
)
