import { describe, expect } from 'vitest'
import { configurationFor } from '../../../test/configuration.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../test/environment.ts'
import { createTestPortal, testPerson } from '../../../test/portal.ts'
import { addLocation } from '../../../test/shops.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { InjectedFault } from '../../../sandbox/control/faults.ts'
import type { Administration } from '../../lib/api/serials.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import texts from '../../lib/i18n/messages/nl/home.json' with { type: 'json' }
import shellTexts from '../../lib/i18n/messages/nl/shell.json' with { type: 'json' }
import { sideBySide, homeStateLife } from '../../lib/limits.ts'
import { createBoarding } from '../boarding/screen.ts'
import { connectMemory, noteMadeKey, noteWork } from '../coupling/remembered-places.ts'
import { boardingName } from '../coupling/writes.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import { sharedPlaceKey } from '../../lib/remembered.ts'
import { wizardDraft } from '../wizard/draft.ts'
import { createHome, type Home, type Row } from './home.ts'

const user = testPerson.id
const list = '/api/serials/serial/list'
const company = '/api/snelstart/company'
const locations = '/api/locations/location/list/all'

const north = { id: 1001, name: 'Oefenwinkel Noord', country_code: 'NL' }
const market = { id: 1004, name: 'Oefenmarkt West', country_code: 'DE' }
const liquor = { id: 1006, name: 'Oefenslijterij Compleet', country_code: 'BE' }
const atNorth = { administration: 1001, location: 2001 }
const atLiquor = { administration: 1006, location: 2007 }

function setUp(environment = createTestEnvironment('http://localhost:4321/'), version?: string) {
  const portal = createTestPortal({
    configuration: configurationFor(sandbox.url),
    environment,
    token: () => sandbox.token('reseller@koppelpunt.test'),
  })
  const home = createHome(portal, { ...testPerson, version: version ?? null })
  return { environment, portal, home }
}

/** The state of each is known. */
async function settled(home: Home, ...administrations: readonly Administration[]) {
  home.show(administrations)
  const isKnown = ({ id }: Administration) => home.$known.get().has(String(id))
  await expect.poll(() => administrations.every(isKnown)).toBe(true)
}

async function rowsOf(there: { home: Home }, ...administrations: readonly Administration[]) {
  await there.home.start()
  await settled(there.home, ...administrations)
  return administrations.map((each) => there.home.rowOf(each))
}

/** What a row says, and where it leads. */
function brief({ title, notes, chip, next }: Row) {
  const address = next?.address ? next.address.pathname + next.address.search : null
  const words = Object.values(title.parameters ?? {}).join()
  return [words, notes.map(({ key }) => key).join(), chip?.text.key, next?.text, address]
}

const fail = (path: string, fault: InjectedFault['fault']) =>
  sandbox.injectFault({ method: 'GET', path, fault })

const key = (place: PlaceIds) =>
  ({ ...place, key: 'sleutel', approvedBy: 'package', replacesAnother: false }) as const

const report = async (environment: TestEnvironment, place: PlaceIds, stored: string) =>
  environment.sharedStorage.setItem(await sharedPlaceKey('report', user, place), stored)

const wizardAt = '/wizard?administration=1006&location=2007'
const checkAt = 'http://localhost:4321/check?administration=1006&location=2007'

test('what this browser made is there, also while the service does not list it', async () => {
  const { environment, home } = setUp()
  const at = { administration: 1999, location: 2999 }
  const place = {
    administration: { id: 1999, name: 'Nieuwe Zaak', country_code: 'NL' },
    location: { id: 2999, name: 'Hoofdwinkel' },
  }
  await noteMadeKey(environment, user, { ...key(at), place })
  await home.start()
  const wizard = '/wizard?administration=1999&location=2999'
  expect(home.drafts().map(brief)).toEqual([
    ['Nieuwe Zaak (NL)', 'home:hidden', 'home:waiting', 'home:forward', wizard],
  ])
  // Its administration is listed, and its location not.
  const second = { administration: north, location: { id: 2999, name: 'Hoofdwinkel' } }
  const atSecond = { administration: north.id, location: 2999 }
  await noteMadeKey(environment, user, { ...key(atSecond), place: second })
  await fail(locations, { kind: 'answer', body: [] })
  const [row] = await rowsOf({ home }, north)
  expect(row && brief(row).slice(2)).toEqual([
    ...['home:waiting', 'home:forward'],
    '/wizard?administration=1001&location=2999',
  ])
  expect(home.drafts()).toHaveLength(1)
})

