import { describe, expect } from 'vitest'
import {
  createHomeEnvironment,
  liquorStoreLocation,
  northStoreLocation,
  rememberUnlistedPlace,
  failReads,
  liquorAdministration,
  sortedAdministrations,
  pendingKey,
  marketAdministration,
  northAdministration,
  openHome,
  homeCallPaths,
  listLocationRows,
  loadRows,
  waitForCustomerStates,
} from '../../../test/open-home.ts'
import { addLocation } from '../../../test/shops.ts'
import { sandbox, test } from '../../../test/test.ts'
import { concurrentCallLimit } from '../../lib/limits.ts'
import { removeUserData } from '../../lib/remembered.ts'
import {
  openConnectDraft,
  rememberPendingKey,
  rememberRecentPlace,
} from '../coupling/remembered-places.ts'
import type { Home } from './home.ts'
import { homeTabs, type HomeTab } from './list.ts'

const { settings: company, locations } = homeCallPaths
const all = 7
const hall = { administration: 1004, location: 2003 }

const ids = (home: Home, query?: string) => sortedAdministrations(home, query).map(({ id }) => id)
const shown = (home: Home) =>
  home.$list
    .get()
    .entries.map(({ administration: { id }, location }) =>
      location === null ? id : `${id}/${location.name}`,
    )

async function openKnownHome(environment = createHomeEnvironment()) {
  const there = openHome(environment)
  await there.home.start()
  there.home.show([])
  await expect.poll(() => there.home.$data.get().readings.size).toBe(all)
  there.home.show([])
  return there
}

describe('tab of the list on Home', () => {
  test.each([
    ['refused', company, { kind: 'status', status: 403 }, 'todo'],
    ['unknown after a failed read', company, { kind: 'status', status: 500 }, 'todo'],
    ['not coupled', company, { kind: 'status', status: 404 }, 'todo'],
    ['without a location', locations, { kind: 'answer', body: [] }, 'todo'],
    ['waiting for approval', company, { kind: 'status', status: 409 }, 'waiting'],
    ['set up', '/nowhere', { kind: 'status', status: 500 }, 'ready'],
  ] as const)('lists a customer in the tab of its state: %s', async (_, path, fault, tab) => {
    await failReads(path, fault)
    const { home } = await openKnownHome()
    const having = homeTabs.filter((each) => {
      home.goTo(each)
      return shown(home).includes(liquorAdministration.id)
    })
    expect(having).toEqual([tab, 'all'])
  })

  test('counts the customers with a known state, including customers with a pending key', async () => {
    const { home, portal } = openHome()
    await home.start()
    expect(home.counts()).toMatchObject({ all, seen: 0, todo: 0, ready: 0 })
    home.show([])
    const counts = { all, seen: all, todo: 6, waiting: 0, ready: 1 }
    await expect.poll(() => home.counts()).toEqual(counts)
    await rememberPendingKey(portal, pendingKey(northStoreLocation))
    await home.renew()
    expect(home.counts()).toMatchObject({ todo: 5, waiting: 1, ready: 1 })
  })

  test('lists drafts in "todo" and unlisted customers in "waiting"', async () => {
    const { home, portal } = openHome()
    await rememberUnlistedPlace(portal)
    openConnectDraft(portal).write({ administration: marketAdministration, location: null })
    await home.start()
    const keys = (tab: HomeTab) => home.drafts(tab).map(({ chip }) => chip?.text.key)
    expect(homeTabs.map(keys)).toEqual([
      ['home:unfinished'],
      ['shell:waiting'],
      [],
      ['shell:waiting', 'home:unfinished'],
    ])
  })

  test('keeps the tab in the address so that the back button returns to the previous tab', async () => {
    const { home, environment } = openHome(createHomeEnvironment('nothing' as HomeTab))
    await home.start()
    expect(home.$list.get().tab).toBe('todo')
    home.goTo('ready')
    expect(environment.location().search).toBe('?tab=ready')
    expect(home.$list.get().tab).toBe('ready')
    environment.travel(-1)
    home.sort()
    expect(home.$list.get().tab).toBe('todo')
  })
})

