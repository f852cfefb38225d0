import { expect } from 'vitest'
import { createTestEnvironment, fillStorage } from '../../../test/environment.ts'
import { wizardValues } from '../../../test/builders.ts'
import { ledgerDefaults } from '../../lib/accounting/snelstart/ledgers.ts'
import { readDrafts } from '../form/drafts.ts'
import { openWizardDraft } from './draft.ts'
import {
  waitForWizard,
  openWizard,
  openReadyWizard,
  listWizardWrites,
  acceptLedger,
} from '../../../test/open-wizard.ts'
import { test } from '../../../test/test.ts'
import { changeApplication } from '../../lib/accounting/snelstart/values.ts'
import { removeUserData, listKeys } from '../../lib/remembered.ts'
import { createOwner } from '../../../test/portal.ts'

const cash = {
  number: '2200',
  agreed: {
    ...{ number: '2200', function: 'ContanteBetaling', code: 'Balans' },
    origin: 'accepted' as const,
  },
  proposal: ledgerDefaults.cash.proposal,
}
const eft = { number: '2211', agreed: null, proposal: ledgerDefaults.eft.proposal }

function setUp(environment = createTestEnvironment()) {
  const open = (user = 'user-1', administration: string | number = 1007, book = 'book') =>
    openWizardDraft(
      createOwner(environment, user),
      { administration, location: '2008' },
      names,
      book,
    )
  return { environment, open }
}

const names = { administration: 'Kaashandel', location: 'Markt' }

test('remembers each part of the draft after the browser was closed', async () => {
  const { environment, open } = setUp()
  const draft = await open()
  draft.keep({ values: wizardValues() })
  draft.keepLedger('cash', eft)
  draft.keepLedger('cash', cash)
  draft.keepLedger('eft', eft)
  draft.keep({ relationCode: '100' })
  draft.keep({ visited: ['snelstart', 'journals'] })
  const { sharedStorage } = environment
  const later = setUp(createTestEnvironment(undefined, { sharedStorage }))
  for (const each of [draft, await later.open()]) {
    expect(each.read()).toMatchObject({ values: wizardValues(), relationCode: '100' })
    expect(each.read().visited).toEqual(['snelstart', 'journals'])
    expect(each.readLedger('cash')).toEqual(cash)
    expect(each.readLedger('eft')).toEqual(eft)
    expect(each.readLedger('webshop')).toBeUndefined()
  }
})

const others: readonly (readonly [string, [string, number?, string?]])[] = [
  ['user', ['user-2']],
  ['administration', ['user-1', 1008]],
  ['accounting administration', ['user-1', 1007, 'other']],
]

test.each(others)('stores a separate draft for each %s', async (_, other) => {
  const { environment, open } = setUp()
  const draft = await open()
  draft.keep({ relationCode: '100' })
  expect((await open(...other)).read().relationCode).toBeUndefined()
  expect((await open('user-1', '1007')).read().relationCode).toBe('100')
  const keys = listKeys(environment.sharedStorage, '')
  expect(keys.join()).not.toMatch(/user-1|1007|2008|book/)
  const stored = keys.map((each) => environment.sharedStorage.getItem(each))
  expect(stored.join()).not.toMatch(/user-1|Kaashandel|Markt/)
})

test('merges the changes of two tabs that edit different parts of one draft', async () => {
  const { open } = setUp()
  const [one, other] = [await open(), await open()]
  one.keepLedger('cash', cash)
  other.keepLedger('eft', eft)
  one.keep({ relationCode: '100' })
  other.keep({ visited: ['snelstart'] })
  const later = await open()
  expect(later.read()).toMatchObject({ relationCode: '100', visited: ['snelstart'] })
  expect([later.readLedger('cash'), later.readLedger('eft')]).toEqual([cash, eft])
})

test('stores changes that did not fit in the full storage together with the next change', async () => {
  const { environment, open } = setUp()
  const draft = await open()
  draft.keep({ relationCode: '1' })
  const freeStorage = fillStorage(environment.sharedStorage)
  draft.keep({ relationCode: '100' })
  freeStorage()
  draft.keepLedger('cash', cash)
  const later = await open()
  expect([later.read().relationCode, later.readLedger('cash')]).toEqual(['100', cash])
})

test('lists a draft that contains input, with the place, the names of the place and the step', async () => {
  const address = 'http://localhost:4321/wizard?administration=1007&location=2008&step=journals'
  const { environment, open } = setUp(createTestEnvironment(address))
  const owner = createOwner(environment, 'user-1')
  const draft = await open()
  draft.keep({ visited: ['snelstart', 'journals'] })
  expect(await readDrafts(owner)).toEqual([])
  draft.keep({ relationCode: '100' })
  expect(await readDrafts(owner)).toMatchObject([
    {
      ...{ flow: 'wizard', place: { administration: 1007, location: '2008' } },
      ...{ ...names, step: { name: 'journals', number: 3 } },
    },
  ])
  draft.discard()
  expect(await readDrafts(owner)).toEqual([])
})