describe('the state of a customer', () => {
  const status = (status: number) => ({ kind: 'status', status }) as const
  test.each([
    ['no answer to the locations', locations, status(503), 'unknown', 'retry', null],
    ['refused locations', locations, status(403), 'broken', 'look', '/connect'],
    ['no location', locations, { kind: 'answer', body: [] }, 'empty', undefined, null],
    ['404', company, status(404), 'new', 'couple', '/connect'],
    ['409', company, status(409), 'waiting', 'check', wizardAt],
    ['403', company, status(403), 'broken', 'look', wizardAt],
    ['422', company, status(422), 'broken', 'look', wizardAt],
    ['429', company, status(429), 'unknown', 'retry', null],
    ['500', company, status(500), 'unknown', 'retry', null],
    ['a dropped connection', company, { kind: 'drop' }, 'unknown', 'retry', null],
    ['what cannot be read', company, { kind: 'html' }, 'unknown', 'retry', null],
  ] as const)('with %s', async (_, path, fault, state, next, address) => {
    await fail(path, fault)
    const [row] = await rowsOf(setUp(), liquor)
    expect(row && brief(row)).toEqual([
      'Oefenslijterij Compleet (BE)',
      '',
      `home:${state}`,
      next && (next === 'retry' ? 'shell:retry' : `home:${next}`),
      address,
    ])
    // What may be wrong with a coupling can be checked; without one there is nothing to check.
    const isCoupled = state === 'broken' && address === wizardAt
    expect(row?.check?.href).toBe(isCoupled ? checkAt : undefined)
  })

  test('that is coupled, and set up or not', async () => {
    const [cheese, row] = await rowsOf(
      setUp(),
      { id: 1007, name: 'Kaas', country_code: null },
      liquor,
    )
    const wizard = '/wizard?administration=1007&location=2008'
    expect(cheese && brief(cheese)).toEqual(['Kaas', '', 'home:coupled', 'home:setUp', wizard])
    expect(cheese?.check?.search).toBe('?administration=1007&location=2008')
    expect(row?.check?.href).toBe(checkAt)
    expect(row && brief(row).slice(2)).toEqual([
      'home:ready',
      'home:settings',
      `${wizardAt}&step=summary`,
    ])
    // Settings alone do not say whether their ledgers suit: that is for the check to read.
    expect(row?.chip?.kind).toBe('neutral')
    expect(texts.readyHelp).toContain(shellTexts.checkCoupling)
  })

  test('is known where another of its locations has no name', async () => {
    const body = [{ id: 2009 }, { id: 2007, name: 'Slijterij' }]
    await fail(locations, { kind: 'answer', body })
    const there = setUp()
    const [row] = await rowsOf(there, liquor)
    expect(row?.chip?.text.key).toBe('home:ready')
    expect(there.environment.logged).toEqual(['a location was left out'])
  })

  test('whose key was made in this browser awaits approval, and its link can be forwarded', async () => {
    const there = setUp()
    await noteMadeKey(there.environment, user, key(atNorth))
    const [row] = await rowsOf(there, north)
    const wizard = '/wizard?administration=1001&location=2001'
    expect(row && brief(row).slice(2)).toEqual(['home:waiting', 'home:forward', wizard])
  })

  test('that this browser has a report of has its date, and leads there', async () => {
    const there = setUp()
    await report(there.environment, atLiquor, `{"at":${Date.UTC(2026, 10, 3, 12)}}`)
    const [row] = await rowsOf(there, liquor)
    expect(row?.chip?.text).toEqual({
      key: 'home:readyOn',
      parameters: { date: '3 nov 2026' },
    })
    expect(row && brief(row).slice(3)).toEqual(['home:report', `${wizardAt}&show=report`])
  })

  test('of a polaris user leads to the polaris flow, also where its report cannot be read', async () => {
    const there = setUp(undefined, 'polaris')
    await report(there.environment, atLiquor, '{"at":"now"}')
    const [row] = await rowsOf(there, liquor)
    expect(row && brief(row)[4]).toBe('/polaris?administration=1006&location=2007&step=summary')
  })

  test('is not known before it is asked for', async () => {
    const { home } = setUp()
    await home.start()
    const row = { title: home.rowOf(liquor).title, notes: [] }
    expect(home.rowOf(liquor)).toEqual(row)
    expect(home.placesOf(liquor)).toEqual([row])
  })
})

