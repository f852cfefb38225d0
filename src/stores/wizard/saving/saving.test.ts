import { describe, expect } from 'vitest'
import {
  cheeseShopLocation,
  changeAnswers,
  didOverlap,
  liquorLocation,
  openReadyWizard,
  shownReport,
  readStoredRecords,
  listWizardWrites,
  acceptLedger,
  chooseRelation,
} from '../../../../test/open-wizard.ts'
import { sandbox, test } from '../../../../test/test.ts'
import { listKeys } from '../../../lib/remembered.ts'
import type { FlagName } from '../../shell/flags.ts'
import type { CouplingSetup } from '../setup.ts'

const ok = { status: 'ok' }
const settingsPath = '/api/snelstart/company/{identifier}'
const paymentPath = '/api/accounting/paymentledgers'
const keyPath = '/api/snelstart/keys/{id}'
const refused = { kind: 'status', status: 422, body: { message: 'Nu even niet.' } } as const

/** Opens a wizard that stays on its page and starts no imports. */
const ready = (place = cheeseShopLocation, flags: FlagName[] = ['skip_final_redirect']) =>
  openReadyWizard({ ...place, flags, agrees: (key) => key !== 'wizard:startImport' })

async function writes() {
  const written = await listWizardWrites()
  await sandbox.clearRequests()
  return written.toSorted((a, b) => a.call.localeCompare(b.call))
}

const writesOf = async (part: string) => (await writes()).filter(({ call }) => call.includes(part))

test('saves the settings, the payment ledgers and the key in parallel', async () => {
  const { setup } = await openReadyWizard({ ...liquorLocation, application: 'desktop' })
  await chooseRelation(setup, '100')
  await acceptLedger(setup, 'cash', '1000')
  for (const path of [settingsPath, paymentPath, keyPath]) {
    await sandbox.delay('*', path, 500)
  }
  await setup.submitting.submit()
  const delayed = (await sandbox.requests()).filter(
    ({ fault, path }) => fault === 'delay' && !path.endsWith('/info'),
  )
  expect(delayed).toHaveLength(3)
  expect(didOverlap(delayed)).toBe(true)
})

describe('save of the walk-in relation', () => {
  const relationOf = async (code: string, place = cheeseShopLocation) =>
    (await readStoredRecords(place)).relations.find(({ relatiecode }) => relatiecode === code)?.id
  const defaultOf = async (place = cheeseShopLocation) =>
    (await readStoredRecords(place)).keys[0]?.default_no_relation

  test('for walk-in relation -2, does not update a key that has no default relation', async () => {
    const { setup } = await ready()
    const lines: string[] = []
    setup.submitting.$lines.listen(({ key }) => lines.push(key.status))
    await setup.submitting.submit()
    expect(setup.submitting.$lines.get().key).toEqual({ status: 'ok', unsent: 'same' })
    expect(lines).toContain('loading')
    expect(await writesOf('/keys/')).toEqual([])
    expect(await defaultOf()).toBeNull()
  })

  test.each([
    ['the code is new', cheeseShopLocation, ['100']],
    ['the default relation changes', liquorLocation, ['100']],
    ['the user returns to -2 after a save', cheeseShopLocation, ['100', '-2']],
  ])('sends the walk-in relation if %s', async (_, place, codes) => {
    const { setup } = await ready(place)
    for (const code of codes) {
      await chooseRelation(setup, code)
      await setup.submitting.submit()
    }
    const ids = await Promise.all(codes.map((code) => relationOf(code, place)))
    const call = `PUT /snelstart/keys/7d1c9a40-0000-4b52-8e11-00000000${place.location}`
    expect(await writesOf('/keys/')).toEqual(
      ids.map((id) => ({ call, body: { default_no_relation: id } })),
    )
    expect(await defaultOf(place)).toBe(ids.at(-1))
  })

  test.each([
    ['lost', 1],
    ['drop', 0],
  ] as const)(
    'saves relation -2 again after the save of another relation failed with %s',
    async (kind, presses) => {
      const { setup, dialogs } = await ready()
      await chooseRelation(setup, '100')
      await sandbox.strikeNext('PUT', keyPath, { kind })
      await setup.submitting.submit()
      expect(setup.submitting.$lines.get().key).toMatchObject({
        status: 'error',
        message: { key: 'failure:unreachable' },
      })
      await chooseRelation(setup, '-2')
      for (let press = 0; press <= presses; press += 1) await setup.submitting.submit()
      expect(dialogs.filter((key) => key === 'wizard:changedElsewhere')).toHaveLength(presses)
      expect(setup.submitting.$lines.get().key).toMatchObject(ok)
      expect(await defaultOf()).toBe(kind === 'lost' ? await relationOf('-2') : null)
    },
  )

  test('shows an error for the relation if the settings contain no key', async () => {
    const { identifier } = await readStoredRecords()
    await sandbox.answer('GET', '/api/snelstart/company', {
      snelstart_administratie_identifier: identifier,
    })
    const { setup } = await ready()
    await chooseRelation(setup, '100')
    await setup.submitting.submit()
    expect(setup.submitting.$lines.get()).toMatchObject({
      settings: ok,
      payment_ledgers: ok,
      key: { status: 'error', message: { key: 'wizard:keyMissing' } },
    })
    await sandbox.clearFaults()
    await chooseRelation(setup, '-2')
    await setup.submitting.submit()
    expect(setup.submitting.$lines.get().key).toEqual({ status: 'ok', unsent: 'same' })
  })
})

