import { describe, expect } from 'vitest'
import type { InjectedFault } from '../../../sandbox/control/faults.ts'
import { createLocks, createTestEnvironment } from '../../../test/environment.ts'
import { recordBoardedCustomer, testUser } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import { SessionError, SessionEndedError } from '../../lib/api/errors.ts'
import { getBoardingWriteName, getKeyWriteName } from '../coupling/writes.ts'
import {
  openConnectDraft,
  rememberPendingKey,
  readPendingKeys,
  readRecentPlaces,
  type PendingKey,
} from '../coupling/remembered-places.ts'
import { getGateway } from '../gateway/gateway.ts'
import { tabKeyPrefix } from '../../lib/remembered.ts'
import type { WizardLoadState } from './screen.ts'
import {
  didOverlap,
  liquorLocation,
  createOpeningPage,
  openWizard,
  webApplicationLocation,
  startWizardOpening,
} from '../../../test/open-wizard.ts'

function setUp(
  query: string,
  variant: 'wizard' | 'polaris' = 'wizard',
  token?: () => Promise<string>,
  changes: Parameters<typeof createTestEnvironment>[1] = {},
) {
  const environment = createTestEnvironment(`http://localhost:4321/${variant}${query}`, changes)
  const account = 'reseller@koppelpunt.test'
  const page = { environment, variant, account, ...(token && { token }) }
  const { portal, opening } = createOpeningPage(page)
  const states: WizardLoadState[] = []
  opening.$opening.listen((state) => states.push(state))
  const { written } = getGateway(portal)
  async function noteKey(place: typeof liquorLocation, changes: Partial<PendingKey> = {}) {
    const key = {
      key: 'another',
      approvedBy: 'package',
      replacesAnother: true,
      ...changes,
    } as const
    await rememberPendingKey(portal, { ...place, ...key })
    return { ...place, ...key }
  }
  return {
    ...{ environment, portal, opening, states, written, noteKey },
    start: () => startWizardOpening(opening),
    hasNewKey: () => {
      const state = opening.$opening.get()
      return 'newKey' in state && state.newKey !== null
    },
  }
}

const confirmed = '?administration=1006&location=2007'
const unconfirmed = '?administration=1001&location=2001'

async function restart({ opening, start }: ReturnType<typeof setUp>) {
  await start()
  const state = opening.$opening.get()
  if (state.status !== 'unconfirmed') throw new Error(`The coupling is ${state.status}`)
  opening.restart(state.place, state.flow)
  return state
}

test('opens the wizard with two rounds of parallel requests', async () => {
  for (const path of [
    ...['/api/{group}/{item}/{id}', '/api/registrations/registration', '/api/snelstart/company'],
    ...['/api/snelstart/company/info', '/api/snelstart/salesorder/template'],
    ...['/api/snelstart/relations', '/api/snelstart/journals/grootboeken/{number}'],
  ])
    await sandbox.delay('GET', path, 500)
  await openWizard()
  await sandbox.settled()
  const requests = await sandbox.requests()
  expect(requests.every(({ fault }) => fault === 'delay')).toBe(true)
  const isSecond = ({ path }: { path: string }) => /grootboeken|relations/.test(path)
  const second = requests.filter(isSecond)
  const first = requests.filter((request) => !isSecond(request))
  expect([first.length, second.length]).toEqual([6, 7 + 1])
  expect(didOverlap(first)).toBe(true)
  expect(didOverlap(second)).toBe(true)
  const awaited = first.filter(({ path }) => !path.includes('registration'))
  const firstEnd = Math.max(...awaited.map(({ finishedAt }) => finishedAt ?? Infinity))
  expect(Math.min(...second.map(({ startedAt }) => startedAt))).toBeGreaterThanOrEqual(firstEnd)
})

