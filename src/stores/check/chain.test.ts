import { describe, expect } from 'vitest'
import * as z from 'zod/mini'
import { prepareAnswerChange } from '../../../test/open-check.ts'
import {
  cheeseShopLocation,
  changeAnswers,
  openWizard,
  openReadyWizard,
  acceptOrCreateLedgers,
  readStoredRecords,
  listWizardWrites,
} from '../../../test/open-wizard.ts'
import { waitForDialog } from '../../../test/portal.ts'
import { addLocation, addCoupledLocations as addShopsTo } from '../../../test/shops.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { FlagName } from '../shell/flags.ts'
import { SessionEndedError } from '../../lib/api/errors.ts'
import { accessUserValue } from '../../lib/remembered.ts'
import { listDueRows, isCopyTarget, type SettingsCopier, type LocationRow } from './chain.ts'
import { createStoredSetup } from './stored.ts'

const list = '/api/locations/location/list/all'
const company = '/api/snelstart/company'
const settingsPath = '/api/snelstart/company/{identifier}'
const relationImport = '/api/snelstart/relations/import'
const refused = { kind: 'status', status: 422 } as const
const { administration } = cheeseShopLocation

function addShops(count: number) {
  const names = Array.from({ length: count }, (_, at) => `Filiaal ${at + 1}`)
  return addShopsTo(sandbox, administration, names)
}

const stays = { flags: ['skip_final_redirect'] as const }

const ready = (options: Parameters<typeof openReadyWizard>[0] = {}) =>
  openReadyWizard({ ...stays, answers: { sync_relations: false }, ...options })
type Opened = Awaited<ReturnType<typeof ready>>

async function storeOf({ portal }: Pick<Opened, 'portal'>) {
  const store = createStoredSetup(portal, cheeseShopLocation, 'chain', { isMessageKey: () => true })
  await store.load()
  return store
}

async function chainOf(opened: Pick<Opened, 'portal'>): Promise<SettingsCopier> {
  const state = (await storeOf(opened)).$stored.get()
  if (state.status !== 'chain') throw new Error(`It is ${state.status}`)
  return state.chain
}

function chooseAll(chain: SettingsCopier): void {
  for (const row of chain.$rows.get()) if (isCopyTarget(row)) chain.choose(row, true)
}

/** Sets up the first location, then selects all other locations for copying its settings. */
async function openChosenChain(options: Parameters<typeof ready>[0] = {}) {
  const opened = await ready(options)
  await opened.setup.submitting.submit()
  const chain = await chainOf(opened)
  chooseAll(chain)
  return { ...opened, chain }
}

async function openShops(count: number, options: Parameters<typeof ready>[0] = {}) {
  const [one = 0, two = 0] = await addShops(count)
  return { ...(await openChosenChain(options)), one, two }
}

const rowAt = (chain: SettingsCopier, location: number): LocationRow => {
  const row = chain.$rows.get().find(({ place }) => place.location.id === location)
  if (!row) throw new Error(`No row of ${location}`)
  return row
}
function settableAt(chain: SettingsCopier, location: number) {
  const row = rowAt(chain, location)
  if (!isCopyTarget(row)) throw new Error(`It is ${row.status}`)
  return row
}
const statesOf = (chain: SettingsCopier) => chain.$rows.get().map(({ status }) => status)

const summaryLine = (chain: SettingsCopier, location: number, label: string) =>
  chain.summaryOf(settableAt(chain, location)).find((line) => line.label === label)

const refuseSettings = (location: number) =>
  sandbox.injectFault({
    method: 'POST',
    path: settingsPath,
    query: { location: String(location) },
    times: 1,
    fault: refused,
  })

const storedSettings = async (location: number) =>
  (await readStoredRecords({ administration, location })).settings[0]?.settings

async function sentTo(location: number): Promise<string[]> {
  const { keys } = await readStoredRecords({ administration, location })
  const keyPath = `/api/snelstart/keys/${keys[0]?.id}`
  return (await sandbox.requests())
    .filter(({ method }) => method !== 'GET')
    .filter(({ path, query, body }) => {
      const { location_id: id } = Object(body) as { location_id?: unknown }
      return path === keyPath || query.location === String(location) || id === location
    })
    .map(({ method, path }) => `${method} ${path.replace(/\/[^/]*\d[^/]*$/, '/{id}')}`)
    .sort()
}

const each = ['POST /api/accounting/paymentledgers', 'POST /api/snelstart/company/{id}']

