import { describe, expect } from 'vitest'
import { prepareAnswerChange } from '../../../../test/open-check.ts'
import {
  cheeseShopLocation,
  changeAnswers,
  waitForWizard,
  createManualClock,
  liquorLocation,
  toggleProductSync,
  openWizard,
  openReadyWizard,
  readStoredRecords,
  listWizardWrites,
  acceptLedger,
  chooseRelation,
} from '../../../../test/open-wizard.ts'
import { fakeSettingsResponse } from '../../../../test/shops.ts'
import { sandbox, test } from '../../../../test/test.ts'
import { pageLeaveTimeout } from '../../../lib/limits.ts'

const settingsPath = '/api/snelstart/company/{identifier}'
const paymentPath = '/api/accounting/paymentledgers'
const delay = { kind: 'delay', milliseconds: 300 } as const
const refused = { kind: 'status', status: 422 } as const
const idle = { status: 'idle' }

const stays = (place = cheeseShopLocation, options: Parameters<typeof openReadyWizard>[0] = {}) =>
  openReadyWizard({
    ...{ ...place, ...options },
    flags: ['skip_final_redirect'],
    agrees: (key) => key !== 'wizard:startImport',
    changes: { randomId: () => crypto.randomUUID() },
  })

type Opened = Awaited<ReturnType<typeof openReadyWizard>>

test('sends nothing if an order template is missing', async () => {
  const { setup, dialogs } = await openReadyWizard({ application: 'desktop', usesStock: true })
  changeAnswers(setup, { register_order_template: null })
  await setup.submitting.submit()
  expect(dialogs).toEqual(['form:incomplete'])
  expect(await listWizardWrites()).toEqual([])
})

const all = 4

describe('second submit', () => {
  test('sends each write once if the user submits twice', async () => {
    const { setup, dialogs } = await openReadyWizard()
    const { $isBusy, submit } = setup.submitting
    const first = submit()
    expect($isBusy.get()).toBe(true)
    await Promise.all([first, submit()])
    expect($isBusy.get()).toBe(false)
    expect(dialogs).toEqual(['wizard:startImport'])
    expect(await listWizardWrites()).toHaveLength(all)
  })

  test('tells the user on a second submit that the saves are pending', async () => {
    const { setup, dialogs } = await openReadyWizard()
    await sandbox.delay('POST', settingsPath, 300)
    const first = setup.submitting.submit()
    await expect.poll(() => setup.submitting.$lines.get().settings.status).toBe('loading')
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:stillSending'])
    await first
    expect(dialogs).toEqual(['wizard:stillSending', 'wizard:startImport'])
    expect(await listWizardWrites()).toHaveLength(all)
  })

  test('ignores a second submit while the browser is leaving the page', async () => {
    const clock = createManualClock()
    const { setup, dialogs, environment } = await openReadyWizard({
      changes: { wait: clock.wait },
      agrees: (key) => key !== 'wizard:startImport',
    })
    clock.advance(pageLeaveTimeout)
    const first = setup.submitting.submit()
    await expect.poll(() => environment.visited).toHaveLength(1)
    changeAnswers(setup, { sync_products: true, sync_relations: true })
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:startImport'])
    expect(await listWizardWrites()).toHaveLength(2)
    clock.advance(pageLeaveTimeout)
    await first
  })

  test('ignores a second submit while a failed import is repeated', async () => {
    const { setup, dialogs } = await openReadyWizard()
    const path = '/api/snelstart/product/import'
    await sandbox.strikeNext('GET', path, refused)
    await setup.submitting.submit()
    await sandbox.injectFault({ method: 'GET', path, fault: delay })
    const again = setup.submitting.retryImports()
    const { submit, retryImports, goOn } = setup.submitting
    await Promise.all([submit(), retryImports(), goOn()])
    await again
    expect(dialogs).toEqual(['wizard:startImport'])
    expect((await readStoredRecords()).imports).toEqual(['products', 'relations'])
  })
})