test.each([
  ['', ['wizard:missingAdministration', 'wizard:missingLocation']],
  ['?administration=1001', ['wizard:missingLocation']],
  ['?location=2001', ['wizard:missingAdministration']],
  ['?administration=&location=2001', ['wizard:missingAdministration']],
  ['?administration=1001&location=//evil', ['wizard:unknownLocation']],
  ['?administration=a%0Ab&location=2001', ['wizard:malformedAdministration']],
  ['?administration=1&administration=2&location=2001', ['wizard:malformedAdministration']],
  ['?administration=9&location=2001', ['wizard:unknownAdministration']],
  ['?administration=1001&location=9', ['wizard:unknownLocation']],
  ['?administration=8&location=9', ['wizard:unknownAdministration', 'wizard:unknownLocation']],
  ['?administration=1001&location=2002', ['wizard:foreignLocation']],
])('rejects the wizard address "%s"', async (query, keys) => {
  const { opening, start } = setUp(query)
  await start()
  expect(opening.$opening.get()).toEqual({
    status: 'unusable',
    messages: keys.map((key) => ({ key })),
    flow: 'connect',
  })
})

test.each([
  ['administration and location', '', 9],
  ['the location', '/api/locations/location/2001', 1001],
])(
  'shows a new place of this browser although the service cannot read %s yet',
  async (_, path, administration) => {
    const location = administration === 9 ? 9 : 2001
    const there = setUp(`?administration=${administration}&location=${location}`)
    if (path) await sandbox.fail('GET', path, 404)
    const place = {
      administration: { id: administration, name: 'Nieuwe Zaak', country_code: 'NL' },
      location: { id: location, name: 'Hoofdwinkel' },
    }
    const changes = { place, replacesAnother: false, isHandedOver: true }
    await there.noteKey({ administration, location }, changes)
    await there.start()
    expect(there.states[1]).toMatchObject({
      status: 'waiting',
      approval: { isHandedOver: true },
      place: {
        location: place.location,
        ...(path === '' && { administration: place.administration }),
      },
    })
    expect(there.opening.$isHidden.get()).toBe(true)
  },
)

test('opens a location without the id of its administration', async () => {
  const path = '/api/locations/location/{id}'
  for (const location of [{}, { administration_id: null }]) {
    const body = { id: 2007, name: 'Slijterij', ...location }
    await sandbox.strikeNext('GET', path, { kind: 'answer', body })
    const { opening, start } = setUp(confirmed)
    await start()
    expect(opening.$opening.get()).toMatchObject({
      status: 'connected',
      wizard: { place: { location: { name: 'Slijterij' } } },
    })
  }
})

