import { expect } from 'vitest'
import { createProductChoice, createReport } from '../../../../test/builders.ts'
import { createTestEnvironment } from '../../../../test/environment.ts'
import {
  cheeseShopLocation,
  changeAnswers,
  placeWithoutRelation,
  openWizard,
  openReadyWizard,
  readStoredRecords,
  shownReport,
  acceptLedger,
} from '../../../../test/open-wizard.ts'
import { testUser, createOwner } from '../../../../test/portal.ts'
import { sandbox, test } from '../../../../test/test.ts'
import { createMemoryStorage } from '../../../lib/environment.ts'
import { storedReportLimit } from '../../../lib/limits.ts'
import { listKeys, createStorageKey } from '../../../lib/remembered.ts'
import { openReportRecord } from './report.ts'

test.each([
  ['wizard:ledgerCash', 'wizard:ledgerOfOldTimes'],
  ['wizard:ledgerCash', 'constructor'],
  ['wizard:syncProducts', 'wizard:'],
  ['wizard:applicationWeb', 'wizard:applicationOfTomorrow'],
])(
  'replaces a stored report in which the text key %s was changed to the unknown key %s',
  async (key, foreign) => {
    const { environment } = await completed()
    const { sharedStorage } = environment
    const stored = await createStorageKey('report', testUser, placeWithoutRelation)
    const report = sharedStorage.getItem(stored) ?? ''
    expect(report).toContain(`"${key}"`)
    sharedStorage.setItem(stored, report.replaceAll(`"${key}"`, `"${foreign}"`))
    environment.logged.length = 0

    const again = await openWizard({ ...placeWithoutRelation, environment, agrees })
    await again.setup.submitting.submit()
    expect(originsIn(again)).not.toContain('created')
    expect(environment.logged).toContain('what was remembered is not usable: report')
  },
)

test('remembers the report before the user answers the import question', async () => {
  const sharedStorage = createMemoryStorage()
  const key = await createStorageKey('report', testUser, cheeseShopLocation)
  const stored: (string | null)[] = []
  const agrees = () => stored.push(sharedStorage.getItem(key)) > 0
  const { setup } = await openReadyWizard({ agrees, changes: { sharedStorage } })
  await setup.submitting.submit()
  expect(stored).toEqual([expect.stringContaining('"ledgers"')])
})

test('reports the warning of a ledger that the user accepted despite the warning', async () => {
  const { setup } = await openReadyWizard()
  await acceptLedger(setup, 'eft', '1000')
  await setup.submitting.submit()
  const { ledgers, day } = shownReport(setup)
  const [cash, eft] = ledgers
  expect(cash).toMatchObject({ code: 'Balans', category: 'Tussenrekeningen' })
  expect(cash).not.toHaveProperty('warning')
  expect(eft?.warning).toEqual(setup.$ledgers.get().eft.warning)
  expect(eft?.warning).toMatchObject({
    kind: 'doubtful',
    reasons: [{ key: 'wizard:realBook' }, {}],
  })
  const marked = day?.rows.filter(({ verdict }) => verdict !== 'fits')
  expect(marked).toMatchObject([{ label: 'wizard:purposeEft', verdict: 'doubtful' }])
})

const agrees = (key: string) => key !== 'wizard:startImport'

async function completed() {
  const product = { id: 1, name: 'Krat', sku_code: 'KRAT' }
  const answers = { emballage_product: createProductChoice({ chosen: product }) }
  const opened = await openReadyWizard({ ...placeWithoutRelation, agrees, answers })
  await opened.setup.submitting.submit()
  return opened
}

const originsIn = ({ setup }: Awaited<ReturnType<typeof completed>>) =>
  shownReport(setup).ledgers.map(({ origin }) => origin)