describe('save of the payment ledgers', () => {
  const record = {
    administration_id: 1007,
    location_id: 2008,
    cash_ledger: '2200',
    eft_ledger: '2210',
    webshop_ledger: '2220',
    type: 'SNELSTART',
  }

  test.each([
    ['204', 204, null],
    ['404', 404, { kind: 'status', status: 404 }],
    [
      'records of another location',
      200,
      { kind: 'answer', body: [{ ...record, id: 1, location_id: 2009 }] },
    ],
  ] as const)(
    'creates a record of payment ledgers if the location has none: %s',
    async (_, status, fault) => {
      const { setup } = await ready()
      if (fault) await sandbox.injectFault({ method: 'GET', path: paymentPath, fault })
      await setup.submitting.submit()
      const [request] = await sandbox.requests(paymentPath)
      expect(request).toMatchObject({
        status,
        headers: { administration: '1007', location: '2008' },
      })
      expect(await writesOf('paymentledgers')).toStrictEqual([
        { call: 'POST /accounting/paymentledgers', body: record },
      ])
    },
  )

  test.each([
    ['first of several records', [{ ...record, id: 'a b', cash_ledger: null }, { id: 7 }], 'a b'],
    ['record outside a list', { id: 7 }, 7],
    ['record with id 0', [{ ...record, id: 0, eft_ledger: '1300' }], 0],
    [
      'record of the location among other records',
      [
        { ...record, id: 1, location_id: 2009 },
        { ...record, id: 2, administration_id: 1006 },
        { ...record, id: 3, type: 'ANDERS' },
        { id: 4 },
        { ...record, id: 5, location_id: '2008', webshop_ledger: '' },
      ],
      5,
    ],
  ])('updates an existing record of payment ledgers by its id: %s', async (_, body, id) => {
    const { setup } = await ready()
    await sandbox.answer('GET', paymentPath, body)
    await setup.submitting.submit()
    const sent = (await sandbox.requests()).find(({ method }) => method === 'PUT')
    expect(sent?.headers).toMatchObject({ administration: '1007' })
    expect(await writesOf('paymentledgers')).toStrictEqual([
      { call: `PUT /accounting/paymentledgers/${id}`, body: { ...record, id } },
    ])
  })

  test('sends nothing if the stored payment ledgers already have the chosen values', async () => {
    const { setup } = await ready()
    await sandbox.answer('GET', paymentPath, [{ ...record, id: 7, cash_ledger: 2200 }])
    await setup.submitting.submit()
    const line = setup.submitting.$lines.get().payment_ledgers
    expect(line).toEqual({ status: 'ok', unsent: 'same' })
    expect(await writesOf('paymentledgers')).toEqual([])
  })

  test('does not ask about a creation whose response was lost after it has updated the created record', async () => {
    const { setup, dialogs } = await ready()
    await sandbox.strikeNext('POST', paymentPath, { kind: 'lost' })
    await setup.submitting.submit()
    await acceptLedger(setup, 'cash', '1000')
    await setup.submitting.submit()
    await sandbox.answer('GET', paymentPath, [])
    await setup.submitting.submit()
    const calls = (await writesOf('paymentledgers')).map(({ call }) => call.split(' ')[0])
    expect(calls.toSorted()).toEqual(['POST', 'POST', 'PUT'])
    expect(dialogs).not.toContain('wizard:paymentLedgersPerhapsMade')
  })

  test('asks once which payment ledger record to update, also if another save is retried', async () => {
    const { setup, dialogs } = await openReadyWizard(cheeseShopLocation)
    await sandbox.answer('GET', paymentPath, [{ id: 7 }, { id: 8 }])
    await sandbox.answer('PUT', `${paymentPath}/{id}`, {})
    const fault = { kind: 'status', status: 422 } as const
    await sandbox.strikeNext('POST', '/api/snelstart/company/{identifier}', fault)
    await setup.submitting.submit()
    await setup.submitting.retry('settings')
    expect(dialogs).toEqual(['wizard:paymentLedgersWhich', 'wizard:startImport'])
  })

  test.each([
    ['the record that the user chooses', 2, ['PUT /accounting/paymentledgers/8']],
    ['no record if the user chooses none', 3, []],
  ])('asks which of several payment ledger records to update: %s', async (_, answer, sent) => {
    const named: unknown[] = []
    const { setup, portal } = await openReadyWizard({
      flags: ['skip_final_redirect'],
      agrees: (key) => key === 'wizard:paymentLedgersWhich' && named.length === answer,
    })
    portal.dialogs.$dialog.subscribe((dialog) => {
      if (dialog?.detail?.parameters?.cash) named.push(dialog.detail.parameters)
    })
    const body = [
      { id: 7, cash_ledger: '1000' },
      { id: 8, cash_ledger: null },
    ]
    await sandbox.answer('GET', paymentPath, body)
    await setup.submitting.submit()
    expect(named).toMatchObject([
      { id: '7', cash: '1000', location: 'Kaashandel' },
      { id: '8', cash: '–' },
    ])
    expect((await writesOf('paymentledgers')).map(({ call }) => call)).toEqual(sent)
    const line = setup.submitting.$lines.get().payment_ledgers
    const isUnclear = 'message' in line && line.message.key === 'wizard:paymentLedgersUnclear'
    expect(isUnclear).toBe(sent.length === 0)
  })

  test.each([{}, { id: null }, { id: '' }])(
    'shows an error at the line of payment ledgers without an id (%o)',
    async (id) => {
      const { setup } = await ready()
      await sandbox.answer('GET', paymentPath, [{ ...record, ...id }])
      await setup.submitting.submit()
      expect(setup.submitting.$lines.get()).toMatchObject({
        settings: ok,
        payment_ledgers: { status: 'error', message: { key: 'wizard:paymentLedgerId' } },
        key: ok,
      })
      expect(await writesOf('paymentledgers')).toEqual([])
    },
  )
})

