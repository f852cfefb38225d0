import { describe, expect } from 'vitest'
import {
  cheese,
  chooseImports,
  incomplete,
  liquor,
  lookedUp,
  openWizard,
  readyWizard,
  settleLedgers,
  storedOf,
  writesTo,
} from '../../../test/open-wizard.ts'
import { nextDialog } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { FlagName } from '../shell/flags.ts'
import { productAnswer } from '../../../test/builders.ts'

const ok = { status: 'ok', unsent: 'dryRun' }
const crate = { name: 'Krat', sku_code: 'KRAT', revenue_group: null }

/** A wizard whose dry run can be switched off. */
async function dryRun(options: Partial<Parameters<typeof openWizard>[0]> = {}) {
  const flags: FlagName[] = ['dry_run']
  const opened = await openWizard({ sandbox, ...cheese, flags, ...options })
  await sandbox.clearRequests()
  const switchOff = () => {
    flags.length = 0
  }
  return { ...opened, switchOff }
}

describe('a dry run', () => {
  test('goes through everything and writes nothing', async () => {
    const before = await storedOf(sandbox, incomplete)
    const { setup, dialogs, environment } = await dryRun(incomplete)
    await settleLedgers(setup)
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
    setup.relation.input('100')
    await lookedUp(setup)
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:startImport', 'shell:dryRunLeave'])
    expect(setup.submitting.$lines.get()).toEqual({ settings: ok, payment_ledgers: ok, key: ok })
    expect(await writesTo(sandbox)).toEqual([])
    expect(await storedOf(sandbox, incomplete)).toEqual(before)
    expect(environment.visited).toEqual([])
  })

  test('logs what would have been sent', async () => {
    const details: unknown[] = []
    const logged: string[] = []
    const { setup } = await readyWizard({
      sandbox,
      ...liquor,
      flags: ['dry_run'],
      changes: {
        log: (message, detail) => {
          logged.push(message)
          details.push(detail)
        },
      },
    })
    await setup.submitting.submit()
    expect(logged.toSorted()).toEqual([
      'dry run, not sent: GET /snelstart/product/import?productpages=true',
      'dry run, not sent: GET /snelstart/relations/import',
      'dry run, not sent: POST /snelstart/company/{identifier}',
      'dry run, not sent: PUT /accounting/paymentledgers/{id}',
      'dry run, not sent: PUT /snelstart/keys/{id}',
    ])
    expect(details).toContainEqual({
      path: { id: 1 },
      headers: { administration: 1006 },
      body: expect.objectContaining({ cash_ledger: '2200', id: 1 }) as unknown,
    })
  })

  test('shows the customer portal as a link instead of going there', async () => {
    const { setup, portal } = await dryRun({ agrees: () => true, header: '' })
    await settleLedgers(setup)
    const asked = nextDialog(portal)
    const submitted = setup.submitting.submit()
    await asked
    expect(await nextDialog(portal)).toMatchObject({
      kind: 'alert',
      message: { key: 'shell:dryRunLeave' },
      link: { address: new URL(`${sandbox.url}/customers`) },
    })
    await submitted
    expect(setup.submitting.$state.get()).toMatchObject({
      status: 'done',
      report: { isDryRun: true, imports: { products: 'started', relations: 'started' } },
    })
  })

  test('leaves no report, and keeps what was filled in', async () => {
    const { setup, environment } = await dryRun()
    await settleLedgers(setup)
    chooseImports(setup, { sync_products: true, sync_relations: true })
    await setup.submitting.submit()
    expect(setup.$report.get()).toBeNull()
    const again = await openWizard({ sandbox, ...cheese, environment })
    expect(again.setup.$report.get()).toBeNull()
    expect(again.setup.initial.sync_products).toBe(true)
  })
})