test('reads no other location when the wizard completes', async () => {
  const opened = await ready()
  await opened.setup.submitting.submit()
  expect(await sandbox.requests(list)).toEqual([])
  expect(await sandbox.requests(company)).toHaveLength(1)
})

test('offers to copy settings to coupled locations only and preselects none', async () => {
  await addLocation(sandbox, { administration, name: 'Oost' })
  await addShops(1)
  const opened = await ready()
  await opened.setup.submitting.submit()
  const rows = (await chainOf(opened)).$rows.get()
  expect(rows).toMatchObject([{ status: 'uncoupled' }, { status: 'offered', isChosen: false }])
  expect(listDueRows(rows)).toEqual([])
  expect(opened.dialogs).toEqual(['wizard:startImport'])
})

const answer = (path: string, body: unknown) => sandbox.answer('GET', path, body)
const newPrices = {
  aantal_decimalen_artikelprijzen: 4,
  verkoopprijs_artikelbestand_exclusief_btw: true,
}
const ledgerList = '/api/snelstart/journals/grootboeken/list'

test.each([
  ['/api/snelstart/company/info', newPrices],
  [ledgerList, []],
])(
  'does not offer to copy settings that the wizard would now save differently (changed: %s)',
  async (path, body) => {
    await addShops(1)
    const opened = await ready()
    await opened.setup.submitting.submit()
    await answer(path, body)
    const { $stored } = await storeOf(opened)
    expect($stored.get()).toEqual({ status: 'none', reason: 'check:chainUnsaved' })
    expect(await sandbox.requests(list)).toEqual([])
  },
)

test.each([null, ''])('copies no settings in which a ledger is %j', async (unset) => {
  const [one = 0] = await addShops(1)
  const opened = await ready()
  await opened.setup.submitting.submit()
  for (const [location, number] of [
    [cheeseShopLocation.location, unset],
    [one, '8040'],
  ] as const) {
    const alter = await prepareAnswerChange(sandbox, company, { administration, location })
    await alter((stored: object) => ({ ...stored, default_emballage_ledger: number }))
  }
  const { $stored } = await storeOf(opened)
  expect($stored.get()).toEqual({ status: 'none', reason: 'check:chainUnsaved' })
})

test('sends nothing if a ledger to copy no longer exists', async () => {
  const { chain, one, dialogs } = await openShops(1)
  await answer(ledgerList, [])
  await chain.run()
  expect(dialogs).toEqual(['wizard:startImport', 'check:chainSourceChanged'])
  expect(await sentTo(one)).toEqual([])
  expect(statesOf(chain)).toEqual(['offered'])
  expect(chain.$state.get().status).toBe('choosing')
})

test('saves changed prices to other locations only after the user has seen the prices', async () => {
  const { chain, one } = await openShops(1)
  await answer('/api/snelstart/company/info', newPrices)
  await chain.run()
  expect(rowAt(chain, one)).toMatchObject({ message: { key: 'wizard:changedElsewhere' } })
  expect(await sentTo(one)).toEqual([])
  expect(summaryLine(chain, one, 'wizard:priceDecimals')?.value).toBe('4')
  await chain.run()
  expect(rowAt(chain, one).status).toBe('done')
  expect(await storedSettings(one)).toMatchObject({ price_decimals: 4, rounded_prices: false })
})

test('copies no ledger that SnelStart refuses, and names the ledger', async () => {
  const [own = 0, none = 0] = await addShops(2)
  const theirs = { default_eft_payment_ledger: '1300', default_cash_payment_ledger: '1000' }
  const opened = await ready()
  await opened.setup.submitting.submit()
  const alter = await prepareAnswerChange(sandbox, ledgerList, cheeseShopLocation)
  await alter((ledgers: { nummer: string }[]) =>
    ledgers.map((ledger) => ({ ...ledger, nonactief: ledger.nummer === '2210' })),
  )
  const settings = await prepareAnswerChange(sandbox, company, { administration, location: own })
  await settings((stored: object) => ({ ...stored, ...theirs }))
  const chain = await chainOf(opened)
  expect(chain.refusedText).toBe('2210 Pinbetalingen')
  expect(statesOf(chain)).toEqual(['offered', 'ownLedger'])
  chain.choose(settableAt(chain, own), true)
  const rows = chain.summaryOf(settableAt(chain, own)).filter(({ now }) => now?.isChanged)
  const changed = rows.map(({ label }) => label)
  expect(changed).toContain('wizard:ledgerCash')
  expect(changed).not.toContain('wizard:ledgerEft')

  await sandbox.clearRequests()
  await chain.run()
  expect(settableAt(chain, own).status).toBe('done')
  const sent = (await listWizardWrites()).find(({ call }) => call.includes('/snelstart/company/'))
  expect(sent?.body).toMatchObject({ default_eft_payment_ledger: '1300' })
  const { paymentLedgers } = await readStoredRecords({ administration, location: own })
  expect(paymentLedgers).toMatchObject([{ cash_ledger: '2200', eft_ledger: '1300' }])
  expect(await sentTo(none)).toEqual([])
  expect(chain.endTexts({ isDryRun: false })).toContainEqual({
    key: 'check:chainNotCopied',
    parameters: { ledgers: '2210 Pinbetalingen' },
  })
})