test('forgets a draft 30 days after its last change and at a sign-out', async () => {
  const day = 24 * 3600 * 1000
  const { sharedStorage } = createTestEnvironment()
  const openOn = (days: number) =>
    setUp(createTestEnvironment(undefined, { sharedStorage, now: () => days * day }))
  const readOn = async (days: number) => (await openOn(days).open()).read().relationCode
  ;(await openOn(0).open()).keep({ relationCode: '1' })
  ;(await openOn(20).open()).keep({ relationCode: '2' })
  expect([await readOn(50), await readOn(51)]).toEqual(['2', undefined])
  ;(await openOn(60).open()).keep({ relationCode: '3' })
  removeUserData(openOn(60).environment)
  expect(sharedStorage).toHaveLength(0)
})

type Opened = Awaited<ReturnType<typeof openWizard>>

async function reloaded({ environment }: Pick<Opened, 'environment'>, agrees = true) {
  return openWizard({ environment, agrees: () => agrees })
}

const isRestored = ({ setup }: Pick<Opened, 'setup'>) => setup.$isRestored.get()

test('shows no notice about a restored draft if a completed setup was not edited', async () => {
  const { environment, setup } = await openReadyWizard()
  await setup.submitting.submit()
  const first = await reloaded({ environment })
  first.setup.keepVisited(['snelstart', 'summary'])
  first.setup.keep(first.setup.initial)
  expect(isRestored(first)).toBe(false)
  expect(isRestored(await reloaded(first))).toBe(false)
})

test('starts a first set-up with the recommended values and stores them after the first step', async () => {
  const { environment, ...first } = await openWizard()
  const recommended = { sync_products: true, sync_relations: true, import_non_active: false }
  expect(first.setup.initial).toMatchObject(recommended)
  first.setup.keepVisited(['snelstart'])
  const untouched = await reloaded({ environment })
  expect(isRestored(untouched)).toBe(false)
  untouched.setup.keepVisited(['snelstart', 'inhandel'])
  const again = await reloaded({ environment })
  expect(isRestored(again)).toBe(true)
  expect(again.setup.initial).toMatchObject(recommended)
  await again.setup.discard()
  again.setup.keepVisited(['snelstart'])
  expect(isRestored(await reloaded({ environment }))).toBe(false)
})

const changes: readonly (readonly [string, (opened: Opened) => unknown])[] = [
  ['a choice', ({ setup }) => setup.keep(changeApplication(setup.initial, 'desktop'))],
  ['a ledger', ({ setup }) => setup.ledgers.cash.input('2201')],
  ['an accepted ledger', ({ setup }) => setup.ledgers.emballage.accept()],
  ['a relation', ({ setup }) => setup.relation.input('100')],
]

test.each(changes)(
  'shows a notice about a restored draft with %s until the user changes the step',
  async (_, change) => {
    const first = await openWizard()
    change(first)
    const again = await reloaded(first)
    expect(isRestored(again)).toBe(true)
    again.setup.keepVisited(['snelstart', 'inhandel'])
    expect(isRestored(again)).toBe(false)
  },
)

test('keeps the draft if the user declines to start anew', async () => {
  const first = await openWizard()
  first.setup.relation.input('100')
  const again = await reloaded(first, false)
  expect(await again.setup.discard()).toBe(false)
  expect(again.dialogs).toEqual(['form:startAnewQuestion'])
  expect(isRestored(await reloaded(again))).toBe(true)
})

test('discards the draft and shows the stored settings if the user agrees', async () => {
  const first = await openWizard()
  first.setup.keep(changeApplication(first.setup.initial, 'desktop'))
  first.setup.ledgers.cash.input('2201')
  const again = await reloaded(first)
  expect(await again.setup.discard()).toBe(true)
  await again.setup.reopen()
  const anew = await waitForWizard(again.opening)
  expect(anew.initial).toEqual(first.setup.initial)
  expect(anew.$isRestored.get()).toBe(false)
  expect(anew.ledgers.cash.$number.get()).toBe('2200')
})

test('remembers created records after the draft is discarded', async () => {
  const first = await openWizard()
  first.setup.draft.keepCreated('relatie')
  first.setup.relation.input('100')
  const again = await reloaded(first)
  await again.setup.discard()
  expect((await reloaded(again)).setup.draft.isCreated('relatie')).toBe(true)
})

const prefix = 'koppelpunt:kept:cash-differences:'

async function complete() {
  const { setup, environment } = await openReadyWizard()
  await acceptLedger(setup, 'cash_differences', '1300')
  await setup.submitting.submit()
  return environment
}

async function visit({ sharedStorage }: { sharedStorage: Storage }) {
  const { setup } = await openWizard({ changes: { sharedStorage } })
  const { $number, $state } = setup.ledgers.cash_differences
  return [$number.get(), $state.get()] as const
}

test('remembers the ledger of cash differences in this browser', async () => {
  const environment = await complete()
  expect(await visit(environment)).toMatchObject(['1300', { origin: 'named' }])
  expect((await listWizardWrites()).filter(({ call }) => call.includes('grootboeken'))).toEqual([])
})

test('ignores a remembered ledger of cash differences with an invalid number', async () => {
  const environment = await complete()
  const [key = ''] = listKeys(environment.sharedStorage, prefix)
  environment.sharedStorage.setItem(key, '0')
  expect(await visit(environment)).toMatchObject(['4752', { origin: 'named' }])
})