test('waits for a coupling with growing pauses for two minutes, then offers to continue', async () => {
  const { states, start, environment } = setUp(unconfirmed)
  await start()
  expect(environment.pauses.slice(0, 6)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
  const waited = environment.pauses.reduce((sum, pause) => sum + pause, 0)
  expect(waited).toBeGreaterThan(100_000)
  expect(waited).toBeLessThanOrEqual(120_000)
  expect(states.map(({ status }) => status)).toContain('waiting')
  expect(states.at(-1)).toMatchObject({ status: 'unconfirmed', place: { location: { id: 2001 } } })
})

describe('waiting for a coupling', () => {
  const path = '/api/snelstart/company'
  const absent = { kind: 'status', status: 404 } as const
  async function thenStrikes(fault: InjectedFault['fault'], times?: number) {
    await sandbox.strikeNext('GET', path, absent)
    await sandbox.injectFault({ method: 'GET', path, ...(times && { times }), fault })
  }

  test.each([
    ['a single 500', { kind: 'status', status: 500 }, 1],
    ['a burst of 503', { kind: 'status', status: 503 }, 9],
    ['429', { kind: 'status', status: 429 }, 6],
    ['502', { kind: 'html', status: 502 }, 6],
    ['no connection', { kind: 'drop' }, 6],
    ['HTML instead of JSON', { kind: 'html' }, 2],
  ] as const)(
    'keeps waiting for the coupling after a failed check: %s',
    async (_, fault, times) => {
      await thenStrikes(fault, times)
      const { states, start, environment } = setUp(confirmed)
      await start()
      expect(states.map(({ status }) => status)).toEqual(['loading', 'waiting', 'connected'])
      expect(environment.logged).toContain('the coupling could not be looked at')
    },
  )

  test('shows after two minutes that the last lookup of the coupling failed', async () => {
    await thenStrikes({ kind: 'status', status: 500 })
    const { states, start, environment } = setUp(unconfirmed)
    await start()
    expect(states.at(-1)).toMatchObject({
      status: 'unconfirmed',
      failure: { key: 'failure:messages', trace: { result: 'status 500' } },
    })
    const waited = environment.pauses.reduce((sum, pause) => sum + pause, 0)
    expect(waited).toBeGreaterThan(100_000)
  })

  test('fails at once if the user has no access to the coupling', async () => {
    await thenStrikes({ kind: 'status', status: 403 })
    const { opening, start, environment } = setUp(unconfirmed)
    await start()
    expect(opening.$opening.get()).toMatchObject({
      status: 'failed',
      detail: { trace: { result: 'status 403' } },
    })
    expect(environment.pauses).toEqual([1000])
  })

  test.each([
    [new SessionEndedError('over'), 'failed'],
    [new SessionError('no token now'), 'connected'],
  ] as const)(
    'stops waiting when the session is over and continues without a token: %s',
    async (error, status) => {
      await sandbox.strikeNext('GET', path, absent)
      let isWaiting = false
      const { opening, start } = setUp(confirmed, 'wizard', () => {
        if (!isWaiting) return sandbox.token('reseller@koppelpunt.test')
        isWaiting = false
        return Promise.reject(error)
      })
      opening.$opening.listen((state) => {
        isWaiting = state.status === 'waiting'
      })
      await start()
      expect(opening.$opening.get().status).toBe(status)
    },
  )
})

test('stops waiting for the coupling when the user leaves the page', async () => {
  const { opening } = setUp(unconfirmed)
  const starting = opening.start()
  opening.stop()
  await starting
  expect(opening.$opening.get()).toEqual({ status: 'loading' })
})

test.each([
  ['wizard', null, 'connect'],
  ['wizard', 2001, 'boarding'],
  ['wizard', '2001', 'boarding'],
  ['wizard', 2002, 'connect'],
  ['polaris', null, 'boarding'],
] as const)(
  'chooses the screen on which a coupling restarts: page /%s, created location %s, restart on /%s',
  async (variant, boarded, flow) => {
    const { opening, start, written } = setUp(unconfirmed, variant)
    if (boarded !== null)
      recordBoardedCustomer(written, { administration: 1001, location: boarded })
    await start()
    expect(opening.$opening.get()).toMatchObject({ status: 'unconfirmed', flow })
  },
)

test('preselects the location when a coupling of /connect restarts, also for polaris users', async () => {
  const there = setUp(unconfirmed, 'polaris')
  there.written.record(getKeyWriteName(webApplicationLocation), {}, { id: 'sleutel' })
  expect(await restart(there)).toMatchObject({ flow: 'connect' })
  expect(openConnectDraft(there.portal).read()).toMatchObject({
    administration: { id: 1001, name: 'Oefenwinkel Noord', country_code: 'NL' },
    location: { id: 2001, name: 'Winkel Noord' },
  })
})

test.each(['boarding', 'connect'] as const)(
  'deletes the stored key when the user restarts a coupling of the %s screen',
  async (flow) => {
    const there = setUp(unconfirmed)
    const { portal, written } = there
    const name = getKeyWriteName(webApplicationLocation)
    if (flow === 'boarding') recordBoardedCustomer(written, webApplicationLocation)
    else written.record(name, {}, { id: 'sleutel' })
    await there.noteKey(webApplicationLocation, { replacesAnother: false })
    expect(await restart(there)).toMatchObject({ flow })
    expect(written.lastBody(name)).toBeNull()
    await expect.poll(() => readPendingKeys(portal)).toEqual([])
  },
)

test('remembers the location of a new customer until the coupling is confirmed', async () => {
  const there = setUp(unconfirmed)
  const { opening, start, written } = there
  recordBoardedCustomer(written, webApplicationLocation)
  await restart(there)
  await start()
  expect(opening.$opening.get()).toMatchObject({ status: 'unconfirmed', flow: 'boarding' })
  await sandbox.connectKey({ administration_id: 1001, location_id: 2001 })
  await start()
  expect(opening.$opening.get()).toMatchObject({ status: 'connected' })
  expect(written.isAnswered(getBoardingWriteName('location'))).toBe(false)
})

test('keeps a key with an unknown outcome when the coupling restarts', async () => {
  const there = setUp(unconfirmed)
  const { environment, written } = there
  const name = getKeyWriteName(webApplicationLocation)
  const left = { idempotencyKey: 'id-0', request: '{"body":{}}' }
  const key = `${tabKeyPrefix}${testUser}:write:${name}`
  environment.tabStorage.setItem(key, JSON.stringify(left))
  await restart(there)
  expect(written.lastBody(name)).toEqual({})
})

test.each([
  ['the key of this browser', true, (inUse: string) => inUse, false],
  ['another key than the key of this browser', false, () => 'another', false],
  ['a key that a pending key will replace', true, () => 'another', true],
])('opens a confirmed coupling with %s', async (_, replacesAnother, keyOf, awaitsNewKey) => {
  const { portal, start, noteKey, hasNewKey } = setUp(confirmed)
  const inUse = (await sandbox.rows('keys')).find((each) => each.location_id === 2007)
  const pendingKey = await noteKey(liquorLocation, {
    key: keyOf(String(inUse?.id)),
    replacesAnother,
  })
  await start()
  expect(hasNewKey()).toBe(awaitsNewKey)
  expect(await readPendingKeys(portal)).toEqual(awaitsNewKey ? [pendingKey] : [])
})

test('hides a new key after the user removes the key from the browser', async () => {
  const { portal, opening, start, noteKey } = setUp(confirmed)
  await noteKey(liquorLocation)
  await start()
  const state = opening.$opening.get()
  if (state.status === 'connected') state.newKey?.forget()
  expect(opening.$opening.get()).toMatchObject({ status: 'connected', newKey: null })
  await expect.poll(() => readPendingKeys(portal)).toEqual([])
})

test.each([true, false])(
  'if the settings contain no key, keeps only a handed-over pending key (handed over: %s)',
  async (isHandedOver) => {
    const body = { snelstart_administratie_identifier: 'a', api_key: null }
    await sandbox.answer('GET', '/api/snelstart/company', body)
    const { portal, start, noteKey, hasNewKey } = setUp(confirmed)
    await noteKey(liquorLocation, isHandedOver ? { isHandedOver } : {})
    await start()
    expect(hasNewKey()).toBe(isHandedOver)
    expect(await readPendingKeys(portal)).toHaveLength(isHandedOver ? 1 : 0)
  },
)

test('remembers an opened location for Home only if its administration exists', async () => {
  const first = setUp(confirmed)
  await first.start()
  expect(await readRecentPlaces(first.portal)).toMatchObject([
    { administration: 1006, location: 2007 },
  ])
  const second = setUp('?administration=9999&location=2007')
  await second.start()
  expect(await readRecentPlaces(second.portal)).toEqual([])
})

test('offers /boarding instead of /connect if a polaris address is invalid', async () => {
  const { opening, start } = setUp('', 'polaris')
  await start()
  expect(opening.$opening.get()).toMatchObject({ status: 'unusable', flow: 'boarding' })
})

test('shows that another tab has the wizard open', async () => {
  const [page, token] = [createLocks(), () => sandbox.token('reseller@koppelpunt.test')]
  const here = setUp(confirmed, 'wizard', token, page())
  await here.start()
  expect(here.opening.$isElsewhere.get()).toBe(false)
  const there = setUp(confirmed, 'wizard', token, page())
  await there.start()
  expect(there.opening.$isElsewhere.get()).toBe(true)
  await here.start()
  expect(here.opening.$isElsewhere.get()).toBe(false)
})