describe('chain of eight locations, of which one has another accounting administration', () => {
  async function openEight() {
    const shops = await addShops(7)
    const [first = 0, failing = 0, foreign = 0, changed = 0, ...rest] = shops
    const alter = await prepareAnswerChange(sandbox, company, { administration, location: foreign })
    await alter((settings: object) => ({ ...settings, snelstart_administratie_identifier: '9' }))
    return { ...(await openChosenChain()), shops, first, failing, foreign, changed, rest }
  }

  /** Copies settings while the service refuses one location and another user changes a second one. */
  async function runEight() {
    const eight = await openEight()
    const theirs = await openWizard({
      ...{ administration, location: eight.changed, ...stays },
      agrees: (key) => key !== 'wizard:startImport',
      changes: { randomId: () => crypto.randomUUID() },
    })
    await acceptOrCreateLedgers(theirs.setup)
    changeAnswers(theirs.setup, { sync_products: false, sync_relations: true })
    await theirs.setup.submitting.submit()
    expect(theirs.setup.submitting.$lines.get().settings).toEqual({ status: 'ok' })
    await sandbox.clearRequests()
    await refuseSettings(eight.failing)
    await eight.chain.run()
    return eight
  }

  test('offers locations that are coupled with the same accounting administration', async () => {
    const { chain, first, foreign } = await openEight()
    const states = statesOf(chain)
    expect(states.splice(2, 1)).toEqual(['otherBook'])
    expect(new Set(states)).toEqual(new Set(['offered']))
    expect(listDueRows(chain.$rows.get())).toHaveLength(6)
    const { pathname, search } = chain.wizardOf(rowAt(chain, foreign))
    expect(pathname + search).toBe(`/wizard?administration=${administration}&location=${foreign}`)
    expect(await sandbox.requests(list)).toHaveLength(1)
    // The wizard and the copy both read the first location. Only the copy reads the other seven.
    expect(await sandbox.requests(company)).toHaveLength(2 + 7)
    const cash = summaryLine(chain, first, 'wizard:ledgerCash')
    expect(cash).toMatchObject({ value: '2200 Contante betalingen', now: { value: null } })
  })

  test('saves the other locations if one location is refused and one has changed', async () => {
    const { chain, dialogs, first, failing, foreign, changed } = await runEight()
    expect(statesOf(chain)).toEqual([
      ...['done', 'failed', 'otherBook', 'failed', 'done', 'done', 'done'],
    ])
    const failed = settableAt(chain, failing)
    expect(failed.message).toBeNull()
    const message = { trace: { call: `POST ${settingsPath.slice(4)}` } }
    expect(failed.saving.$lines.get()).toMatchObject({
      settings: { status: 'error', message },
      payment_ledgers: { status: 'ok' },
      key: { status: 'ok' },
    })
    expect(settableAt(chain, changed).message).toEqual({ key: 'wizard:changedElsewhere' })
    const sync = summaryLine(chain, changed, 'wizard:syncProducts')
    expect(sync).toMatchObject({ value: true, now: { value: false, isChanged: true } })
    expect(await sentTo(changed)).toEqual([])
    expect(await sentTo(foreign)).toEqual([])
    expect(await sentTo(first)).toEqual(each)
    // Every save reads the location and the source location again.
    expect(await sandbox.requests(company)).toHaveLength(2 * 6)
    expect(dialogs).toEqual(['wizard:startImport'])
  })

  test('saves failed and changed locations on demand and then starts the imports', async () => {
    const { chain, dialogs, environment, shops, ...eight } = await runEight()
    const { first, failing, foreign, changed, rest } = eight
    await sandbox.clearRequests()
    await chain.retry(settableAt(chain, failing), 'settings')
    expect(await sentTo(failing)).toEqual(['POST /api/snelstart/company/{id}'])
    expect(await listWizardWrites()).toHaveLength(1)
    expect(settableAt(chain, failing).status).toBe('done')
    expect(chain.$state.get().status).toBe('choosing')
    await sandbox.clearRequests()
    await chain.run()
    expect(dialogs).toEqual(['wizard:startImport', 'wizard:startImport'])
    expect(chain.$state.get().status).toBe('done')

    for (const location of [cheeseShopLocation.location, first, failing, changed, ...rest]) {
      expect(await storedSettings(location)).toMatchObject({
        default_cash_payment_ledger: '2200',
        sync_product: true,
        sync_relation: false,
      })
      const { paymentLedgers } = await readStoredRecords({ administration, location })
      expect(paymentLedgers).toMatchObject([{ cash_ledger: '2200', location_id: location }])
    }
    expect(await storedSettings(foreign)).toBeUndefined()
    const imports = (await sandbox.requests()).filter(({ path }) => path.endsWith('/import'))
    expect(imports.map(({ query }) => query.location ?? 'all').sort()).toEqual(
      ['all', ...shops.filter((id) => id !== foreign)].map(String).sort(),
    )
    expect(JSON.stringify(environment.loggedDetails)).not.toContain('Filiaal')
  })
})

