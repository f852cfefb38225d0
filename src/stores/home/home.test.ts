import { describe, expect } from 'vitest'
import { createTestEnvironment, type TestEnvironment } from '../../../test/environment.ts'
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
import { examplePerson, createOwner, recordBoardedCustomer } from '../../../test/portal.ts'
import { addLocation } from '../../../test/shops.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { Administration } from '../../lib/api/places.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import texts from '../../lib/i18n/messages/nl/home.json' with { type: 'json' }
import shellTexts from '../../lib/i18n/messages/nl/shell.json' with { type: 'json' }
import { homeRowLimit, concurrentCallLimit } from '../../lib/limits.ts'
import { createBoardingScreen } from '../boarding/screen.ts'
import {
  openConnectDraft,
  rememberPendingKey,
  rememberRecentPlace,
} from '../coupling/remembered-places.ts'
import { getGateway } from '../gateway/gateway.ts'
import { createStorageKey } from '../../lib/remembered.ts'
import { openWizardDraft } from '../wizard/draft.ts'
import type { Home } from './home.ts'
import type { HomeRow } from './rows.ts'

const { administrations: list, settings: company, locations } = homeCallPaths

function brief({ title, notes, chip, next }: HomeRow) {
  const address = next?.address ? next.address.pathname + next.address.search : null
  const words = Object.values(title.parameters ?? {}).join()
  return [words, notes.map(({ key }) => key).join(), chip?.text.key, next?.text, address]
}

const report = async (environment: TestEnvironment, place: PlaceIds, stored: string) =>
  environment.sharedStorage.setItem(
    await createStorageKey('report', examplePerson.id, place),
    stored,
  )

const wizardAt = '/wizard?administration=1006&location=2007'
const checkPath = '/check?administration=1006&location=2007'
const checkAt = `http://localhost:4321${checkPath}`

const furtherOf = ({ further = [] }: HomeRow) =>
  further.map(({ text, address }) => [text.key, address.pathname + address.search])

test('shows a customer with a key of this browser before the service lists the customer', async () => {
  const { environment, portal, home } = openHome()
  await rememberUnlistedPlace(portal)
  await home.start()
  const wizard = '/wizard?administration=1999&location=2999'
  expect(home.drafts().map(brief)).toEqual([
    ['Nieuwe Zaak (NL)', 'home:hidden', 'shell:waiting', 'home:forward', wizard],
  ])
  const second = {
    administration: northAdministration,
    location: { id: 2999, name: 'Hoofdwinkel' },
  }
  const atSecond = { administration: northAdministration.id, location: 2999 }
  await rememberPendingKey(portal, { ...pendingKey(atSecond), place: second })
  await failReads(locations, { kind: 'answer', body: [] })
  const [row] = await loadRows({ home }, northAdministration)
  expect(row && brief(row).slice(2)).toEqual([
    ...['shell:waiting', 'home:forward'],
    '/wizard?administration=1001&location=2999',
  ])
  expect(home.drafts()).toHaveLength(1)
  await sandbox.clearFaults()
  const again = openHome(environment)
  await again.home.start()
  again.home.show([northAdministration])
  await expect
    .poll(() => again.home.rowOf(northAdministration).fold?.text.parameters?.count)
    .toBe('1')
  const names = listLocationRows(again.home, northAdministration).map(
    ({ title }) => title.parameters?.name,
  )
  expect(names).toEqual(['Winkel Noord', 'Hoofdwinkel'])
})

test('lists a customer with a key of this browser although the service lists no customers', async () => {
  await failReads(list, { kind: 'answer', body: [] })
  const { portal, home } = openHome()
  await rememberUnlistedPlace(portal)
  await home.start()
  expect(home.$list.get().view.status).toBe('reseller')
})

test('lists a new customer from another tab once the user returns', async () => {
  await failReads(list, { kind: 'answer', body: [northAdministration, marketAdministration] })
  const { portal, home } = openHome()
  await home.start()
  const place = { administration: liquorAdministration, location: { id: 2007, name: 'Winkel' } }
  await sandbox.clearFaults()
  await rememberPendingKey(portal, { ...pendingKey(liquorStoreLocation), place })
  await home.refresh()
  await expect.poll(() => home.drafts()).toEqual([])
  expect(sortedAdministrations(home)).toContainEqual(liquorAdministration)
})