test('asks only once whether to start the imports if two failed lines are retried', async () => {
  const { setup, dialogs, environment } = await openReadyWizard()
  for (const path of [settingsPath, '/api/accounting/paymentledgers'])
    await sandbox.strikeNext('POST', path, refused)
  await setup.submitting.submit()
  expect(dialogs).toEqual([])
  await Promise.all([
    setup.submitting.retry('settings'),
    setup.submitting.retry('settings'),
    setup.submitting.retry('payment_ledgers'),
  ])
  expect(dialogs).toEqual(['wizard:startImport'])
  expect(environment.visited).toHaveLength(1)
  expect(await listWizardWrites()).toHaveLength(all + 2)
})

test('saves everything although the user retries a failed line during the submit', async () => {
  const { setup } = await stays()
  for (const path of [settingsPath, paymentPath]) await sandbox.strikeNext('POST', path, refused)
  await setup.submitting.submit()
  await Promise.all([setup.submitting.submit(), setup.submitting.retry('payment_ledgers')])
  expect(setup.submitting.$lines.get()).toMatchObject({
    settings: { status: 'ok' },
    payment_ledgers: { status: 'ok' },
  })
})

test('sends nothing if a ledger or the relation is missing', async () => {
  const { setup } = await openReadyWizard()
  await setup.ledgers.cash.choose('9999')
  await sandbox.clearRequests()
  await setup.submitting.submit()
  await setup.ledgers.cash.choose('1000')
  await setup.submitting.submit()
  setup.ledgers.cash.accept()
  setup.relation.input('')
  await setup.submitting.submit()
  expect(await listWizardWrites()).toEqual([])
})

const saved = ['POST /snelstart/company/{id}']
const ledgers = 'PUT /accounting/paymentledgers/{id}'

async function halfSaved(
  method: 'POST' | 'PUT',
  path: string,
  choose?: ((act: Opened) => unknown) | null,
) {
  const mine = await stays()
  await choose?.(mine)
  await sandbox.strikeNext(method, path, refused)
  await mine.setup.submitting.submit()
  return mine
}

async function elsewhere(choose: (act: Opened) => unknown): Promise<void> {
  const theirs = await stays()
  await choose(theirs)
  await theirs.setup.submitting.submit()
}

async function sentBy({ setup }: Opened): Promise<string[]> {
  await sandbox.clearRequests()
  await setup.submitting.submit()
  return (await listWizardWrites())
    .map(({ call }) => call.replace(/\/[^/]*\d[^/]*$/, '/{id}'))
    .sort()
}

const synchronise = ({ setup }: Opened) =>
  changeAnswers(setup, { sync_products: false, sync_relations: false })

const relation =
  (code: string) =>
  ({ setup }: Opened) =>
    chooseRelation(setup, code)

const cashInTheTill = ({ setup }: Opened) => acceptLedger(setup, 'cash', '1000')