describe('one location of a chain', () => {
  test('saves nothing to a location with another accounting administration', async () => {
    const { dialogs, chain, one: shop } = await openShops(1)
    const alter = await prepareAnswerChange(sandbox, company, { administration, location: shop })
    await alter((settings: object) => ({ ...settings, snelstart_administratie_identifier: '9' }))
    await chain.run()
    expect(statesOf(chain)).toEqual(['otherBook'])
    expect(await sentTo(shop)).toEqual([])
    expect(chain.$state.get().status).toBe('choosing')
    expect(dialogs).toEqual(['wizard:startImport'])
  })

  test('saves other locations although one location cannot be read', async () => {
    const [one = 0, two = 0] = await addShops(2)
    const query = { location: String(one) }
    await sandbox.injectFault({ method: 'GET', path: company, query, fault: refused })
    const { chain } = await openChosenChain()
    expect(statesOf(chain)).toEqual(['unread', 'offered'])
    await chain.run()
    expect(statesOf(chain)).toEqual(['unread', 'done'])
    await sandbox.clearFaults()
    await chain.readAgain(rowAt(chain, one))
    expect(statesOf(chain)).toEqual(['offered', 'done'])
    await chain.run()
    expect(chain.$state.get().status).toBe('done')
    expect(await sentTo(two)).toEqual(each)
  })

  test('saves nothing to a location that is deselected during a save', async () => {
    const { chain, one, two } = await openShops(2)
    await sandbox.delay('POST', settingsPath, 300)
    const running = chain.run()
    await expect.poll(() => settableAt(chain, one).status).toBe('busy')
    chain.choose(settableAt(chain, two), false)
    await running
    expect(await sentTo(two)).toEqual([])
    expect(chain.$state.get().status).toBe('done')
  })
})

test('after a reload, saves the remaining locations and creates no duplicates', async () => {
  const { chain: before, environment, one, two } = await openShops(2, { header: '' })
  await refuseSettings(two)
  await before.run()

  const again = await openWizard({ ...stays, environment, header: '' })
  const chain = await chainOf(again)
  expect(statesOf(chain)).toEqual(['offered', 'offered'])
  chooseAll(chain)
  const changesAt = (location: number) =>
    chain.summaryOf(settableAt(chain, location)).filter(({ now }) => now?.isChanged).length
  expect(changesAt(one)).toBe(0)
  expect(changesAt(two)).toBeGreaterThan(0)
  await chain.run()
  expect(chain.$state.get().status).toBe('done')
  for (const location of [cheeseShopLocation.location, one, two]) {
    const { paymentLedgers, settings } = await readStoredRecords({ administration, location })
    expect([paymentLedgers.length, settings.length]).toEqual([1, 1])
  }
})

test('finishes the pending location and starts no other after dry_run is switched on', async () => {
  const flags: FlagName[] = [...stays.flags]
  const { chain, dialogs, one, two } = await openShops(2, { flags })
  await sandbox.delay('POST', settingsPath, 300)
  const running = chain.run()
  await expect.poll(() => sentTo(one)).toEqual(each)
  flags.push('dry_run')
  await running
  expect(statesOf(chain)).toEqual(['done', 'tried'])
  expect(await sentTo(one)).toEqual(each)
  expect(await sentTo(two)).toEqual([])
  expect(dialogs).toEqual(['wizard:startImport'])
})