test('shows the state of a place with a pending key as unknown if the list of locations fails to load', async () => {
  const { portal, home } = openHome()
  const location = { id: 2007, name: 'Winkel' }
  const place = { administration: liquorAdministration, location }
  await rememberPendingKey(portal, { ...pendingKey(liquorStoreLocation), place })
  await failReads(locations, { kind: 'status', status: 503 })
  const [row] = await loadRows({ home }, liquorAdministration)
  expect(row && brief(row).slice(2)).toEqual(['home:unknown', 'shell:retry', null])
})

describe('row of a customer on Home', () => {
  const mail = 'hulp@koppelpunt.test?subject=Oefenslijterij%20Compleet%20(BE)'
  const status = (status: number) => ({ kind: 'status', status }) as const
  test.each([
    ['a 503 for the locations', locations, status(503), 'unknown', 'retry', null],
    ['a 403 for the locations', locations, status(403), 'broken', 'look', '/connect'],
    ['an empty list of locations', locations, { kind: 'answer', body: [] }, 'empty', 'ask', mail],
    ['404', company, status(404), 'new', 'couple', '/connect'],
    ['409', company, status(409), 'waiting', 'check', wizardAt],
    ['403', company, status(403), 'broken', 'look', wizardAt],
    ['422', company, status(422), 'broken', 'look', wizardAt],
    ['429', company, status(429), 'unknown', 'retry', null],
    ['500', company, status(500), 'unknown', 'retry', null],
    ['a dropped connection', company, { kind: 'drop' }, 'unknown', 'retry', null],
    ['an HTML page', company, { kind: 'html' }, 'unknown', 'retry', null],
  ] as const)(
    'shows state, next action and address of a customer after %s',
    async (_, path, fault, state, next, address) => {
      await failReads(path, fault)
      const [row] = await loadRows(openHome(), liquorAdministration)
      expect(row && brief(row)).toEqual([
        'Oefenslijterij Compleet (BE)',
        path === company ? 'home:shop' : state === 'empty' ? 'home:emptyAsk' : '',
        state === 'new' || state === 'waiting'
          ? `shell:${state === 'new' ? 'notCoupled' : state}`
          : `home:${state}`,
        next === 'retry' ? 'shell:retry' : `home:${next}`,
        address,
      ])
      const isCoupled = state === 'broken' && address === wizardAt
      const addresses = row?.further?.map(({ address }) => address.href) ?? []
      expect(addresses).toEqual(isCoupled ? [checkAt] : [])
    },
  )

  test('links a coupled customer to the wizard and a configured customer to the settings', async () => {
    const [cheese, row] = await loadRows(
      openHome(),
      { id: 1007, name: 'Kaas', country_code: null },
      liquorAdministration,
    )
    const wizard = '/wizard?administration=1007&location=2008'
    const notes = cheese?.notes.map(({ parameters }) => parameters?.name)
    expect(notes).toEqual(['Kaashandel'])
    expect(cheese && brief(cheese).slice(2)).toEqual(['shell:coupled', 'home:setUp', wizard])
    expect(cheese && furtherOf(cheese)).toEqual([
      ['shell:checkCoupling', '/check?administration=1007&location=2008'],
    ])
    expect(row && furtherOf(row)).toEqual([
      ['shell:checkCoupling', checkPath],
      ['shell:report', `${checkPath}&show=report`],
    ])
    expect(row && brief(row).slice(2)).toEqual([
      'shell:setUp',
      'home:settings',
      `${wizardAt}&step=summary`,
    ])
    expect(row?.chip?.kind).toBe('success')
    expect(texts.readyHelp).toContain(shellTexts.checkCoupling)
  })

  test('shows the state of a customer although one of the customer’s locations has no name', async () => {
    const body = [{ id: 2009 }, { id: 2007, name: 'Slijterij' }]
    await failReads(list, { kind: 'answer', body: [liquorAdministration] })
    await failReads(locations, { kind: 'answer', body })
    const there = openHome()
    const [row] = await loadRows(there, liquorAdministration)
    expect(row?.chip?.text.key).toBe('shell:setUp')
    expect(there.environment.logged).toEqual(['a location was left out'])
  })

  test('offers the approval link if this browser created the key', async () => {
    const there = openHome()
    await rememberPendingKey(there.portal, pendingKey(northStoreLocation))
    const [row] = await loadRows(there, northAdministration)
    const wizard = '/wizard?administration=1001&location=2001'
    expect(row && brief(row).slice(2)).toEqual(['shell:waiting', 'home:forward', wizard])
  })

  test('shows the date of the last report of this browser', async () => {
    const there = openHome()
    await report(there.environment, liquorStoreLocation, `{"at":${Date.UTC(2026, 10, 3, 12)}}`)
    const [row] = await loadRows(there, liquorAdministration)
    expect(row?.chip?.text).toEqual({
      key: 'home:readyOn',
      parameters: { date: '3 nov 2026' },
    })
    expect(row && brief(row)[3]).toBe('home:settings')
  })

  test('links a polaris user to the polaris wizard although the stored report is malformed', async () => {
    const there = openHome(undefined, 'polaris')
    await report(there.environment, liquorStoreLocation, '{"at":"now"}')
    const [row] = await loadRows(there, liquorAdministration)
    expect(row && brief(row)[4]).toBe('/polaris?administration=1006&location=2007&step=summary')
  })

  test('shows only title and notes of a customer before the state is read', async () => {
    const { home } = openHome()
    await home.start()
    expect(Object.keys(home.rowOf(liquorAdministration))).toEqual(['title', 'notes'])
    expect(listLocationRows(home, liquorAdministration)).toEqual([])
  })
})

