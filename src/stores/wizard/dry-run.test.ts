import { describe, expect } from 'vitest'
import {
  changeAnswers,
  toggleProductSync,
  placeWithoutRelation,
  liquorLocation,
  openWizard,
  openReadyWizard,
  acceptOrCreateLedgers,
  shownReport,
  readStoredRecords,
  listWizardWrites,
  chooseRelation,
} from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import { listKeys } from '../../lib/remembered.ts'
import type { FlagName } from '../shell/flags.ts'
import { createProductChoice } from '../../../test/builders.ts'
import { waitForDialog } from '../../../test/portal.ts'

const ok = { status: 'ok', unsent: 'dryRun' }
const crate = { name: 'Krat', sku_code: 'KRAT', revenue_group: null }

async function dryRun(options: Parameters<typeof openWizard>[0] = {}) {
  const flags: FlagName[] = ['dry_run']
  const opened = await openWizard({ flags, ...options })
  await sandbox.clearRequests()
  const switchOff = () => {
    flags.length = 0
  }
  return { ...opened, switchOff }
}

describe('dry run of the wizard', () => {
  test('completes the wizard in a dry run without a write', async () => {
    const before = await readStoredRecords(placeWithoutRelation)
    const { setup, dialogs, environment } = await dryRun(placeWithoutRelation)
    await acceptOrCreateLedgers(setup)
    expect(setup.ledgers.cash.$state.get()).toMatchObject({
      status: 'existing',
      origin: 'dryRun',
      ledger: { number: '2200', description: 'Contante betalingen' },
    })
    expect(setup.relation.$state.get()).toMatchObject({
      status: 'existing',
      origin: 'dryRun',
      relation: { code: '-2', name: 'Passant' },
    })
    expect(Object.values(setup.$problems.get()).flat()).toEqual([])
    await setup.products.create('emballage_product', crate)
    await chooseRelation(setup, '100')
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:startImport', 'shell:dryRunLeave'])
    expect(setup.submitting.$lines.get()).toEqual({ settings: ok, payment_ledgers: ok, key: ok })
    expect(await listWizardWrites()).toEqual([])
    expect(await readStoredRecords(placeWithoutRelation)).toEqual(before)
    expect(environment.visited).toEqual([])
  })

  test('logs the requests that a dry run does not send', async () => {
    const { setup, environment } = await openReadyWizard({ ...liquorLocation, flags: ['dry_run'] })
    toggleProductSync(setup)
    environment.logged.length = 0
    await setup.submitting.submit()
    expect(environment.logged.toSorted()).toEqual([
      'dry run, not sent: GET /snelstart/product/import?productpages=true',
      'dry run, not sent: GET /snelstart/relations/import',
      'dry run, not sent: POST /snelstart/company/{identifier}',
    ])
  })

  test('keeps the draft and remembers no report after a dry run', async () => {
    const { setup, environment } = await dryRun()
    await acceptOrCreateLedgers(setup)
    changeAnswers(setup, { sync_products: true, sync_relations: true })
    await setup.submitting.submit()
    expect(listKeys(environment.sharedStorage, 'koppelpunt:kept:report:')).toEqual([])
    const again = await openWizard({ environment })
    expect(again.setup.initial.sync_products).toBe(true)
  })
})

describe('records of a dry run', () => {
  test('treats records of a dry run as missing after dry_run is switched off', async () => {
    const { setup, dialogs, switchOff, environment } = await dryRun(placeWithoutRelation)
    await acceptOrCreateLedgers(setup)
    switchOff()
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:dryRunItems'])
    expect(await listWizardWrites()).toEqual([])
    expect(setup.ledgers.cash.$state.get()).toEqual({ status: 'missing', error: null })
    expect(setup.relation.$state.get()).toEqual({ status: 'missing', error: null })
    expect(setup.ledgers.emballage.$state.get()).toMatchObject({ origin: 'accepted' })

    await acceptOrCreateLedgers(setup)
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:dryRunItems', 'wizard:startImport'])
    expect(environment.visited).toEqual([`${sandbox.url}/customers`])
    const after = await readStoredRecords(placeWithoutRelation)
    expect(after.paymentLedgers).toHaveLength(1)
    expect(after.ledgers.map(({ nummer }) => nummer)).toContain('2200')
  })

  test('does not save a product of a dry run, not even after a reload', async () => {
    const before = await dryRun()
    const product = await before.setup.products.create('emballage_product', crate)
    changeAnswers(before.setup, { emballage_product: createProductChoice({ chosen: product }) })
    const { environment } = before
    const { setup, dialogs } = await openWizard({ environment })
    await acceptOrCreateLedgers(setup)
    await sandbox.clearRequests()
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:dryRunItems'])
    expect(await listWizardWrites()).toEqual([])
    changeAnswers(setup, { emballage_product: createProductChoice({}) })
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:dryRunItems', 'wizard:startImport'])
  })
})

test('saves everything after dry_run is switched off', async () => {
  const { setup, switchOff, dialogs, environment, portal } = await dryRun(liquorLocation)
  await acceptOrCreateLedgers(setup)
  toggleProductSync(setup)
  await setup.submitting.submit()
  expect(setup.submitting.$state.get()).toMatchObject({ status: 'done' })
  switchOff()
  const question = waitForDialog(portal)
  await setup.submitting.submit()
  expect((await question).about).toEqual([{ key: 'wizard:startImportHelp' }])
  expect(dialogs).toEqual(['wizard:startImport', 'shell:dryRunLeave', 'wizard:startImport'])
  expect(await listWizardWrites()).toHaveLength(3)
  expect(shownReport(setup).isDryRun).toBe(false)
  expect(environment.visited).toHaveLength(1)
})

test('after dry_run was switched on, no longer reports the settings as saved', async () => {
  const flags: FlagName[] = []
  const { setup } = await openReadyWizard({ ...liquorLocation, flags })
  toggleProductSync(setup)
  await sandbox.failNext('POST', '/api/accounting/paymentledgers', 422)
  await setup.submitting.submit()
  flags.push('dry_run')
  changeAnswers(setup, { sync_relations: !setup.initial.sync_relations })
  await setup.submitting.submit()
  expect(setup.submitting.$lines.get().settings).toEqual(ok)
})
