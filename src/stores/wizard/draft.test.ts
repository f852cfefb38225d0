import { expect, test } from 'vitest'
import { createTestEnvironment } from '../../../test/environment.ts'
import { wizardValues } from '../../../test/builders.ts'
import { ledgerDefaults } from '../../lib/accounting/snelstart/ledgers.ts'
import { wizardDraft } from './draft.ts'

const cash = {
  number: '2200',
  agreed: { number: '2200', origin: 'accepted' as const },
  proposal: ledgerDefaults.cash.proposal,
}
const eft = { number: '2211', agreed: null, proposal: ledgerDefaults.eft.proposal }

const nothing = { ledgers: [], created: [] }

function setUp(environment = createTestEnvironment()) {
  const open = (user = 'user-1', administration: string | number = 1007, location = '2008') =>
    wizardDraft(environment, user, { administration, location })
  const stored = () => expect.poll(() => environment.tabStorage.length)
  return { environment, open, stored }
}

test('nothing is kept to begin with', () => {
  expect(setUp().open().kept()).toEqual(nothing)
})

test('each part is kept beside the others, across a reload', async () => {
  const { open, stored } = setUp()
  const draft = open()
  draft.keep({ values: wizardValues() })
  draft.keepLedger('cash', eft)
  draft.keepLedger('cash', cash)
  draft.keepLedger('eft', eft)
  draft.keep({ relationCode: '100' })
  draft.keep({ visited: ['snelstart', 'journals'] })
  await stored().toBe(1)
  for (const each of [draft, open()]) {
    expect(each.kept()).toMatchObject({ values: wizardValues(), relationCode: '100' })
    expect(each.kept().visited).toEqual(['snelstart', 'journals'])
    expect(each.keptLedger('cash')).toEqual(cash)
    expect(each.keptLedger('eft')).toEqual(eft)
    expect(each.keptLedger('webshop')).toBeUndefined()
  }
})

test.each([
  ['another user', 'user-2', 1007, '2008'],
  ['another administration', 'user-1', 1008, '2008'],
  ['another location', 'user-1', 1007, '2009'],
])('%s finds nothing of it', async (_, user, administration, location) => {
  const { open, stored } = setUp()
  open().keep({ relationCode: '100' })
  await stored().toBe(1)
  expect(open(user, administration, location).kept()).toEqual(nothing)
})

test('an id is itself, however it is written', async () => {
  const { open, stored } = setUp()
  open().keep({ relationCode: '100' })
  await stored().toBe(1)
  expect(open('user-1', '1007').kept()).toMatchObject({ relationCode: '100' })
})

test('what is kept after clearing is a new draft', async () => {
  const { open, stored } = setUp()
  const draft = open()
  draft.keepLedger('cash', cash)
  draft.clear()
  expect(draft.kept()).toEqual(nothing)
  draft.keepLedger('eft', eft)
  await stored().toBe(1)
  expect(open().kept()).toEqual({ ledgers: [{ purpose: 'eft', draft: eft }], created: [] })
})

test.each([
  '{}',
  '{"ledgers":{"cash":{"number":"2200"}}}',
  '{"ledgers":[{"purpose":"cash","draft":{"number":2200}}]}',
  '[]',
])('%s of another version is not used', async (text) => {
  const { open, environment, stored } = setUp()
  open().keep({ relationCode: '100' })
  await stored().toBe(1)
  environment.tabStorage.setItem(environment.tabStorage.key(0) ?? '', text)
  expect(open().kept()).toEqual(nothing)
  expect(environment.logged).toHaveLength(1)
})

test('values of another version are asked for again, and the rest of the draft counts', async () => {
  const { open, environment, stored } = setUp()
  open().keep({ relationCode: '100' })
  await stored().toBe(1)
  const earlier = { ledgers: [], relationCode: '100', created: [7] }
  const text = JSON.stringify({ ...earlier, values: { application: 'cloud' } })
  environment.tabStorage.setItem(environment.tabStorage.key(0) ?? '', text)
  expect(open().kept()).toEqual(earlier)
})
