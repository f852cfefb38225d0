import { describe, expect } from 'vitest'
import {
  cheese,
  chooseImports,
  liquor,
  lookedUp,
  openWizard,
  readyWizard,
  settleLedgers,
  storedOf,
  writesTo,
} from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { FlagName } from '../../lib/flags/names.ts'

const paymentPath = '/api/accounting/paymentledgers'
const settingsPath = '/api/snelstart/company/{identifier}'
const refused = { kind: 'status', status: 422, body: { message: 'Nu even niet.' } } as const
const synchronised = { sync_settings: { sync_products: true, sync_relations: true } }

const settingsOf = async (place = cheese) => (await storedOf(sandbox, place)).settings[0]?.settings

/** A wizard that is complete but for its submit, in a browser of its own. */
const ready = (options: Partial<Parameters<typeof readyWizard>[0]> = {}) =>
  readyWizard({
    sandbox,
    ...cheese,
    flags: ['skip_final_redirect'],
    agrees: (key) => key !== 'wizard:startImport',
    changes: { randomId: () => crypto.randomUUID() },
    ...options,
  })

type Opened = Awaited<ReturnType<typeof ready>>

async function chooseRelation({ setup }: Opened, code: string): Promise<void> {
  setup.relation.input(code)
  await lookedUp(setup)
}

describe('a retry sends what is on the screen, or nothing', () => {
  test('not what was submitted, when an answer has changed since', async () => {
    const { setup, dialogs } = await ready()
    await sandbox.injectFault({ method: 'POST', path: paymentPath, times: 1, fault: refused })
    await setup.submitting.submit()
    await setup.ledgers.cash.choose('1000')
    setup.ledgers.cash.accept()
    await sandbox.clearRequests()
    await setup.submitting.retry('payment_ledgers')
    expect(dialogs).toEqual(['wizard:changedSince'])
    expect(await writesTo(sandbox)).toEqual([])

    await setup.submitting.submit()
    const { paymentLedgers } = await storedOf(sandbox, cheese)
    expect(paymentLedgers).toMatchObject([{ cash_ledger: '1000' }])
    expect(await settingsOf()).toMatchObject({ default_cash_payment_ledger: '1000' })
    expect(setup.$report.get()?.ledgers[0]).toMatchObject({ number: '1000', origin: 'accepted' })
  })

  test('not for real, when a dry run began since', async () => {
    const flags: FlagName[] = []
    const { setup, dialogs } = await ready({ flags })
    await sandbox.injectFault({ method: 'POST', path: paymentPath, times: 1, fault: refused })
    await setup.submitting.submit()
    flags.push('dry_run')
    await sandbox.clearRequests()
    await setup.submitting.retry('payment_ledgers')
    expect(dialogs).toEqual(['wizard:changedSince'])
    expect(await writesTo(sandbox)).toEqual([])
  })
})

describe('somebody else', () => {
  test('who changed a setting meanwhile is not undone unseen', async () => {
    const mine = await ready()
    const theirs = await ready()
    chooseImports(theirs.setup, synchronised)
    await theirs.setup.submitting.submit()
    await mine.setup.submitting.submit()
    expect(mine.dialogs).toEqual(['wizard:changedElsewhere'])
    expect(await settingsOf()).toMatchObject({ sync_product: true })
    const row = mine.setup.$summary
      .get()
      .import_and_sync.find(({ label }) => label === 'wizard:syncProducts')
    expect(row).toEqual({
      label: 'wizard:syncProducts',
      value: false,
      now: { value: true, isChanged: true },
    })

    await mine.setup.submitting.submit()
    expect(await settingsOf()).toMatchObject({ sync_product: false })
  })

  test('who set another walk-in relation is not overlooked by the rule about -2', async () => {
    const mine = await ready()
    const theirs = await ready()
    await chooseRelation(theirs, '100')
    await theirs.setup.submitting.submit()
    await mine.setup.submitting.submit()
    await mine.setup.submitting.submit()
    const { keys, relations } = await storedOf(sandbox, cheese)
    const walkIn = relations.find(({ relatiecode }) => relatiecode === '-2')
    expect(keys[0]?.default_no_relation).toBe(walkIn?.id)
  })

  test('who saved after an answer was lost is not taken for it', async () => {
    const mine = await ready(liquor)
    await sandbox.injectFault({
      method: 'POST',
      path: settingsPath,
      times: 1,
      fault: { kind: 'lost' },
    })
    await mine.setup.submitting.submit()
    const theirs = await ready(liquor)
    chooseImports(theirs.setup, {
      sync_settings: { sync_products: false, sync_relations: false },
    })
    await theirs.setup.submitting.submit()
    await mine.setup.submitting.retry('settings')
    expect(mine.setup.submitting.$lines.get().settings).toEqual({ status: 'ok' })
    expect(await settingsOf(liquor)).toMatchObject({ sync_product: true, sync_relation: true })
  })

  test('who made the ledger meanwhile has it accepted before it is used', async () => {
    const { setup } = await openWizard({ sandbox, ...cheese, header: '' })
    const path = '/api/snelstart/journals/grootboeken'
    await sandbox.injectFault({
      method: 'POST',
      path,
      times: 1,
      fault: { kind: 'status', status: 500 },
    })
    await setup.ledgers.cash.create()
    const theirs = await openWizard({ sandbox, ...cheese })
    theirs.setup.ledgers.cash.propose({ description: 'Kas van een ander' })
    await theirs.setup.ledgers.cash.create()
    await setup.ledgers.cash.create()
    expect(setup.ledgers.cash.$state.get()).toMatchObject({
      origin: 'unaccepted',
      ledger: { description: 'Kas van een ander' },
    })
  })
})