describe('what a dry run pretended to make', () => {
  test('is not taken for real once the dry run is off', async () => {
    const { setup, dialogs, switchOff, environment } = await dryRun(incomplete)
    await settleLedgers(setup)
    switchOff()
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:dryRunItems'])
    expect(await writesTo(sandbox)).toEqual([])
    expect(setup.ledgers.cash.$state.get()).toEqual({ status: 'missing', error: null })
    expect(setup.relation.$state.get()).toEqual({ status: 'missing', error: null })
    expect(setup.ledgers.emballage.$state.get()).toMatchObject({ origin: 'accepted' })

    await settleLedgers(setup)
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:dryRunItems', 'wizard:startImport'])
    expect(environment.visited).toEqual([`${sandbox.url}/customers`])
    const after = await storedOf(sandbox, incomplete)
    expect(after.paymentLedgers).toHaveLength(1)
    expect(after.ledgers.map(({ nummer }) => nummer)).toContain('2200')
  })

  test('is forgotten by another number, and by a reload', async () => {
    const { setup, environment } = await dryRun()
    await setup.ledgers.cash.create()
    await setup.ledgers.cash.choose('1000')
    await setup.ledgers.cash.choose('2200')
    expect(setup.ledgers.cash.$state.get()).toEqual({ status: 'missing', error: null })
    await setup.ledgers.eft.create()
    const again = await openWizard({ sandbox, ...cheese, environment })
    expect(again.setup.ledgers.eft.$state.get()).toEqual({ status: 'missing', error: null })
  })

  test('has to be accepted when it turns out to exist', async () => {
    const { setup, switchOff } = await dryRun()
    await setup.ledgers.cash.create()
    switchOff()
    const elsewhere = await openWizard({ sandbox, ...cheese })
    await elsewhere.setup.ledgers.cash.create()
    await setup.ledgers.cash.retry()
    expect(setup.ledgers.cash.$state.get()).toMatchObject({ origin: 'unaccepted' })
  })

  test('a product that was chosen is not set up for real either, and a reload forgets it', async () => {
    const { setup, dialogs, switchOff, environment } = await dryRun()
    const product = await setup.products.create('emballage_product', crate)
    chooseImports(setup, { emballage_product: productAnswer({ chosen: product }) })
    environment.leave()
    const again = await openWizard({ sandbox, ...cheese, environment })
    expect(again.setup.initial.emballage_product.chosen).toBeNull()
    switchOff()
    await settleLedgers(setup)
    await sandbox.clearRequests()
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:dryRunProduct'])
    expect(await writesTo(sandbox)).toEqual([])
    chooseImports(setup, { emballage_product: productAnswer({}) })
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:dryRunProduct', 'wizard:startImport'])
  })

  test('a product is in nobody’s way once it is not used', async () => {
    const { setup, dialogs, switchOff } = await dryRun()
    const product = await setup.products.create('paying_product', crate)
    chooseImports(setup, {
      open_invoice_product: false,
      paying_product: productAnswer({ chosen: product }),
    })
    switchOff()
    await settleLedgers(setup)
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:startImport'])
  })
})

test('what was saved in a dry run is saved for real afterwards', async () => {
  const { setup, switchOff, dialogs, environment } = await dryRun(liquor)
  await settleLedgers(setup)
  await setup.submitting.submit()
  expect(setup.submitting.$state.get()).toMatchObject({ status: 'done' })
  switchOff()
  await setup.submitting.submit()
  expect(dialogs).toEqual(['wizard:startImport', 'shell:dryRunLeave', 'wizard:startImport'])
  expect(await writesTo(sandbox)).toHaveLength(5)
  expect(setup.$report.get()).toMatchObject({ isDryRun: false })
  expect(environment.visited).toHaveLength(1)
})

test('an import that a dry run pretended to start is not reported as started', async () => {
  let agreesToImport = true
  const agrees = (key: string) => key !== 'wizard:startImport' || agreesToImport
  const { setup, switchOff } = await dryRun({ ...liquor, agrees })
  await settleLedgers(setup)
  await setup.submitting.submit()
  switchOff()
  agreesToImport = false
  await setup.submitting.submit()
  const imports = { products: 'notStarted', relations: 'notStarted' }
  expect(setup.$report.get()).toMatchObject({ isDryRun: false, imports })
})

test('a dry run that is switched on halfway lets what is under way end, and begins nothing', async () => {
  const flags: FlagName[] = []
  const { setup, dialogs } = await readyWizard({ sandbox, ...liquor, flags })
  await sandbox.delay('POST', '/api/snelstart/company/{identifier}', 300)
  const submitted = setup.submitting.submit()
  await expect.poll(() => setup.submitting.$lines.get().settings).toEqual({ status: 'loading' })
  flags.push('dry_run')
  await submitted
  expect(await writesTo(sandbox)).toHaveLength(3)
  expect(dialogs).toEqual(['wizard:startImport'])
  expect(setup.$report.get()).toMatchObject({ isDryRun: false })
})
