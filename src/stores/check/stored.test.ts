import { describe, expect } from 'vitest'
import { createProductChoice } from '../../../test/builders.ts'
import { prepareAnswerChange, createCheckPortal } from '../../../test/open-check.ts'
import {
  cheeseShopLocation,
  changeAnswers,
  toggleProductSync,
  liquorLocation,
  openWizard,
  acceptOrCreateLedgers,
  webApplicationLocation,
  listWizardWrites,
} from '../../../test/open-wizard.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import { createStoredSetup } from './stored.ts'
import { createMemoryStorage } from '../../lib/environment.ts'

const ledgerList = '/api/snelstart/journals/grootboeken/list'

async function openStored(place: PlaceIds = liquorLocation, sharedStorage = createMemoryStorage()) {
  const environment = createTestEnvironment('http://localhost:4321/check', { sharedStorage })
  const portal = await createCheckPortal(sandbox, environment)
  const store = createStoredSetup(portal, place, 'report', { isMessageKey: () => true })
  await store.load()
  return { store, environment }
}

async function readReport(...options: Parameters<typeof openStored>) {
  const { store, environment } = await openStored(...options)
  const state = store.$stored.get()
  if (state.status !== 'report') throw new Error(`It is ${state.status}`)
  expect(state.document.at).toBe(environment.now())
  return state.document
}

test('reads the stored settings with names and functions of their ledgers', async () => {
  const document = await readReport()
  expect(document).toMatchObject({
    administration: 'Oefenslijterij Compleet (BE)',
    administrationId: '1006',
    locationId: '2007',
  })
  expect(document).not.toHaveProperty('lastAt')
  expect(document.imports).toBeUndefined()
  expect(document.ledgers.map(({ number, origin }) => `${number} ${origin}`)).toEqual([
    ...['2200 named', '2210 named', '2220 named', '2050 named'],
    ...['7980 named', '4752 named', '8040 named'],
  ])
  expect(document.ledgers[0]).toMatchObject({
    description: 'Contante betalingen kassa',
    function: 'ContanteBetaling',
  })
  expect(document.settings).toEqual(
    expect.arrayContaining([
      { label: 'wizard:ledgerCash', value: '2200 Contante betalingen kassa' },
      { label: 'wizard:syncProducts', value: true },
      { label: 'wizard:walkIn', value: '-2 Klant onbekend' },
      { label: 'wizard:priceDecimals', value: '3' },
    ]),
  )
  const labels = document.settings.map(({ label }) => label)
  expect(labels).not.toContain('wizard:emballageProduct')
  expect(await listWizardWrites()).toEqual([])
})

test('reports that the default ledger for cash differences no longer exists in SnelStart', async () => {
  const alter = await prepareAnswerChange(sandbox, ledgerList, liquorLocation)
  await alter((all: { nummer: string }[]) => all.filter(({ nummer }) => nummer !== '4752'))
  const { ledgers } = await readReport()
  expect(ledgers.filter(({ origin }) => origin === 'gone')).toMatchObject([{ number: '4752' }])
})

describe('report compared with the last report of this browser', () => {
  async function completed(place = liquorLocation) {
    const opened = await openWizard({ ...place, flags: ['skip_final_redirect'] })
    await acceptOrCreateLedgers(opened.setup)
    toggleProductSync(opened.setup)
    const chosen = { id: 1, name: 'Krat', sku_code: 'KRAT' }
    changeAnswers(opened.setup, { emballage_product: createProductChoice({ chosen }) })
    await opened.setup.submitting.submit()
    await sandbox.clearRequests()
    return opened.environment.sharedStorage
  }
  async function alterLedgers() {
    const alter = await prepareAnswerChange(sandbox, ledgerList, liquorLocation)
    await alter((ledgers: { nummer: string }[]) =>
      ledgers.flatMap((ledger) => {
        if (ledger.nummer === '2210') return []
        const isCash = ledger.nummer === '2200'
        return isCash ? { ...ledger, omschrijving: 'Kas', grootboekfunctie: 'Diversen' } : ledger
      }),
    )
  }
  const changedIn = ({ settings, ledgers }: Awaited<ReturnType<typeof readReport>>) => [
    ...settings.filter(({ now }) => now?.isChanged).map(({ label }) => label),
    ...ledgers
      .filter(({ origin }) => origin !== 'named')
      .map(({ number, origin }) => `${number} ${origin}`),
  ]

  test('marks no setting as changed if the settings equal the last report', async () => {
    const document = await readReport(liquorLocation, await completed())
    expect(document).toHaveProperty('lastAt')
    expect(changedIn(document)).toEqual([])
    expect(document.ledgers.map(({ number }) => number)).toContain('4752')
    expect(document.settings).toContainEqual({
      label: 'wizard:emballageProduct',
      value: 'Krat (KRAT)',
    })
  })

  test('does not mark the default relation -2 as changed if the settings name no relation', async () => {
    const document = await readReport(cheeseShopLocation, await completed(cheeseShopLocation))
    expect(document.settings).toContainEqual({
      label: 'wizard:walkIn',
      value: '-2 Klant onbekend',
      now: { value: '-2 Klant onbekend', isChanged: false },
    })
    expect(changedIn(document)).toEqual([])
  })

  test('ignores the last report if it belongs to another accounting administration', async () => {
    const storage = await completed()
    const alter = await prepareAnswerChange(sandbox, '/api/snelstart/company', liquorLocation)
    await alter((settings: object) => ({ ...settings, snelstart_administratie_identifier: '9' }))
    const document = await readReport(liquorLocation, storage)
    expect(document).not.toHaveProperty('lastAt')
    expect(document.settings.map(({ label }) => label)).not.toContain('wizard:emballageProduct')
  })

  test('marks settings and ledgers that have changed since the last report, with their previous values', async () => {
    const storage = await completed()
    const alter = await prepareAnswerChange(sandbox, '/api/snelstart/company', liquorLocation)
    await alter((settings: object) => ({ ...settings, price_decimals: 5 }))
    await alterLedgers()
    const document = await readReport(liquorLocation, storage)
    expect(changedIn(document)).toEqual([
      ...['wizard:ledgerCash', 'wizard:ledgerEft', 'wizard:priceDecimals'],
      ...['2200 changed', '2210 gone'],
    ])
    const decimals = { value: '5', now: { value: '3', isChanged: true } }
    expect(document.settings).toContainEqual({ label: 'wizard:priceDecimals', ...decimals })
    expect(await listWizardWrites()).toEqual([])
  })
})

test.each([
  ['coupled and not set up', cheeseShopLocation],
  ['not coupled', webApplicationLocation],
  ['unknown', { administration: 1006, location: 9999 }],
  ['of another administration', { administration: 1006, location: 2008 }],
])('shows no stored settings for a location that is %s', async (_, place) => {
  const { store } = await openStored(place)
  expect(store.$stored.get()).toEqual({ status: 'none', reason: 'check:storedNone' })
})

test.each([
  '/api/serials/serial/{id}',
  '/api/locations/location/{id}',
  '/api/snelstart/company',
  '/api/snelstart/company/info',
  '/api/snelstart/salesorder/template',
  ledgerList,
  '/api/snelstart/relations/{id}',
])(
  'shows that a read of the stored settings failed, and repeats the read on demand: %s',
  async (path) => {
    await sandbox.failNext('GET', path, 422)
    const { store } = await openStored()
    expect(store.$stored.get()).toMatchObject({ status: 'failed', detail: { trace: {} } })
    await store.load()
    expect(store.$stored.get().status).toBe('report')
    expect(await listWizardWrites()).toEqual([])
  },
)