describe('second save', () => {
  async function halfSaved(flags?: FlagName[]) {
    const opened = await ready(cheeseShopLocation, flags)
    const { setup } = opened
    await chooseRelation(setup, '100')
    await sandbox.strikeNext('POST', paymentPath, refused)
    await setup.submitting.submit()
    expect(setup.submitting.$lines.get()).toMatchObject({
      settings: ok,
      payment_ledgers: { status: 'error', message: { parameters: { messages: 'Nu even niet.' } } },
      key: ok,
    })
    await sandbox.clearRequests()
    return opened
  }

  const calls = async () => (await writes()).map(({ call }) => call.replace(/[^/]*-.*$/, '…'))

  const ledgers = 'POST /accounting/paymentledgers'
  const settings = 'POST /snelstart/company/…'

  const changes: [string, (setup: CouplingSetup) => unknown, string[]][] = [
    ['only the failed line', () => undefined, [ledgers]],
    [
      'changed settings',
      (setup: CouplingSetup) =>
        changeAnswers(setup, { sync_products: false, sync_relations: false }),
      [ledgers, settings],
    ],
    [
      'a changed relation',
      (setup: CouplingSetup) => chooseRelation(setup, '-2'),
      [ledgers, 'PUT /snelstart/keys/…'],
    ],
  ]
  test.each(changes)('sends %s with the next submit', async (_, change, sent) => {
    const { setup } = await halfSaved()
    await change(setup)
    await setup.submitting.submit()
    expect(await calls()).toEqual(sent)
    const [row] = (await readStoredRecords()).settings
    expect(row?.settings.sync_product).toBe(setup.$values.get().sync_products)
  })

  test('sends a changed payment ledger at the next submit of a saved setup', async () => {
    const { setup } = await ready()
    await setup.submitting.submit()
    await writes()
    await acceptLedger(setup, 'cash', '1000')
    await setup.submitting.submit()
    expect(await calls()).toEqual([settings, 'PUT /accounting/paymentledgers/2'])
    expect((await readStoredRecords()).paymentLedgers).toMatchObject([{ cash_ledger: '1000' }])
  })

  test('sends nothing for the retry of a line without a failure', async () => {
    const { setup } = await halfSaved()
    await setup.submitting.retry('settings')
    await setup.submitting.retry('key')
    expect(await calls()).toEqual([])
  })

  test('sends changed answers with a retry', async () => {
    const { setup, dialogs } = await halfSaved()
    await acceptLedger(setup, 'cash', '1000')
    await setup.submitting.retry('payment_ledgers')
    expect(dialogs).toEqual(['wizard:startImport'])
    expect(await calls()).toEqual([ledgers, settings])
    const { paymentLedgers, settings: stored } = await readStoredRecords()
    expect(paymentLedgers).toMatchObject([{ cash_ledger: '1000' }])
    expect(stored[0]?.settings).toMatchObject({ default_cash_payment_ledger: '1000' })
    expect(shownReport(setup).ledgers[0]).toMatchObject({
      number: '1000',
      origin: 'accepted',
    })
  })

  test('sends nothing for a retry in a dry run', async () => {
    const flags: FlagName[] = ['skip_final_redirect']
    const { setup } = await halfSaved(flags)
    flags.push('dry_run')
    await setup.submitting.retry('payment_ledgers')
    expect(await calls()).toEqual([])
    flags.pop()
    await setup.submitting.submit()
    expect(await calls()).toEqual([ledgers])
  })
})

test('stores no API key from the settings in the browser', async () => {
  const { identifier, keys } = await readStoredRecords()
  const key = { id: keys[0]?.id, apiKey: 'GEHEIM', default_no_relation: null }
  const body = { snelstart_administratie_identifier: identifier, api_key: key }
  await sandbox.answer('GET', '/api/snelstart/company', body)
  await sandbox.failNext('POST', settingsPath)
  const { setup, environment } = await ready()
  await setup.submitting.submit()
  expect(setup.submitting.$lines.get().settings.status).toBe('error')
  const remembered = [environment.tabStorage, environment.sharedStorage].flatMap((storage) =>
    listKeys(storage, '').map((each) => storage.getItem(each)),
  )
  expect(remembered.join()).toContain('2200')
  expect(remembered.join()).not.toContain('GEHEIM')
})