describe('administration with several locations', () => {
  test('shows the number of coupled locations and the most urgent action', async () => {
    await sandbox.connectKey({ administration_id: 1004, location_id: 2003 })
    const there = openHome()
    const [row] = await loadRows(there, marketAdministration)
    expect(row?.fold).toMatchObject({
      text: { key: 'home:someCoupled', parameters: { connected: '1', count: '3' } },
      isUnfolded: false,
    })
    expect(row?.notes).toEqual([])
    const wizard = '/wizard?administration=1004&location=2003'
    expect(row && brief(row).slice(2)).toEqual(['shell:coupled', 'home:setUp', wizard])
    expect(
      listLocationRows(there.home, marketAdministration).map((each) => brief(each)[0]),
    ).toEqual(['Markthal', 'Groentekraam', 'Webshop'])
  })

  test.each([
    [1, 'shell:chainOne'],
    [2, 'shell:chainMany'],
  ])(
    'offers a link to copy the settings if the customer has %d other locations',
    async (count, key) => {
      const names = Array.from({ length: count }, (_, at) => `Filiaal ${at}`)
      for (const name of names) await addLocation(sandbox, { administration: 1006, name })
      const rows = openHome()
      await loadRows(rows, liquorAdministration)
      const ready = listLocationRows(rows.home, liquorAdministration).find(
        ({ chip }) => chip?.text.key === 'shell:setUp',
      )
      const chain = ready?.further?.find(({ text }) => text.key === key)
      expect(chain?.text.parameters).toEqual({ count: String(count) })
      expect(chain?.address.search).toBe('?administration=1006&location=2007&show=chain')
      expect(
        rows.home.rowOf(liquorAdministration).further?.map(({ text }) => text.key),
      ).not.toContain(key)
      const [first] = await sandbox.rows('locations').then((all) => all.slice(-count))
      await sandbox.connectKey({ administration_id: 1006, location_id: Number(first?.id) })
      const [row] = await loadRows(openHome(), liquorAdministration)
      expect(row?.chip?.text.key).toBe('shell:coupled')
      expect(row?.further?.at(-1)).toEqual(chain)
    },
  )

  test('reads the settings of only the first 20 of 30 locations', async () => {
    const body = Array.from({ length: 30 }, (_, index) => ({ id: 3000 + index, name: 'Filiaal' }))
    await failReads(locations, { kind: 'answer', body })
    await failReads(list, { kind: 'answer', body: [marketAdministration] })
    const [row] = await loadRows(openHome(), marketAdministration)
    expect(row?.fold?.text.parameters).toEqual({ count: '20+' })
    expect(await sandbox.requests(company)).toHaveLength(20)
  })

  test('reads the settings of the 21st location if this browser created its key', async () => {
    const body = Array.from({ length: 21 }, (_, index) => ({ id: 1987 + index, name: 'Filiaal' }))
    await failReads(locations, { kind: 'answer', body })
    const { portal, home } = openHome()
    const place = { administration: liquorAdministration, location: { id: 2007, name: 'Filiaal' } }
    await rememberPendingKey(portal, { ...pendingKey(liquorStoreLocation), place })
    await loadRows({ home }, liquorAdministration)
    const states = listLocationRows(home, liquorAdministration).map(({ state }) => state)
    expect(states).toContain('setUp')
    expect(states).not.toContain('waiting')
  })

  test('counts the locations that are not coupled beside "Nog niet gekoppeld"', async () => {
    await addLocation(sandbox, { administration: 1006, name: 'Filiaal' })
    const [row] = await loadRows(openHome(), liquorAdministration)
    expect(row?.chip?.text.key).toBe('shell:notCoupled')
    expect(row?.fold?.text).toEqual({ key: 'home:someToCouple', parameters: { count: '1' } })
  })

  test('preselects the location of a row on /connect when the user clicks the row’s button', async () => {
    const there = openHome()
    await loadRows(there, northAdministration)
    const { next } = there.home.rowOf(northAdministration)
    if (next) there.home.act(next)
    expect(openConnectDraft(there.portal).read()).toMatchObject({
      administration: { id: 1001 },
      location: { id: 2001, name: 'Winkel Noord' },
      isGiven: true,
    })
  })
})