describe('saved choices that another user changed', () => {
  test.each([
    ['settings', paymentPath, null, synchronise, { settings: idle }, saved],
    [
      'the walk-in relation',
      paymentPath,
      relation('100'),
      relation('-2'),
      { key: idle },
      ['PUT /snelstart/keys/{id}'],
    ],
    [
      'an unchanged relation',
      paymentPath,
      null,
      relation('100'),
      { key: idle },
      ['PUT /snelstart/keys/{id}'],
    ],
    [
      'payment ledgers and settings',
      settingsPath,
      null,
      cashInTheTill,
      { payment_ledgers: idle },
      [...saved, ledgers],
    ],
  ] as const)(
    'shows the change of another user and then sends %s again',
    async (_, path, mine, theirs, lines, sent) => {
      const opened = await halfSaved('POST', path, mine)
      const { setup, dialogs } = opened
      const code = setup.relation.$code.get()
      await elsewhere(theirs)
      expect(await sentBy(opened)).toEqual([])
      expect(dialogs).toEqual(['wizard:changedElsewhere'])
      expect(setup.submitting.$lines.get()).toMatchObject(lines)
      const [theirsStored] = (await readStoredRecords()).settings
      expect(setup.$settings.get()).toMatchObject(theirsStored?.settings ?? {})

      expect(await sentBy(opened)).toEqual(sent)
      const { settings, paymentLedgers, keys, relations } = await readStoredRecords()
      expect(settings[0]?.settings).toMatchObject({ sync_product: true, sync_relation: true })
      expect(paymentLedgers).toMatchObject([{ cash_ledger: '2200' }])
      const walkIn = relations.find(({ relatiecode }) => relatiecode === code)
      if (sent.some((call) => call.includes('/keys/')))
        expect(keys[0]?.default_no_relation).toBe(walkIn?.id)
    },
  )

  test('does not overwrite the change of a second user when it repeats a write whose response was lost', async () => {
    const mine = await stays(liquorLocation)
    const lost = { kind: 'lost' } as const
    await sandbox.strikeNext('POST', settingsPath, lost)
    await mine.setup.submitting.submit()
    const theirs = await stays(liquorLocation)
    changeAnswers(theirs.setup, { sync_products: false })
    await theirs.setup.submitting.submit()
    const syncStored = async () =>
      (await readStoredRecords(liquorLocation)).settings[0]?.settings.sync_product
    await mine.setup.submitting.retry('settings')
    expect(mine.dialogs).toEqual(['wizard:changedElsewhere'])
    expect(await syncStored()).toBe(false)
    await mine.setup.submitting.retry('settings')
    expect(mine.setup.submitting.$lines.get().settings).toEqual({ status: 'ok' })
    expect(await syncStored()).toBe(true)
  })
})

describe('verification before a save', () => {
  const ledgerPath = '/api/snelstart/journals/grootboeken/{number}'
  const goneTests = [
    ['a ledger', ledgerPath, { kind: 'status', status: 404 }],
    ['the relation', '/api/snelstart/relations', { kind: 'answer', body: [] }],
    ['an order template', '/api/snelstart/salesorder/template', { kind: 'answer', body: [] }],
  ] as const
  const desktop = () => stays(liquorLocation, { application: 'desktop' })

  test.each(goneTests)('sends nothing if %s no longer exists', async (_, path, fault) => {
    const { setup, dialogs } = await desktop()
    toggleProductSync(setup)
    await sandbox.injectFault({ method: 'GET', path, fault })
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:goneMeanwhile'])
    expect(await listWizardWrites()).toEqual([])
    await sandbox.clearFaults()
    for (const { retry } of [...Object.values(setup.ledgers), setup.relation]) await retry()
    await setup.templates.reload()
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:goneMeanwhile', 'wizard:startImport'])
  })

  test.each([
    ['function', { grootboekfunctie: 'VerkopenOmzetHoog' }],
    ['side', { rekening_code: 'Balans' }],
    ['state', { nonactief: true }],
  ])('asks to accept a ledger again if its %s changed', async (_, changes) => {
    const opened = await stays()
    const { setup, dialogs, environment } = opened
    const path = '/api/snelstart/journals/grootboeken/8040'
    const [row] = (await readStoredRecords()).ledgers.filter(({ nummer }) => nummer === '8040')
    const body = { ...row, ...changes }
    await sandbox.answer('GET', path, body)
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:acceptAgain'])
    expect(await listWizardWrites()).toEqual([])
    const { emballage } = setup.ledgers
    expect(emballage.$state.get()).toMatchObject({ origin: 'unaccepted' })

    const again = await openWizard({ environment })
    expect(again.setup.ledgers.emballage.$state.get()).toMatchObject({ origin: 'unaccepted' })
    emballage.accept()
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:acceptAgain', 'wizard:startImport'])
  })

  test.each([
    ['is another relation', { id: 'another' }],
    ['is no longer a customer', { relatiesoort: ['Leverancier'] }],
  ])('sends nothing if the relation with the code %s', async (_, changes) => {
    const opened = await stays()
    await relation('100')(opened)
    const { relations } = await readStoredRecords()
    const row = relations.find(({ relatiecode }) => relatiecode === '100')
    await sandbox.answer('GET', '/api/snelstart/relations', [{ ...row, ...changes }])
    expect(await sentBy(opened)).toEqual([])
    expect(opened.dialogs).toEqual(['wizard:changedElsewhere'])
  })

  test('treats a created ledger as unchanged if the service returns only the number', async () => {
    await sandbox.changeSettings({ minimalAnswers: true })
    const { setup, dialogs } = await stays()
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:startImport'])
  })

  test('asks to accept a ledger of the settings again if the ledger changed', async () => {
    const { setup, dialogs } = await stays(liquorLocation)
    const path = '/api/snelstart/journals/grootboeken/2210'
    const body = { nummer: '2210', grootboekfunctie: 'Diversen', rekening_code: 'Balans' }
    await sandbox.answer('GET', path, body)
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:acceptAgain'])
    expect(await listWizardWrites()).toEqual([])
    await setup.ledgers.eft.retry()
    expect(setup.ledgers.eft.$state.get()).toMatchObject({ origin: 'unaccepted' })
  })

  test('withdraws an acceptance that the user gives during the lookup of a changed ledger', async () => {
    const { setup } = await stays(liquorLocation)
    const { emballage } = setup.ledgers
    await emballage.choose('1000')
    const path = '/api/snelstart/journals/grootboeken/1000'
    const body = { nummer: '1000', grootboekfunctie: 'Diversen', rekening_code: 'Balans' }
    await sandbox.answer('GET', path, body)
    const verifying = emballage.verify()
    emballage.accept()
    await verifying
    expect(emballage.$state.get()).toMatchObject({ origin: 'unaccepted' })
  })
})

