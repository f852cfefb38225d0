import { expect } from 'vitest'
import { listText, openList, startRun } from '../../../../test/open-list.ts'
import { sandbox, test } from '../../../../test/test.ts'
import { tabs } from './tabs.ts'

const line = (name: string, { mail = `${name}@zaak.test`, plan = 'Winkel' } = {}) =>
  `Anna;${mail};Zaak ${name};;NL;Markt;${plan}`

async function taken(...lines: string[]) {
  const there = await openList()
  await there.take(listText(...lines))
  const { $tabs } = there.list.tabs
  return {
    ...there,
    tab: () => $tabs.get().tab,
    counts: () => $tabs.get().counts.map(([, count]) => count),
    shown: () => $tabs.get().rows.map(({ id }) => id),
    having: (id: number) =>
      tabs.filter((each) => {
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

test('opens the tab of rows to fix and keeps fixed rows there until the tab changes', async () => {
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

test('shows all rows once a subscription for all rows fixes every row', async () => {
  const { list, tab, counts } = await taken(line('a', { plan: '' }), line('b', { plan: '' }))
  expect([tab(), counts()]).toEqual(['mend', [2, 0, 0, 2]])
  list.choosePlanOfAll('12')
  expect([tab(), counts()]).toEqual(['all', [0, 2, 0, 2]])
  list.tabs.goTo('ready')
  list.choosePlanOfAll('')
  expect([tab(), counts()]).toEqual(['ready', [2, 0, 0, 2]])
})

test('counts failed rows, but not created rows, as rows to fix', async () => {
  const location = { method: 'POST', path: '/api/locations/location', times: 1 } as const
  await sandbox.injectFault({ ...location, fault: { kind: 'status', status: 500 } })
  const { list, counts, having } = await taken(line('a'), line('b'))
  expect(counts()).toEqual([0, 2, 0, 2])
  await startRun(list.run)
  expect(counts()).toEqual([1, 0, 0, 2])
  expect(having(0)).toEqual(['mend', 'all'])
})