describe('order of the list on Home', () => {
  test('sorts customers by urgency and name, and ignores which places the user opened recently', async () => {
    const { home, portal } = await openKnownHome()
    const order = [1007, 1005, 1002, 1004, 1001, 1003, 1006]
    expect(ids(home)).toEqual(order)
    for (const place of [liquorStoreLocation, hall]) await rememberRecentPlace(portal, place)
    await home.renew()
    expect(ids(home)).toEqual(order)
    await rememberPendingKey(portal, pendingKey({ administration: 1002, location: 2002 }))
    await home.renew()
    expect(ids(home)).toEqual([1007, 1005, 1004, 1001, 1003, 1002, 1006])
  })

  const byName = [1002, 1003, 1007, 1004, 1006, 1001, 1005]
  const byUrgency = [1007, 1005, 1002, 1004, 1001, 1003]

  async function openTodo(touch?: (home: Home) => void) {
    const { home } = openHome(createHomeEnvironment('todo'))
    const orders: unknown[] = []
    home.$list.listen(() => orders.push(JSON.stringify(shown(home))))
    // The page also draws the empty list.
    home.show([])
    await home.start()
    expect(ids(home)).toEqual(byName)
    touch?.(home)
    home.show([])
    await expect.poll(() => home.$data.get().isSettled).toBe(true)
    return { home, orders: new Set(orders) }
  }

  test('sorts the list once when all states have arrived', async () => {
    const { home, orders } = await openTodo()
    expect(shown(home)).toEqual(byUrgency)
    expect([...orders]).toEqual(['[]', JSON.stringify(byName), JSON.stringify(byUrgency)])
    await sandbox.connectKey({ administration_id: 1001, location_id: 2001 })
    await home.renew()
    await expect.poll(() => home.rowOf(northAdministration).chip?.text.key).toBe('shell:coupled')
    await expect.poll(() => home.$data.get().isSettled).toBe(true)
    expect(shown(home)).toEqual(byUrgency)
  })

  test('sorts the list again after the user returns to the page', async () => {
    const { home } = await openTodo()
    await failReads(company, { kind: 'status', status: 409 })
    await home.refresh()
    expect(home.misplaced()).toBe(0)
    await expect.poll(() => shown(home)).toEqual([1003])
  })

  test('does not sort a list that the user has touched, and counts misplaced rows until the user sorts', async () => {
    const { home } = await openTodo(({ touch }) => touch())
    expect(shown(home)).toEqual(byName)
    expect(home.misplaced()).toBe(1)
    home.sort()
    expect(home.misplaced()).toBe(0)
    expect(shown(home)).toEqual(byUrgency)
  })

  test('adds new entries below the existing entries', async () => {
    const { home } = openHome(createHomeEnvironment('ready'))
    await home.start()
    expect(ids(home)).toEqual([])
    home.show([])
    await expect.poll(() => home.$data.get().readings.size).toBe(all)
    expect(shown(home)).toEqual([liquorAdministration.id])
  })
})

test('shows only the drafts and unlisted customers that match a search', async () => {
  const { home, portal } = openHome()
  await rememberUnlistedPlace(portal)
  openConnectDraft(portal).write({ administration: marketAdministration, location: null })
  await home.start()
  const names = (query: string) =>
    home.drafts('all', query).map(({ title }) => Object.values(title.parameters ?? {})[0])
  expect(names('')).toEqual(['Nieuwe Zaak (NL)', 'Oefenmarkt West (DE)'])
  expect(names('zaák')).toEqual(['Nieuwe Zaak (NL)'])
  expect(names('markt')).toEqual(['Oefenmarkt West (DE)'])
})

test('finds names, countries and ids in all tabs and counts matches by tab', async () => {
  const { home } = await openKnownHome(createHomeEnvironment('ready'))
  expect(ids(home, '(be)')).toEqual([1003, 1006])
  expect(home.counts('(be)')).toEqual({ all: 2, seen: 2, todo: 1, waiting: 0, ready: 1 })
  expect(home.$list.get().tab).toBe('all')
  expect(ids(home, '1004')).toEqual([1004])
  expect(shown(home)).toEqual([1004])
  home.goTo('ready')
  expect(shown(home)).toEqual([1006])
})