describe('view of Home', () => {
  const answer = (...body: readonly object[]) => failReads(list, { kind: 'answer', body })

  test.each([
    [[], 'none'],
    [[northAdministration], 'merchant'],
    [[northAdministration, marketAdministration], 'reseller'],
  ])('chooses the view of Home by the number of administrations: %j', async (all, status) => {
    await answer(...all)
    const { home } = openHome()
    await home.start()
    expect(home.$list.get().view.status).toBe(status)
  })

  test('leaves out and reports an administration without a name', async () => {
    await answer(northAdministration, { ...marketAdministration, name: null })
    const { home, environment } = openHome()
    await home.start()
    expect(sortedAdministrations(home)).toEqual([northAdministration])
    const failure = { key: 'failure:leftOut', parameters: { count: '1' } }
    expect(home.$list.get().view).toMatchObject({ status: 'reseller', failure })
    expect(environment.logged).toEqual(['left out: administrations'])
  })

  test('shows that the list of administrations failed to load, and reloads the list on demand', async () => {
    await sandbox.failNext('GET', list)
    const { home } = openHome()
    expect(home.$list.get().view).toEqual({ status: 'loading' })
    await home.start()
    expect(home.$list.get().view).toMatchObject({ status: 'failed', failure: { key: /./ } })
    await home.retry()
    expect(home.$list.get().view.status).toBe('reseller')
  })
})

describe('reads of Home', () => {
  test('limits parallel requests and reads only the states of rows that are still visible', async () => {
    await sandbox.reset({ administrations: homeRowLimit })
    let most = 0
    let underWay = 0
    let gate = Promise.resolve()
    const environment = createHomeEnvironment('all', {
      fetch: async (...request) => {
        most = Math.max(most, (underWay += 1))
        await gate
        return fetch(...request).finally(() => (underWay -= 1))
      },
    })
    const { home } = openHome(environment)
    await home.start()
    const all = sortedAdministrations(home)
    const { promise, resolve: open } = Promise.withResolvers<undefined>()
    gate = promise.then()
    home.show(all.slice(0, 20))
    await expect.poll(() => underWay).toBe(concurrentCallLimit)
    home.show(all.slice(20, 40))
    open(undefined)
    await waitForCustomerStates(home, ...all.slice(20, 30))
    expect(most).toBe(concurrentCallLimit)
    const isAsked = ({ id }: Administration) => home.$data.get().readings.has(String(id))
    expect(all.slice(0, 20).filter(isAsked)).toHaveLength(concurrentCallLimit)
  })

  test.each([
    ['visible and recent customers', 1, ['1001', '1006']],
    ['all customers after a minute', 60_000, ['1001', '1004', '1006']],
  ])(
    'shows remembered customer states and requests these again: %s',
    async (_, pause, administrations) => {
      await failReads(list, {
        kind: 'answer',
        body: [northAdministration, liquorAdministration, marketAdministration],
      })
      const first = openHome()
      await first.home.start()
      await waitForCustomerStates(
        first.home,
        northAdministration,
        liquorAdministration,
        marketAdministration,
      )
      await first.environment.wait(pause)
      await rememberRecentPlace(first.portal, liquorStoreLocation)
      await sandbox.clearRequests()

      const { home } = openHome(first.environment)
      expect(home.rowOf(liquorAdministration).chip?.text.key).toBe('shell:setUp')
      await home.start()
      home.show([northAdministration])
      await expect
        .poll(async () =>
          (await sandbox.requests(locations))
            .map((request) => request.headers.administration)
            .toSorted(),
        )
        .toEqual(administrations)
    },
  )

  test('repeats a failed read of a state on demand and once the network is back', async () => {
    await failReads(company, { kind: 'status', status: 500 })
    const { home, environment } = openHome()
    const [row] = await loadRows({ home }, liquorAdministration)
    expect(row?.next?.text).toBe('shell:retry')
    if (row?.next) home.act(row.next)
    expect(home.rowOf(liquorAdministration).chip).toBeUndefined()
    await expect.poll(() => home.rowOf(liquorAdministration).chip?.text.key).toBe('home:unknown')

    environment.goOnline(false)
    await sandbox.clearFaults()
    environment.goOnline(true)
    await expect.poll(() => home.rowOf(liquorAdministration).chip?.text.key).toBe('shell:setUp')
  })

  test('shows no state from a request that a reload aborted', async () => {
    await failReads(list, { kind: 'answer', body: [liquorAdministration] })
    let aborted = 0
    const states = new Set<string | undefined>()
    const environment = createHomeEnvironment('all', {
      fetch: async (input, init) => {
        if (aborted > 0 || !(input as Request).url.includes(company)) return fetch(input, init)
        return new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => {
            aborted += 1
            reject(new DOMException('aborted', 'AbortError'))
          })
          void home.renew()
        })
      },
    })
    const { home } = openHome(environment)
    home.$data.listen(() => states.add(home.rowOf(liquorAdministration).chip?.text.key))
    await home.start()
    home.show([liquorAdministration])
    await expect.poll(() => home.rowOf(liquorAdministration).chip?.text.key).toBe('shell:setUp')
    expect(aborted).toBe(1)
    expect([...states]).toEqual([undefined, 'shell:setUp'])
  })
})