describe('location that was coupled with another accounting administration', () => {
  const recouple = async ({ setup }: Opened) =>
    fakeSettingsResponse(sandbox, cheeseShopLocation.location, {
      ...setup.$settings.get(),
      snelstart_administratie_identifier: 'another-book',
    })

  test('saves nothing and reopens the wizard if the coupling now has a different accounting administration', async () => {
    const opened = await halfSaved('POST', paymentPath)
    await recouple(opened)
    const { setup, dialogs, opening } = opened
    await sandbox.clearRequests()
    await setup.submitting.retry('payment_ledgers')
    expect(dialogs).toEqual(['wizard:otherBook'])
    const anew = await waitForWizard(opening)
    expect(anew.$settings.get().snelstart_administratie_identifier).toBe('another-book')
    expect(anew.ledgers.emballage.$state.get()).toMatchObject({ origin: 'unaccepted' })
    expect(anew.draft.read().ledgers).toEqual([])
    await setup.submitting.submit()
    expect(await listWizardWrites()).toEqual([])
  })

  test('creates no records if the coupling now has a different accounting administration, and reports it once', async () => {
    const opened = await openWizard({ flags: ['skip_final_redirect'] })
    await recouple(opened)
    const { setup, dialogs, opening } = opened
    await sandbox.clearRequests()
    await chooseRelation(setup, '4321')
    await Promise.all([
      ...[setup.ledgers.cash, setup.ledgers.eft, setup.relation].map(({ create }) => create()),
      setup.products.create('emballage_product', {
        ...{ name: 'Krat', sku_code: 'KRAT' },
        revenue_group: null,
      }),
    ])
    expect(dialogs).toEqual(['wizard:otherBook'])
    expect(setup.ledgers.cash.$state.get()).toMatchObject({
      error: { message: { key: 'wizard:otherBook' } },
    })
    await expect.poll(() => opening.$opening.get().status).toBe('connected')
    expect(await listWizardWrites()).toEqual([])
  })
})