test('shows unfolded locations with their own state and action', async () => {
  await sandbox.connectKey({ administration_id: 1004, location_id: 2004 })
  const { home, portal } = await openKnownHome()
  ids(home, '1004')
  expect(
    listLocationRows(home, marketAdministration).map(({ title, chip, next }) => [
      title.parameters?.name,
      chip?.text.key,
      next?.text,
    ]),
  ).toEqual([
    ['Groentekraam', 'shell:coupled', 'home:setUp'],
    ['Markthal', 'shell:notCoupled', 'home:couple'],
    ['Webshop', 'shell:notCoupled', 'home:couple'],
  ])
  home.toggleLocations(marketAdministration.id)
  expect(shown(home)).toEqual([1004, '1004/Groentekraam', '1004/Markthal', '1004/Webshop'])
  expect(home.rowOf(marketAdministration).fold?.isUnfolded).toBe(true)
  home.toggleLocations(marketAdministration.id)
  expect(shown(home)).toEqual([1004])
  await rememberPendingKey(portal, pendingKey(hall))
  await home.renew()
  const waiting = { key: 'home:someWaiting', parameters: { count: '1' } }
  expect(home.rowOf(marketAdministration).notes).toEqual([waiting])
  expect(home.rowOf(liquorAdministration).fold).toBeUndefined()
})

test('keeps unfolded locations in place until the list is sorted again', async () => {
  const { home } = await openKnownHome()
  ids(home, '1004')
  home.toggleLocations(marketAdministration.id)
  const keys = () => home.$list.get().entries.map(({ key }) => key)
  const [listedKeys, places] = [keys(), shown(home)]
  expect(places).toEqual([1004, '1004/Markthal', '1004/Groentekraam', '1004/Webshop'])
  await sandbox.connectKey({ administration_id: 1004, location_id: 2005 })
  const added = await addLocation(sandbox, { administration: 1004, name: 'Kiosk' })
  await home.renew()
  home.show([marketAdministration])
  await expect.poll(() => home.rowOf(marketAdministration).chip?.text.key).toBe('shell:coupled')
  expect(keys()).toEqual([...listedKeys, `1004/${added}`])
  const texts = home.$list
    .get()
    .entries.map(({ location }) => home.rowOf(marketAdministration, location).next?.text)
  expect(texts).toEqual(['home:setUp', 'home:couple', 'home:couple', 'home:setUp', 'home:couple'])
  home.sort()
  expect(shown(home).slice(0, 2)).toEqual([1004, '1004/Webshop'])
})

test('lists the locations instead of the administration if there is only one administration', async () => {
  await failReads(homeCallPaths.administrations, { kind: 'answer', body: [marketAdministration] })
  await failReads(company, { kind: 'status', status: 500 })
  const { home } = openHome()
  await home.start()
  expect(shown(home)).toEqual([1004])
  await waitForCustomerStates(home, marketAdministration)
  const places = ['1004/Markthal', '1004/Groentekraam', '1004/Webshop']
  expect(shown(home)).toEqual(places)
  const [first] = home.$list.get().entries
  const rowOfFirst = () => home.rowOf(marketAdministration, first?.location)
  const { next } = rowOfFirst()
  expect(next?.text).toBe('shell:retry')
  if (next) home.act(next)
  expect(rowOfFirst().title.parameters).toEqual({ name: 'Markthal' })
  expect(shown(home)).toEqual(places)
})

test('requests the visible rows of a short list first, and requests hidden rows only once', async () => {
  const listRead = async () =>
    (await sandbox.requests(locations)).map(({ headers }) => headers.administration)
  const { home } = openHome()
  await home.start()
  home.show([{ id: 1005, name: 'Oefenwinkel Zonder Passant' }])
  await expect.poll(() => home.$data.get().readings.size).toBe(all)
  expect((await listRead()).slice(0, concurrentCallLimit)).toContain('1005')
  home.show([])
  await sandbox.clearRequests()
  await home.renew()
  expect(await listRead()).toEqual([])
  home.show([{ id: 1007, name: 'Oefenkaashandel Gekoppeld' }])
  await expect.poll(listRead).toEqual(['1007'])
})