test('keeps the count of saved locations in a later dry run', async () => {
  const flags: FlagName[] = [...stays.flags]
  const { portal, chain, two } = await openShops(2, { flags })
  await refuseSettings(two)
  await chain.run()
  expect(statesOf(chain)).toEqual(['done', 'failed'])
  flags.push('dry_run')
  await sandbox.clearRequests()
  const dialog = waitForDialog(portal)
  await chain.leave()
  expect((await dialog).before).toEqual([{ key: 'check:chainEndOne', parameters: { count: '1' } }])
  expect(chain.$state.get()).toMatchObject({
    status: 'importFailed',
    message: { key: 'wizard:notStartedDryRun' },
  })
  expect(await sandbox.requests(relationImport)).toEqual([])
})

test('copies settings to no further location after the session has ended', async () => {
  const { portal, dialogs, chain, two } = await openShops(2)
  await sandbox.clearRequests()
  const over = () => Promise.reject(new SessionEndedError('over'))
  Object.assign(portal.session, { tokenInsteadOf: over })
  await sandbox.fail('POST', settingsPath, 401)
  await chain.run()
  expect(statesOf(chain)).toEqual(['failed', 'offered'])
  expect(await sentTo(two)).toEqual([])
  expect(dialogs).toEqual(['wizard:startImport'])
  await sandbox.clearFaults()
  await chain.run()
  expect(chain.$state.get().status).toBe('done')
})

test('reads the first twenty locations at once and further locations on demand', async () => {
  const body = Array.from({ length: 25 }, (_, at) => ({ id: 3000 + at, name: `Filiaal ${at}` }))
  await sandbox.answer('GET', list, body)
  const { chain } = await openChosenChain()
  expect(statesOf(chain).filter((status) => status === 'idle')).toHaveLength(5)
  await sandbox.clearRequests()
  await chain.readMore()
  expect(await sandbox.requests(company)).toHaveLength(5)
})

test('shows that the list of locations failed to load, and reloads the list on demand', async () => {
  await addShops(1)
  const opened = await ready()
  await opened.setup.submitting.submit()
  await sandbox.strikeNext('GET', list, refused)
  const store = await storeOf(opened)
  expect(store.$stored.get()).toMatchObject({ status: 'failed', detail: { trace: {} } })
  await store.load()
  expect(store.$stored.get()).toMatchObject({ status: 'chain' })
})

test('retries a refused import only at the location whose import failed', async () => {
  const { chain, two } = await openShops(2)
  const query = { location: String(two) }
  const fault = { method: 'GET', path: relationImport, query, times: 1, fault: refused } as const
  await sandbox.injectFault(fault)
  await chain.run()
  expect(chain.$state.get()).toMatchObject({
    status: 'importFailed',
    failed: ['relations'],
    imports: { products: 'started', relations: 'unknown' },
  })
  await sandbox.clearRequests()
  await chain.retryImports()
  const started = (await sandbox.requests(relationImport)).map(({ query }) => query.location)
  expect(started).toEqual([String(two)])
  expect(chain.$state.get().status).toBe('done')
})

test('shows the imports of all locations as not started if the user declines the imports', async () => {
  const { chain } = await openShops(2, { agrees: (key) => key !== 'wizard:startImport' })
  await chain.run()
  expect(chain.$state.get()).toMatchObject({
    status: 'done',
    imports: { products: 'notStarted', relations: 'notStarted' },
  })
  expect(await sandbox.requests(relationImport)).toEqual([])
})

test.each([
  ['started', 'wizard:importRelationsLast', /^2 januari 2026/],
  ['unknown', 'wizard:importRelationsPerhaps', /^1 januari 2026/],
])(
  'the import question prefers an import with an unknown outcome to a later import (older import: %s)',
  async (older, key, time) => {
    const { chain, portal, one, two } = await openShops(2)
    for (const [location, day, outcome] of [
      [one, 2, 'started'],
      [two, 1, older],
    ] as const) {
      const place = { administration, location }
      const record = await accessUserValue(portal, 'imports', z.unknown(), place)
      const relations = { at: new Date(2026, 0, day).getTime(), outcome }
      record.write({ isAnswered: true, products: null, relations })
    }
    const question = waitForDialog(portal)
    await chain.run()
    expect((await question).about?.at(-1)).toEqual({
      key,
      parameters: { time: expect.stringMatching(time) as string },
    })
  },
)