test.each([
  [
    'payment ledgers',
    'wizard:paymentLedgersWhich',
    '/api/accounting/paymentledgers',
    async ({ setup }: Opened) => {
      const body = [{ id: 1 }, { id: 2 }]
      await sandbox.answer('GET', '/api/accounting/paymentledgers', body)
      await setup.submitting.submit()
      expect(setup.submitting.$lines.get().payment_ledgers).toMatchObject({
        message: { key: 'wizard:otherBook' },
      })
    },
  ],
  [
    'repeated payment ledgers',
    'wizard:paymentLedgersPerhapsMade',
    paymentPath,
    async ({ setup }: Opened) => {
      await sandbox.strikeNext('POST', paymentPath, { kind: 'drop' })
      await setup.submitting.submit()
      await sandbox.clearRequests()
      await setup.submitting.submit()
      expect(setup.submitting.$lines.get().payment_ledgers).toMatchObject({
        message: { key: 'wizard:otherBook' },
      })
    },
  ],
  [
    'new product',
    'wizard:productPerhapsMade',
    '/api/snelstart/product',
    async ({ setup }: Opened) => {
      const path = '/api/snelstart/product'
      await sandbox.strikeNext('POST', path, { kind: 'drop' })
      const product = { name: 'Krat', sku_code: 'KRAT', revenue_group: null }
      await setup.products.create('emballage_product', product)
      await sandbox.clearRequests()
      expect(await setup.products.create('emballage_product', product)).toBeNull()
    },
  ],
] as const)(
  'sends no write if the accounting administration changes during a question: %s',
  async (_, question, path, act) => {
    let isRecoupled = false
    const opened = await openReadyWizard({
      header: '',
      agrees: (key) => {
        isRecoupled ||= key === question
        return true
      },
      changes: {
        fetch: async (...parameters) => {
          const response = await fetch(...parameters)
          if (!isRecoupled || new URL(response.url).pathname !== '/api/snelstart/company')
            return response
          const settings = (await response.json()) as object
          return Response.json({ ...settings, snelstart_administratie_identifier: 'another-book' })
        },
      },
    })
    await act(opened)
    expect(opened.dialogs).toContain(question)
    const writes = (await sandbox.requests(path)).filter(({ method }) => method !== 'GET')
    expect(writes).toEqual([])
  },
)

test('shows changed prices and sends the prices on the next submit', async () => {
  const { setup, dialogs } = await openReadyWizard({ flags: ['skip_final_redirect'] })
  const alter = await prepareAnswerChange(
    sandbox,
    '/api/snelstart/company/info',
    cheeseShopLocation,
  )
  await alter((info: object) => ({ ...info, aantal_decimalen_artikelprijzen: 4 }))
  await setup.submitting.submit()
  expect(dialogs).toEqual(['wizard:changedElsewhere'])
  expect(await listWizardWrites()).toEqual([])
  const decimals = setup.$summary.get().find(({ label }) => label === 'wizard:priceDecimals')
  expect(decimals?.value).toBe('4')
  await setup.submitting.submit()
  const { settings } = await readStoredRecords()
  expect(settings[0]?.settings).toMatchObject({ price_decimals: 4, rounded_prices: false })
})

test.each([
  [404, 'wizard:unconfirmed', 'wizard:unconfirmedHelp'],
  [500, 'wizard:submitFailed', undefined],
] as const)(
  'sends nothing and shows the reason if the settings respond with %d',
  async (...row) => {
    const [status, message, help] = row
    const { setup, dialogs, portal } = await openReadyWizard()
    const details: unknown[] = []
    portal.dialogs.$dialog.listen((dialog) => dialog && details.push(dialog.detail?.key))
    await sandbox.failNext('GET', '/api/snelstart/company', status)
    await setup.submitting.submit()
    expect(dialogs).toEqual([message])
    if (help) expect(details).toEqual([help])
    expect(await listWizardWrites()).toEqual([])
    expect(setup.submitting.$state.get()).toEqual({ status: 'unfinished' })
    await setup.submitting.submit()
    expect(dialogs).toEqual([message, 'wizard:startImport'])
  },
)
