import { expect } from 'vitest'
import {
  agreeToAll,
  boardCustomerList,
  formatCustomerList,
  openList,
  startListRun,
} from '../../../../test/open-list.ts'
import { sandbox, test } from '../../../../test/test.ts'
import { rowFilterTabs } from './tabs.ts'

const line = (name: string, { mail = `${name}@zaak.test`, plan = 'Winkel' } = {}) =>
  `Anna;${mail};Zaak ${name};;NL;Markt;${plan}`

async function taken(...lines: string[]) {
  const there = await openList()
  await there.take(formatCustomerList(...lines))
  const { $tabs } = there.list.tabs
  return {
    ...there,
    tab: () => $tabs.get().tab,
    counts: (...names: readonly (typeof rowFilterTabs)[number][]) => {
      const counts = new Map($tabs.get().counts)
      const shown = names.length > 0 ? names : (['mend', 'ready', 'skipped', 'all'] as const)
      return shown.map((each) => counts.get(each))
    },
    shown: () => $tabs.get().rows.map(({ id }) => id),
    having: (id: number) =>
      rowFilterTabs.filter((each) => {
        there.list.tabs.goTo(each)
        return $tabs.get().rows.some((row) => row.id === id)
      }),
  }
}

test.each([
  ['has a wrong cell', line('a', { mail: 'nobody' }), ['mend', 'all']],
  ['names an unknown subscription', line('a', { plan: 'Goud' }), ['mend', 'all']],
  ['has no subscription', line('a', { plan: '' }), ['mend', 'all']],
  ['can be sent', line('a'), ['ready', 'all']],
  [
    'belongs to an existing customer',
    'Anna;a@zaak.test;Oefenbakkerij Zuid;;NL;Markt;Winkel',
    ['skipped', 'all'],
  ],
])('shows a row that %s in its tabs', async (_, text, having) => {
  const list = await taken(text)
  expect(list.having(0)).toEqual(having)
})

test('opens the tab of rows to fix and keeps fixed rows there until the user switches tabs', async () => {
  const { list, tab, counts, shown, row } = await taken(
    line('a'),
    line('b', { mail: 'nobody' }),
    line('c', { mail: 'nobody' }),
  )
  expect([tab(), counts(), shown()]).toEqual(['mend', [2, 1, 0, 3], [1, 2]])
  list.edit(row(1), 'merchant_info.username', 'b@zaak.test')
  list.leaveOut(row(2), true)
  expect([tab(), counts(), shown()]).toEqual(['mend', [0, 2, 1, 3], [1, 2]])
  list.tabs.goTo('ready')
  expect(shown()).toEqual([0, 1])
  list.edit(row(0), 'merchant_info.username', 'nobody')
  expect([counts(), shown()]).toEqual([
    [1, 1, 1, 3],
    [0, 1],
  ])
})

test('shows the tab of all rows if choosing one subscription for all rows corrects every invalid row', async () => {
  const { list, tab, counts } = await taken(line('a', { plan: '' }), line('b', { plan: '' }))
  expect([tab(), counts()]).toEqual(['mend', [2, 0, 0, 2]])
  list.choosePlanOfAll('12')
  expect([tab(), counts()]).toEqual(['all', [0, 2, 0, 2]])
  list.tabs.goTo('ready')
  list.choosePlanOfAll('')
  expect([tab(), counts()]).toEqual(['ready', [2, 0, 0, 2]])
})

test('counts included rows with doubts until they are sent', async () => {
  const { list, counts, shown, row } = await taken(
    line('a'),
    line('a', { mail: 'b@zaak.test' }),
    'Anna;c@zaak.test;Zaak c;123456789;NL;Markt;Winkel',
    'Anna;d@zaak.test;Oefencafé Oost;;BE;Markt;Winkel',
    'Anna;e@zaak.test;Oefenbakkerij Zuid;;NL;Markt;Winkel',
  )
  expect(row(4).isLeftOut).toBe(true)
  list.tabs.goTo('doubt')
  expect([counts('doubt'), shown()]).toEqual([[3], [1, 2, 3]])
  list.leaveOut(row(1), true)
  expect(counts('doubt')).toEqual([2])
  await list.board()
  await agreeToAll(list.run)
  expect(counts('doubt', 'linked')).toEqual([0, 3])
})