test('keeps the earlier report if the user completes the wizard again with the same answers', async () => {
  const first = await completed()
  expect(originsIn(first)).toContain('created')
  const again = await openWizard({
    ...placeWithoutRelation,
    environment: first.environment,
    agrees,
  })
  await again.setup.submitting.submit()
  expect(again.dialogs).toEqual(['wizard:startImport'])
  expect(shownReport(again.setup)).toEqual(shownReport(first.setup))
})

test.each([
  ['setting', { sync_products: false }, [{ label: 'wizard:syncProducts', value: false }]],
  [
    'product without a setting',
    { emballage_product: createProductChoice({ chosen: { id: 2, name: 'Fles', sku_code: 'F' } }) },
    [],
  ],
])('replaces the earlier report if a %s changes', async (_, answers, changed) => {
  const { environment } = await completed()
  const again = await openWizard({ ...placeWithoutRelation, environment, agrees })
  changeAnswers(again.setup, answers)
  await again.setup.submitting.submit()
  expect(originsIn(again)).not.toContain('created')
  const { settings } = shownReport(again.setup)
  expect(settings.filter(({ now }) => now?.isChanged)).toMatchObject(changed)
})

test('replaces the report of an earlier completion if the user then changes the example day', async () => {
  const { environment } = await completed()
  const again = await openWizard({ ...placeWithoutRelation, environment, agrees })
  again.setup.exampleDay.input(0, '12,50')
  await again.setup.submitting.submit()
  expect(shownReport(again.setup).day?.rows[1]?.cents).toBe(1250)
})

test('replaces the earlier report if the function of a ledger changed meanwhile', async () => {
  const { environment } = await completed()
  const { ledgers } = await readStoredRecords(placeWithoutRelation)
  const { nummer, omschrijving } = ledgers.find(({ nummer }) => nummer === '8040') ?? {}
  await sandbox.answer('GET', '/api/snelstart/journals/grootboeken/8040', {
    ...{ nummer, omschrijving, grootboekfunctie: 'VerkopenOmzetHoog' },
    rekening_code: 'WinstEnVerlies',
  })
  const again = await openWizard({ ...placeWithoutRelation, environment, agrees })
  await again.setup.submitting.submit()
  expect(shownReport(again.setup).ledgers.at(-1)).toMatchObject({
    function: 'VerkopenOmzetHoog',
    warning: { kind: 'doubtful' },
  })
})

const page = { isMessageKey: () => true }
const place = (location: number) => ({ administration: 1, location })

function setUp(environment = createTestEnvironment()) {
  const at = (location: number, user = 'user-1') =>
    openReportRecord(createOwner(environment, user), place(location), page)
  return { environment, at }
}

test('remembers the last report of a limited number of places per user', async () => {
  const { environment, at } = setUp()
  await at(1, 'user-2').then((lastReport) => lastReport.write(createReport()))
  for (let location = 1; location <= storedReportLimit; location += 1) {
    await at(location).then((lastReport) => lastReport.write(createReport({ at: location })))
  }
  await at(1).then((lastReport) => lastReport.write(createReport({ at: storedReportLimit + 1 })))
  await at(99).then((lastReport) => lastReport.write(createReport({ at: storedReportLimit + 2 })))
  expect((await at(1)).read()).not.toBeNull()
  expect((await at(2)).read()).toBeNull()
  expect((await at(3)).read()).not.toBeNull()
  expect((await at(1, 'user-2')).read()).not.toBeNull()
  expect(listKeys(environment.sharedStorage, 'koppelpunt:kept:report:')).toHaveLength(
    storedReportLimit + 1,
  )
})

test.each(['{', 'null', '[]', '{"version":2}'])(
  'replaces the unusable stored report %s',
  async (stored) => {
    const { environment, at } = setUp()
    environment.sharedStorage.setItem(await createStorageKey('report', 'user-1', place(1)), stored)
    const lastReport = await at(1)
    expect(lastReport.read()).toBeNull()
    lastReport.write(createReport())
    expect(lastReport.read()).toEqual(createReport())
  },
)
