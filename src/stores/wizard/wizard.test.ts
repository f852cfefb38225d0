import { describe, expect } from 'vitest'
import {
  changeAnswers,
  liquorLocation,
  openWizard,
  openReadyWizard,
  listWizardWrites,
} from '../../../test/open-wizard.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { listSentWrites } from '../../../test/fault-matrix.ts'
import { changeSettings } from '../../../test/shops.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { CouplingSetup } from './setup.ts'
import { createProductChoice } from '../../../test/builders.ts'

describe('new product that was not created', () => {
  const crate = { name: 'Krat', sku_code: 'KRAT', revenue_group: null }
  const nothing = { name: '', sku_code: '', revenue_group: null }
  const ofEmballage = {
    field: 'emballage_product.new_product.name',
    label: 'wizard:emballageProduct',
    message: { key: 'wizard:productNotMade' },
  }
  const ofOpenInvoices = {
    field: 'paying_product.new_product.name',
    label: 'wizard:openInvoiceProductChosen',
    message: { key: 'wizard:productNotMade' },
  }

  test.each([crate, nothing])(
    'reports a product that was not created and sends nothing (%o)',
    async (product) => {
      const { setup, dialogs } = await openReadyWizard()
      changeAnswers(setup, {
        open_invoice_product: true,
        paying_product: createProductChoice({ is_new: true, new_product: product }),
        emballage_product: createProductChoice({ is_new: true, new_product: product }),
      })
      expect(setup.$problems.get().import_and_sync).toEqual([ofOpenInvoices, ofEmballage])
      await setup.submitting.submit()
      expect(dialogs).toEqual(['form:incomplete'])
      expect(await listWizardWrites()).toEqual([])
    },
  )

  test('reports no product problem if the user wants no new product', async () => {
    const { setup } = await openWizard()
    changeAnswers(setup, {
      open_invoice_product: false,
      paying_product: createProductChoice({ is_new: true, new_product: crate }),
      emballage_product: createProductChoice({ new_product: crate }),
    })
    expect(setup.$problems.get().import_and_sync).toEqual([])
  })
})

describe('order templates with a failed list', () => {
  const fault = { kind: 'status', status: 500 } as const
  const path = '/api/snelstart/salesorder/template'
  const problem = (key: string) => [
    { field: 'application', label: 'wizard:stepSnelstart', message: { key } },
  ]

  test('blocks desktop settings until the order templates are loaded', async () => {
    await sandbox.strikeNext('GET', path, fault)
    const { setup, dialogs } = await openWizard(liquorLocation)
    setup.ledgers.cash_differences.accept()
    changeAnswers(setup, { open_invoice_product: false })
    expect(setup.$problems.get().snelstart).toEqual(problem('wizard:templatesFailed'))
    await sandbox.clearRequests()
    await setup.submitting.submit()
    expect(dialogs).toEqual(['form:incomplete'])
    expect(await listWizardWrites()).toEqual([])

    const loading = setup.templates.load()
    const [awaited] = problem('wizard:loadingTemplates')
    expect(setup.$problems.get().snelstart).toEqual([{ ...awaited, isPending: true }])
    await loading
    expect(setup.$problems.get().snelstart).toEqual([])
    await setup.submitting.submit()
    expect(dialogs).toEqual(['form:incomplete', 'wizard:startImport'])
  })

  test('completes the wizard for the web application if the order templates fail to load', async () => {
    await sandbox.injectFault({ method: 'GET', path, fault })
    const { setup, dialogs } = await openReadyWizard()
    expect(setup.$problems.get().snelstart).toEqual([])
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:startImport'])
  })
})

describe('ledger in the address parameter `fix`', () => {
  const address = 'http://localhost:4321/wizard?administration=1006&location=2007'
  const openAt = (parameters: string) => {
    const environment = createTestEnvironment(`${address}&step=summary&${parameters}`)
    return openWizard({ ...liquorLocation, environment })
  }
  const changesIn = ({ $summary }: CouplingSetup) =>
    $summary
      .get()
      .filter(({ now }) => now?.isChanged)
      .map(({ label, value }) => [label, value])

  test('shows the ledger of the parameter `fix` and stores the ledger after acceptance', async () => {
    const { setup, environment } = await openAt('fix=eft-1201')
    expect(changesIn(setup)).toEqual([['wizard:ledgerEft', expect.stringMatching(/^1201 /)]])
    expect(setup.$problems.get().journals).toMatchObject([
      { field: 'journals.eft', message: { key: 'wizard:ledgerUnaccepted' } },
    ])
    expect(setup.draft.read().ledgers).toEqual([])
    expect(environment.location().search).not.toContain('fix')
    const reloaded = await openWizard({ ...liquorLocation, environment })
    expect(changesIn(reloaded.setup)).toEqual([])

    setup.ledgers.eft.accept()
    expect(setup.$problems.get().journals).toEqual([])
    expect(await listSentWrites(sandbox)).toEqual([])
    const again = await openWizard({ ...liquorLocation, environment })
    expect(again.setup.ledgers.eft.$state.get()).toMatchObject({ origin: 'accepted' })
  })

  test.each(
    ['cure=eft-1201', 'cure=sync', 'fix=sync', 'fix=eft-01', 'fix=eft', 'fix='].concat([
      'fix=none-2210',
      'fix=correction-2210',
      'fix=eft-2210-1x',
    ]),
  )('ignores the invalid address parameter %s', async (parameters) => {
    await changeSettings(sandbox, 2007, { sync_product: false, sync_relation: false })
    const { setup } = await openAt(parameters)
    expect(changesIn(setup)).toEqual([])
    expect(setup.$problems.get().journals).toEqual([])
    expect(setup.draft.read()).toMatchObject({ ledgers: [] })
  })
})