test('opens the tab of links at the end of a run and after a reload', async () => {
  const { list, environment, tab, shown } = await taken(line('a'), line('b', { mail: 'nobody' }))
  expect(tab()).toBe('mend')
  await boardCustomerList(list)
  expect([tab(), shown()]).toEqual(['linked', [0]])
  expect(list.$rows.get().map(({ isChosen }) => isChosen)).toEqual([true, undefined])
  const later = await openList({ environment })
  expect(later.list.tabs.$tabs.get()).toMatchObject({ tab: 'linked', rows: [{ id: 0 }] })
  expect(later.row(0).isChosen).toBe(true)
})

test('keeps the selection of links after a reload', async () => {
  const { list, environment, row } = await taken(line('a'), line('b'), line('c'))
  await boardCustomerList(list)
  list.chooseLinks([row(0), row(2)], false)
  list.chooseLinks([row(2)], true)
  const later = await openList({ environment })
  expect(later.list.$rows.get().map(({ isChosen }) => isChosen)).toEqual([false, true, true])
})

test('lists the approval link of two equal rows only once after a reload', async () => {
  const { list, environment, counts } = await taken(line('a'), line('a'))
  await boardCustomerList(list)
  expect(counts('linked', 'skipped')).toEqual([1, 1])
  const later = await openList({ environment })
  const counted = new Map(later.list.tabs.$tabs.get().counts)
  expect([counted.get('linked'), counted.get('skipped')]).toEqual([1, 1])
})

test('counts a customer whose question the user declines as skipped', async () => {
  const { list, counts } = await taken(line('a', { mail: 'merchant@koppelpunt.test' }))
  await startListRun(list.run)
  expect(counts()).toEqual([1, 0, 0, 1])
  list.run.answer(0, false)
  await expect.poll(() => counts()).toEqual([0, 0, 1, 1])
})

test('keeps the open tab at the end of a run while the user edits a cell', async () => {
  const { list, tab, row, run } = await taken(line('a'), line('b', { mail: 'nobody' }))
  const stop = run.$rows.listen(() => {
    stop()
    list.tabs.goTo('mend')
    list.edit(row(1), 'merchant_info.username', 'nobody@')
  })
  await startListRun(run)
  expect(tab()).toBe('mend')
})

test('counts failed rows, but not created rows, as rows to fix', async () => {
  await sandbox.failNext('POST', '/api/locations/location')
  const { list, counts, having } = await taken(line('a'), line('b'))
  expect(counts()).toEqual([0, 2, 0, 2])
  await startListRun(list.run)
  expect(counts()).toEqual([1, 0, 0, 2])
  expect(having(0)).toEqual(['mend', 'all'])
  expect(having(1)).toEqual(['linked', 'all'])
})

test('stays on the same page of rows when a lookup ends, and opens a tab at the first page of rows', async () => {
  const { list } = await taken(line('a'), line('b'), line('c'))
  list.tabs.turnTo(2)
  list.tabs.renew()
  expect(list.tabs.$tabs.get().first).toBe(2)
  list.tabs.turnTo(3)
  list.tabs.renew()
  expect(list.tabs.$tabs.get().first).toBe(0)
  list.tabs.turnTo(2)
  list.tabs.goTo('ready')
  expect(list.tabs.$tabs.get().first).toBe(0)
})

test('keeps the row that the user corrects while the lookup of existing customers runs', async () => {
  const { list } = await openList()
  await list.paste(formatCustomerList(line('a', { mail: 'nobody' }), line('b')))
  const [row] = list.$rows.get()
  if (row) list.edit(row, 'merchant_info.username', 'a@zaak.test')
  await expect.poll(() => list.existing.$list.get().status).toBe('loaded')
  const { tab, rows } = list.tabs.$tabs.get()
  expect([tab, rows.map(({ id }) => id)]).toEqual(['mend', [0]])
})