describe('the tab', () => {
  test('keeps no key of the coupling, whatever the settings bring along', async () => {
    const { identifier, keys } = await storedOf(sandbox, cheese)
    const key = { id: keys[0]?.id, apiKey: 'GEHEIM', default_no_relation: null }
    const body = { snelstart_administratie_identifier: identifier, api_key: key }
    const fault = { kind: 'answer', body } as const
    await sandbox.injectFault({ method: 'GET', path: '/api/snelstart/company', fault })
    await sandbox.injectFault({
      method: 'POST',
      path: settingsPath,
      fault: { kind: 'status', status: 500 },
    })
    const { setup, environment } = await ready()
    await setup.submitting.submit()
    expect(setup.submitting.$lines.get().settings.status).toBe('error')
    const remembered = Array.from({ length: environment.tabStorage.length }, (_, index) =>
      environment.tabStorage.getItem(environment.tabStorage.key(index) ?? ''),
    )
    expect(remembered.join()).toContain('2200')
    expect(remembered.join()).not.toContain('GEHEIM')
  })

  test('that cannot remember the report finishes all the same', async () => {
    const { setup, environment } = await ready()
    const store = environment.tabStorage.setItem.bind(environment.tabStorage)
    environment.tabStorage.setItem = (key, value) => {
      if (key.includes(':report:')) throw new Error('quota')
      store(key, value)
    }
    await setup.submitting.submit()
    expect(setup.submitting.$state.get()).toMatchObject({ status: 'done' })
  })

  test('remembers a relation code as it was typed, also none', async () => {
    const { setup, environment } = await openWizard({ sandbox, ...cheese })
    setup.relation.input(' 100 ')
    await lookedUp(setup)
    environment.leave()
    const again = await openWizard({ sandbox, ...cheese, environment })
    expect(again.setup.relation.$state.get()).toMatchObject({ relation: { code: '100' } })
    again.setup.relation.input('')
    environment.leave()
    const empty = await openWizard({ sandbox, ...cheese, environment })
    expect(empty.setup.relation.$state.get()).toEqual({ status: 'empty' })
  })
})

test('a product that only a dry run made is in nobody’s way once it is not used', async () => {
  const flags: FlagName[] = ['dry_run']
  const { setup, dialogs } = await openWizard({ sandbox, ...cheese, flags })
  const product = await setup.products.create('open_invoices', {
    name: 'Factuur',
    sku_code: 'FACTUUR',
    artikelomzetgroep: null,
  })
  const { open_invoices: openInvoices } = setup.initial.import_and_sync
  chooseImports(setup, {
    open_invoices: { ...openInvoices, open_invoice_product: false, product },
  })
  flags.length = 0
  await settleLedgers(setup)
  await setup.submitting.submit()
  expect(dialogs).toEqual(['wizard:startImport'])
})

test('an import that nobody knows of is not reported as started', async () => {
  const fault = { kind: 'drop' } as const
  for (const path of ['/api/snelstart/product/import', '/api/snelstart/relations/import'])
    await sandbox.injectFault({ method: 'GET', path, times: 1, fault })
  const { setup } = await ready({
    header: '',
    agrees: (key) => key !== 'wizard:importPerhapsStarted',
  })
  await setup.submitting.submit()
  await setup.submitting.retryImports()
  expect(setup.$report.get()?.imports).toEqual({ products: 'unknown', relations: 'unknown' })
})

test('a coupling that is gone at the submit is said, and nothing is sent', async () => {
  const { setup, dialogs, portal } = await ready()
  const details: unknown[] = []
  portal.dialogs.$dialog.listen((dialog) => details.push(dialog?.detail?.key))
  const fault = { kind: 'status', status: 404 } as const
  await sandbox.injectFault({ method: 'GET', path: '/api/snelstart/company', fault })
  await setup.submitting.submit()
  expect(dialogs).toEqual(['wizard:unconfirmed'])
  expect(details).toContain('wizard:unconfirmedHelp')
  expect(await writesTo(sandbox)).toEqual([])
  expect(setup.submitting.$state.get()).toEqual({ status: 'unfinished' })
})

test('settings that cannot be read at the submit are said, and it can be tried again', async () => {
  const { setup, dialogs } = await ready()
  const fault = { kind: 'status', status: 500 } as const
  await sandbox.injectFault({ method: 'GET', path: '/api/snelstart/company', times: 1, fault })
  await setup.submitting.submit()
  expect(dialogs).toEqual(['wizard:submitFailed'])
  expect(await writesTo(sandbox)).toEqual([])
  await setup.submitting.submit()
  expect(dialogs).toEqual(['wizard:submitFailed', 'wizard:startImport'])
})