describe('several locations', () => {
  test('are told, and the one that needs it most is next', async () => {
    await sandbox.connectKey({ administration_id: 1004, location_id: 2003 })
    const there = setUp()
    const [row] = await rowsOf(there, market)
    expect(row?.notes).toEqual([
      { key: 'home:someCoupled', parameters: { connected: '1', count: '3' } },
    ])
    const wizard = '/wizard?administration=1004&location=2003'
    expect(row && brief(row).slice(2)).toEqual(['home:coupled', 'home:setUp', wizard])
    expect(there.home.placesOf(market).map((each) => brief(each)[0])).toEqual([
      'Markthal',
      'Groentekraam',
      'Webshop',
    ])
  })

  test('of so many only the first are asked for', async () => {
    const body = Array.from({ length: 30 }, (_, index) => ({ id: 3000 + index, name: 'Filiaal' }))
    await fail(locations, { kind: 'answer', body })
    const [row] = await rowsOf(setUp(), market)
    expect(row?.notes[0]?.parameters).toEqual({ connected: '0', count: '20+' })
    expect(await sandbox.requests(company)).toHaveLength(20)
  })

  test('koppelen chooses that place at /connect', async () => {
    const there = setUp()
    await rowsOf(there, north)
    there.home.rowOf(north).next?.act?.()
    expect(connectMemory(there.environment, user).read()).toMatchObject({
      administration: { id: 1001 },
      location: { id: 2001, name: 'Winkel Noord' },
      isGiven: true,
    })
  })
})

describe('who is here', () => {
  const answer = (...body: readonly object[]) => fail(list, { kind: 'answer', body })

  test.each([
    [[], 'none'],
    [[north], 'merchant'],
    [[north, market], 'reseller'],
  ])('is somebody with none, one or several administrations: %j', async (all, status) => {
    await answer(...all)
    const { home } = setUp()
    await home.start()
    expect(home.$view.get().status).toBe(status)
  })

  test('one without its name is left out, told, and counts all the same', async () => {
    await answer(north, { ...market, name: null })
    const { home, environment } = setUp()
    await home.start()
    expect(home.find('')).toEqual([north])
    const leftOut = { key: 'failure:leftOut', parameters: { count: '1' } }
    expect(home.$view.get()).toMatchObject({ status: 'reseller', total: 1, leftOut })
    expect(environment.logged).toEqual(['left out: administrations'])
  })

  test('a list that fails is told, and loaded once more', async () => {
    await sandbox.failNext('GET', list)
    const { home } = setUp()
    expect(home.$view.get()).toEqual({ status: 'loading' })
    await home.start()
    expect(home.$view.get()).toMatchObject({ status: 'failed', detail: { key: /./ } })
    await home.retry()
    expect(home.$view.get().status).toBe('reseller')
  })
})