describe('link that this browser created', () => {
  async function later(by?: string) {
    const first = openHome()
    const { sharedStorage } = first.environment
    await rememberPendingKey(first.portal, pendingKey(northStoreLocation))
    removeUserData(first.environment)
    const again = openHome(createHomeEnvironment('waiting', { sharedStorage }), null, by)
    return { ...again, sharedStorage }
  }

  test('shows the date of an approval link after a sign-out', async () => {
    const there = await later()
    const [row] = await loadRows(there, northAdministration)
    expect(row?.chip).toEqual({
      kind: 'information',
      text: { key: 'home:linkOn', parameters: { date: '15 januari' } },
    })
    expect(row?.next).toMatchObject({ text: 'home:newLink', address: { pathname: '/connect' } })
    if (row?.next) there.home.act(row.next)
    expect(openConnectDraft(there.portal).read()).toMatchObject({ location: { id: 2001 } })
    expect(ids(there.home)).toEqual([northAdministration.id])
    expect(there.sharedStorage).toHaveLength(1)
    const key = there.sharedStorage.key(0) ?? ''
    expect(key).toMatch(/^koppelpunt:link:[\d.]+$/)
    expect(there.sharedStorage.getItem(key)).toMatch(/^{"day":\d+,"value":\d+}$/)
  })

  test('offers a new link if the coupling still waits for approval', async () => {
    await failReads(company, { kind: 'status', status: 409 })
    const [row] = await loadRows(await later(), northAdministration)
    expect(row?.next?.text).toBe('home:newLink')
  })

  test('remembers a link only for its user', async () => {
    const there = await later('user-2')
    const [row] = await loadRows(there, northAdministration)
    expect(row?.chip?.text.key).toBe('shell:notCoupled')
    expect(there.sharedStorage).toHaveLength(1)
  })

  test('forgets a link once the coupling exists', async () => {
    await sandbox.connectKey({ administration_id: 1001, location_id: 2001 })
    const there = await later()
    const [row] = await loadRows(there, northAdministration)
    expect(row?.chip?.text.key).toBe('shell:coupled')
    expect(there.sharedStorage).toHaveLength(0)
  })
})

describe('links for customers', () => {
  const names = (home: Home) => home.links().map(({ name, shop }) => `${name}, ${shop}`)

  test('selects links one by one or all at once in the "waiting" tab', async () => {
    const { home, portal } = await openKnownHome(createHomeEnvironment('waiting'))
    await rememberUnlistedPlace(portal)
    await rememberPendingKey(portal, pendingKey(northStoreLocation))
    await home.renew()
    home.sort()
    expect(names(home)).toEqual(['Nieuwe Zaak, Hoofdwinkel', 'Oefenwinkel Noord, Winkel Noord'])
    const { link } = home.rowOf(northAdministration)
    if (link) home.choose([link], true)
    expect(home.links().map(({ isChosen }) => isChosen)).toEqual([false, true])
    home.chooseAll(true)
    const [hiddenRow] = home.drafts('waiting')
    if (hiddenRow?.link) home.choose([hiddenRow.link], false)
    expect(home.links().map(({ isChosen }) => isChosen)).toEqual([false, true])
    home.chooseAll(false)
    expect(home.rowOf(northAdministration).link?.isChosen).toBe(false)
    home.goTo('all')
    expect(home.links()).toEqual([])
    expect(home.rowOf(northAdministration).link).toBeUndefined()
  })

  test('offers no approval link after a sign-out, for a coupled place or for the key of a second user', async () => {
    const { home, portal, environment } = await openKnownHome(createHomeEnvironment('waiting'))
    for (const place of [northStoreLocation, liquorStoreLocation])
      await rememberPendingKey(portal, pendingKey(place))
    await home.renew()
    expect(names(home)).toEqual(['Oefenwinkel Noord, Winkel Noord'])
    const { sharedStorage } = environment
    const another = openHome(createHomeEnvironment('waiting', { sharedStorage }), null, 'user-2')
    await loadRows(another, northAdministration)
    expect(another.home.links()).toEqual([])
    removeUserData(environment)
    const again = openHome(createHomeEnvironment('waiting', { sharedStorage }))
    const [row] = await loadRows(again, northAdministration)
    expect(row?.next?.text).toBe('home:newLink')
    expect(again.home.links()).toEqual([])
  })
})