test('shows in words when the user last worked on a customer', async () => {
  const noon = new Date(2026, 10, 23, 12).getTime()
  let now = noon
  const { home, environment } = openHome(createHomeEnvironment('all', { now: () => now }))
  const noted = async (at: number) => {
    now = at
    await rememberRecentPlace(createOwner(environment), liquorStoreLocation)
    now = noon
    await home.renew()
    return home.rowOf(liquorAdministration).notes
  }
  for (const [at, when] of [
    [new Date(2026, 10, 23, 0, 1), 'vandaag'],
    [new Date(2026, 10, 22, 23, 59), 'gisteren'],
    [new Date(2026, 9, 23, 12), '31 dagen geleden'],
  ] as const) {
    expect(await noted(at.getTime())).toEqual([{ key: 'home:worked', parameters: { when } }])
  }
})

test('adds ids to names of administrations and locations only if names are equal', async () => {
  const all = [marketAdministration, { ...marketAdministration, id: 1009 }, northAdministration]
  await failReads(list, { kind: 'answer', body: all })
  const twin = await addLocation(sandbox, { administration: 1004, name: 'Markthal' })
  const { home } = openHome()
  await loadRows({ home }, marketAdministration)
  const namesOf = (rows: readonly HomeRow[]) => rows.map(({ title }) => title.parameters?.name)
  expect(namesOf(all.map((each) => home.rowOf(each)))).toEqual([
    'Oefenmarkt West (DE) · 1004',
    'Oefenmarkt West (DE) · 1009',
    'Oefenwinkel Noord (NL)',
  ])
  const places = ['Markthal · 2003', 'Groentekraam', 'Webshop', `Markthal · ${twin}`]
  expect(namesOf(listLocationRows(home, marketAdministration))).toEqual(places)
})