describe('what is asked for', () => {
  test('is in sight, and so many calls at a time', async () => {
    await sandbox.reset({ administrations: 50 })
    let most = 0
    let underWay = 0
    let gate = Promise.resolve()
    const environment = createTestEnvironment('http://localhost:4321/', {
      fetch: async (...request) => {
        most = Math.max(most, (underWay += 1))
        await gate
        return fetch(...request).finally(() => (underWay -= 1))
      },
    })
    const { home } = setUp(environment)
    await home.start()
    const all = home.find('')
    const { promise, resolve: open } = Promise.withResolvers<undefined>()
    gate = promise.then()
    home.show(all.slice(0, 20))
    await expect.poll(() => underWay).toBe(sideBySide)
    home.show(all.slice(20, 40))
    open(undefined)
    await settled(home, ...all.slice(20, 30))
    expect(most).toBe(sideBySide)
    const isAsked = ({ id }: Administration) => home.$known.get().has(String(id))
    expect(all.slice(0, 20).filter(isAsked)).toHaveLength(sideBySide)
  })

  test('is remembered by the tab as long as it is recent and at rest', async () => {
    const first = setUp()
    await first.home.start()
    await settled(first.home, north, liquor, market)
    await noteMadeKey(first.environment, user, key(atNorth))
    first.environment.leave()
    await sandbox.clearRequests()

    const again = setUp(first.environment)
    expect(again.home.rowOf(liquor).chip?.text.key).toBe('home:ready')
    await again.home.start()
    await settled(again.home, north, liquor, market)
    // Somebody may approve it any moment.
    await expect.poll(() => sandbox.requests(company)).toHaveLength(1)

    await again.environment.wait(homeStateLife)
    await sandbox.clearRequests()
    await again.home.renew()
    await expect.poll(() => sandbox.requests(locations)).toHaveLength(3)
  })

  test('is asked for anew once somebody has worked on it', async () => {
    const { home, environment } = setUp()
    await home.start()
    await settled(home, liquor)
    await environment.wait(1)
    await noteWork(environment, user, atLiquor)
    await sandbox.clearRequests()
    await home.renew()
    await expect.poll(() => sandbox.requests(company)).toHaveLength(1)
  })

  test('and had no answer is asked for once there is a network again, or at a press', async () => {
    await fail(company, { kind: 'status', status: 500 })
    const { home, environment } = setUp()
    const [row] = await rowsOf({ home }, liquor)
    expect(row?.next?.text).toBe('shell:retry')
    row?.next?.act?.()
    expect(home.rowOf(liquor).chip).toBeUndefined()
    await settled(home, liquor)
    expect(home.rowOf(liquor).chip?.text.key).toBe('home:unknown')

    environment.goOnline(false)
    await sandbox.clearFaults()
    environment.goOnline(true)
    await expect.poll(() => home.rowOf(liquor).chip?.text.key).toBe('home:ready')
  })
})

describe('the order', () => {
  const ids = (home: Home, query = '') => home.find(query).map(({ id }) => id)

  test('is that of the list, then of what needs somebody and of what was worked on', async () => {
    const { home, environment } = setUp()
    await home.start()
    expect(ids(home)).toEqual([1001, 1002, 1003, 1004, 1005, 1006, 1007])
    await settled(home, ...home.find(''))
    expect(ids(home)).toEqual([1005, 1007, 1001, 1002, 1004, 1003, 1006])
    for (const place of [{ administration: 1004, location: 2003 }, atNorth, atLiquor]) {
      await noteWork(environment, user, place)
    }
    await noteMadeKey(environment, user, key({ administration: 1002, location: 2002 }))
    await home.renew()
    expect(ids(home)).toEqual([1002, 1005, 1007, 1001, 1004, 1006, 1003])
  })

  test('a search finds names, countries and ids', async () => {
    const { home } = setUp()
    await home.start()
    expect(ids(home, '(be)')).toEqual([1003, 1006])
    expect(ids(home, '1004')).toEqual([1004])
  })
})

test('when a customer was worked on last is told as people say it', async () => {
  const noon = new Date(2026, 10, 23, 12).getTime()
  let now = noon
  const { home, environment } = setUp(
    createTestEnvironment('http://localhost:4321/', { now: () => now }),
  )
  const noted = async (at: number) => {
    now = at
    await noteWork(environment, user, atLiquor)
    now = noon
    await home.renew()
    return home.rowOf(liquor).notes
  }
  for (const [at, when] of [
    [new Date(2026, 10, 23, 0, 1), 'vandaag'],
    [new Date(2026, 10, 22, 23, 59), 'gisteren'],
    [new Date(2026, 9, 23, 12), '31 dagen geleden'],
  ] as const) {
    expect(await noted(at.getTime())).toEqual([{ key: 'home:worked', parameters: { when } }])
  }
})