describe('drafts', () => {
  const drafts = ({ home }: { home: Home }) =>
    home.drafts().map(({ title, next }) => [title.key, next?.address?.pathname])

  test('ignores drafts without input', async () => {
    const there = openHome()
    createBoardingScreen(there.portal).keepVisited(['merchant_info'])
    const wizard = await openWizardDraft(there.portal, liquorStoreLocation, undefined, 'book')
    wizard.keep({ visited: ['snelstart'] })
    openConnectDraft(there.portal).write({ administration: null, location: null })
    const again = openHome(there.environment)
    await again.home.renew()
    expect(again.home.drafts()).toEqual([])
    expect(again.home.rowOf(liquorAdministration).notes).toEqual([])
  })

  test('shows the draft of a new customer until the customer is created', async () => {
    const { home, portal, environment } = openHome()
    const boarding = createBoardingScreen(portal)
    const { initial } = boarding
    boarding.keep({ ...initial, merchant_info: { full_name: '', username: 'nieuw@' } })
    await home.renew()
    expect(drafts({ home })).toEqual([['shell:unnamedCustomer', '/boarding']])

    const serial = { ...initial.serial_info.serial, name: ' Nieuwe Zaak ' }
    boarding.keep({ ...initial, serial_info: { ...initial.serial_info, serial } })
    await home.renew()
    expect(home.drafts()[0]?.title.parameters).toEqual({ name: 'Nieuwe Zaak' })

    recordBoardedCustomer(getGateway(portal).written, northStoreLocation)
    await rememberRecentPlace(createOwner(environment), northStoreLocation)
    await home.renew()
    expect(home.drafts()).toEqual([])
  })

  test('keeps the reseller of a draft when a page without the reseller parameter restores it', async () => {
    const { tabStorage } = createTestEnvironment()
    const openAt = (path: string) =>
      createTestEnvironment(`http://localhost:4321${path}`, { tabStorage })
    const begun = createBoardingScreen(openHome(openAt('/en/boarding?reseller=vlam%2B7')).portal)
    begun.keep({ ...begun.initial, merchant_info: { full_name: 'Nieuw', username: '' } })
    openConnectDraft(createOwner(openAt('/connect?reseller=x'))).write({
      administration: marketAdministration,
      location: null,
    })
    const restored = createBoardingScreen(openHome(openAt('/boarding')).portal)
    restored.keep(restored.initial)
    const { home } = openHome(openAt('/?reseller=y'))
    await loadRows({ home }, northAdministration)
    const addresses = [...home.drafts(), home.rowOf(northAdministration)].map(
      ({ next }) => next?.address,
    )
    expect(addresses.map((address) => address && address.pathname + address.search)).toEqual([
      '/connect?reseller=x',
      '/boarding?reseller=vlam%2B7',
      '/connect?reseller=y',
    ])
  })

  test('shows the draft of /connect until the key is created', async () => {
    const { home, environment } = openHome()
    const memory = openConnectDraft(createOwner(environment))
    memory.write({ administration: marketAdministration, location: null })
    await home.renew()
    expect(drafts({ home })).toEqual([['home:noLocation', '/connect']])
    memory.write({ administration: marketAdministration, location: { id: 2003, name: 'Markthal' } })
    await home.renew()
    expect(home.drafts()[0]?.title).toEqual({
      key: 'home:place',
      parameters: { administration: 'Oefenmarkt West (DE)', location: 'Markthal' },
    })
    await rememberRecentPlace(createOwner(environment), { administration: 1004, location: 2003 })
    await home.renew()
    expect(home.drafts()).toEqual([])
  })

  test('marks the row of a customer with an unfinished wizard', async () => {
    const { home, environment } = openHome()
    const wizard = await openWizardDraft(
      createOwner(environment),
      liquorStoreLocation,
      undefined,
      'book',
    )
    wizard.keep({ relationCode: '7' })
    await home.renew()
    expect(home.rowOf(liquorAdministration).notes).toEqual([{ key: 'home:unfinished' }])
    expect(home.rowOf(northAdministration).notes).toEqual([])
  })

  test.each([
    ['coupled', {}],
    ['configured', { cash_gap_ledger: '2200' }],
  ])('continues an unfinished wizard of a %s location at its step', async (_, settings) => {
    const body = { snelstart_administratie_identifier: 'book', ...settings }
    await failReads(company, { kind: 'answer', body })
    const { environment } = openHome()
    const { sharedStorage } = environment
    const address = `http://localhost:4321${wizardAt}&step=journals`
    const there = createTestEnvironment(address, { sharedStorage })
    const wizard = await openWizardDraft(createOwner(there), liquorStoreLocation, undefined, 'book')
    wizard.keep({ relationCode: '7' })
    const [row] = await loadRows(
      openHome(createTestEnvironment(undefined, { sharedStorage })),
      liquorAdministration,
    )
    expect(row?.next).toMatchObject({ text: 'home:goOnAt', parameters: { step: '3' } })
    expect(row?.next?.address?.href).toBe(address)
  })

  test('does not continue a wizard of another accounting administration', async () => {
    const body = { snelstart_administratie_identifier: 'other' }
    await failReads(company, { kind: 'answer', body })
    const there = openHome()
    const wizard = await openWizardDraft(there.portal, liquorStoreLocation, undefined, 'book')
    wizard.keep({ relationCode: '7' })
    const [row] = await loadRows(there, liquorAdministration)
    expect(row?.next?.text).toBe('home:setUp')
  })
})