test('administrations and locations of one name are told apart by their ids, and no others are', async () => {
  const body = [north, market, { ...market, id: 1009 }]
  await fail(list, { kind: 'answer', body })
  const twin = await addLocation(sandbox, { administration: 1004, name: 'Markthal' })
  const { home } = setUp()
  await rowsOf({ home }, market)
  const namesOf = (rows: readonly Row[]) => rows.map(({ title }) => title.parameters?.name)
  expect(namesOf(home.find('').map((each) => home.rowOf(each)))).toEqual([
    'Oefenwinkel Noord (NL)',
    'Oefenmarkt West (DE) · 1004',
    'Oefenmarkt West (DE) · 1009',
  ])
  const places = ['Markthal · 2003', 'Groentekraam', 'Webshop', `Markthal · ${twin}`]
  expect(namesOf(home.placesOf(market))).toEqual(places)
})

describe('drafts of this tab', () => {
  const drafts = ({ home }: { home: Home }) =>
    home.drafts().map(({ title, next }) => [title.key, next?.address?.pathname])

  test('nothing filled in is none', async () => {
    const there = setUp()
    createBoarding(there.portal, testPerson).keepVisited(['merchant_info'])
    wizardDraft(there.environment, user, atLiquor).keep({ visited: ['snelstart'] })
    connectMemory(there.environment, user).write({ administration: null, location: null })
    there.environment.leave()
    const again = setUp(there.environment)
    await again.home.renew()
    expect(again.home.drafts()).toEqual([])
    expect(again.home.rowOf(liquor).notes).toEqual([])
  })

  test('a customer who is half filled in, until there is one', async () => {
    const { home, portal, environment } = setUp()
    const boarding = createBoarding(portal, testPerson)
    const { initial } = boarding
    boarding.keep({ ...initial, merchant_info: { full_name: '', username: 'nieuw@' } })
    environment.leave()
    await home.renew()
    expect(drafts({ home })).toEqual([['shell:unnamedCustomer', '/boarding']])

    const serial = { ...initial.serial_info.serial, name: ' Nieuwe Zaak ' }
    boarding.keep({ ...initial, serial_info: { ...initial.serial_info, serial } })
    environment.leave()
    await home.renew()
    expect(home.drafts()[0]?.title.parameters).toEqual({ name: 'Nieuwe Zaak' })

    const body = { administration_id: 1001, location_id: 2001 }
    gatewayOf(portal, user).written.record(boardingName('key'), { body }, { id: 'sleutel' })
    await noteWork(environment, user, atNorth)
    await home.renew()
    expect(home.drafts()).toEqual([])
  })

  test('a choice in connect, until it was gone on with', async () => {
    const { home, environment } = setUp()
    const memory = connectMemory(environment, user)
    memory.write({ administration: market, location: null })
    expect(drafts({ home })).toEqual([['home:noLocation', '/connect']])
    memory.write({ administration: market, location: { id: 2003, name: 'Markthal' } })
    expect(home.drafts()[0]?.title).toEqual({
      key: 'home:place',
      parameters: { administration: 'Oefenmarkt West (DE)', location: 'Markthal' },
    })
    await noteWork(environment, user, { administration: 1004, location: 2003 })
    await home.renew()
    expect(home.drafts()).toEqual([])
  })

  test('a wizard that is half filled in is told at its customer', async () => {
    const { home, environment } = setUp()
    wizardDraft(environment, user, atLiquor).keep({ relationCode: '7' })
    environment.leave()
    await home.renew()
    expect(home.rowOf(liquor).notes).toEqual([{ key: 'home:unfinished' }])
    expect(home.rowOf(north).notes).toEqual([])
  })
})
