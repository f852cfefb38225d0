import { expect } from 'vitest'
import { sandbox, test } from '../../../test/test.ts'
import { placeWithoutRelation, waitForLookups, openWizard } from '../../../test/open-wizard.ts'
import {
  idempotencyHeaderVariants,
  serverMessage,
  webWizardValues,
  openWizardTab,
  listSentWrites,
} from '../../../test/fault-matrix.ts'
import { testFaultedWrites, type FaultedWrite } from '../../../test/faulted-writes.ts'
import type { CreationError } from './item.ts'
import type { CouplingSetup } from './setup.ts'

const krat = { name: 'Krat', sku_code: 'KRAT-1', revenue_group: '3' }
const ofShop = (row: { administration_id: number }) => row.administration_id === 1005

interface StepCall {
  call: string
  path: string
  meaningfulStatuses?: readonly string[]
  introduction: CreationError['message']
  create: (setup: CouplingSetup) => Promise<unknown>
  errorOf: (setup: CouplingSetup) => CreationError | null | undefined
  expectCreated: (setup: CouplingSetup) => void
  createdRecords: () => Promise<readonly object[]>
  once: object
}

const ledger: StepCall = {
  call: 'the ledger',
  path: '/api/snelstart/journals/grootboeken',
  meaningfulStatuses: ['409'],
  introduction: { key: 'wizard:ledgerRefused' },
  create: ({ ledgers }) => ledgers.cash.create(),
  errorOf: ({ ledgers }) => {
    const state = ledgers.cash.$state.get()
    return state.status === 'missing' ? state.error : undefined
  },
  expectCreated: ({ ledgers }) => {
    expect(ledgers.cash.$state.get()).toMatchObject({
      status: 'existing',
      origin: 'created',
      ledger: { number: '2200', description: 'Kas van de winkel' },
    })
  },
  createdRecords: async () =>
    (await sandbox.rows('ledgers')).filter(ofShop).filter(({ nummer }) => nummer === '2200'),
  once: { omschrijving: 'Kas van de winkel', grootboekfunctie: 'ContanteBetaling' },
}

const relation: StepCall = {
  call: 'the relation',
  path: '/api/snelstart/relations',
  meaningfulStatuses: ['409'],
  introduction: { key: 'wizard:relationRefused' },
  create: (setup) => setup.relation.create(),
  errorOf: (setup) => {
    const state = setup.relation.$state.get()
    return state.status === 'missing' ? state.error : undefined
  },
  expectCreated: (setup) => {
    expect(setup.relation.$state.get()).toMatchObject({
      status: 'existing',
      origin: 'created',
      relation: { code: '4711', name: 'Passant', kinds: ['Klant'] },
    })
  },
  createdRecords: async () =>
    (await sandbox.rows('relations')).filter(ofShop).filter((row) => row.relatiecode === '4711'),
  once: { naam: 'Passant', relatiesoort: ['Klant'] },
}

const product: StepCall = {
  call: 'the product',
  path: '/api/snelstart/product',
  introduction: { key: 'wizard:productRefused' },
  create: ({ products }) => products.create('emballage_product', krat),
  errorOf: ({ products }) => {
    const creation = products.$creations.emballage_product.get()
    return creation.status === 'missing' ? creation.error : undefined
  },
  expectCreated: ({ products }) => {
    const list = products.products.$list.get()
    const items = list.status === 'loaded' ? list.items : []
    const codes = items.map(({ sku_code: code }) => code)
    expect(codes).toEqual(['OEF-BEKER', 'OEF-FACTUUR', 'OEF-FLES', 'OEF-KRAT', 'KRAT-1'])
    expect(products.$creations.emballage_product.get()).toEqual({ status: 'missing', error: null })
  },
  createdRecords: async () =>
    (await sandbox.rows('products')).filter(ofShop).filter((row) => row.sku_code === 'KRAT-1'),
  once: { name: 'Krat', artikelomzetgroep: '3' },
}

interface Opened {
  header: string
  agrees?: (key: string) => boolean
}

async function opened({ header, agrees = () => true }: Opened) {
  const tab = await openWizardTab(sandbox, placeWithoutRelation)
  const { environment } = tab
  const wizard = await openWizard({ ...placeWithoutRelation, header, environment, agrees })
  const { setup } = wizard
  setup.keep(webWizardValues)
  setup.ledgers.cash.propose({ description: 'Kas van de winkel' })
  setup.relation.input('4711')
  await setup.products.products.load()
  await waitForLookups(setup)
  await sandbox.clearRequests()
  return { ...wizard, ...tab, before: tab.input() }
}

const steps = [ledger, relation, product]

function faulted({
  call,
  path,
  meaningfulStatuses,
  introduction,
  ...step
}: StepCall): FaultedWrite {
  const write = `POST ${path.slice('/api'.length)}`
  const isProduct = path === product.path
  return {
    name: call,
    call: { method: 'POST', path },
    ...(meaningfulStatuses && { meant: meaningfulStatuses }),
    open: async (header) => {
      const { setup, dialogs, before, input, ...page } = await opened({ header })
      return {
        ...page,
        act: () => step.create(setup),
        shown: dialogs,
        visible: () => step.errorOf(setup),
        expectKept: () => {
          expect(input()).toEqual(before)
          expect(before).toMatchObject({ values: webWizardValues, relationCode: '4711' })
          expect(setup.relation.$code.get()).toBe('4711')
          expect(setup.ledgers.cash.$number.get()).toBe('2200')
          expect(setup.ledgers.cash.$proposal.get()).toEqual({
            description: 'Kas van de winkel',
            function: 'ContanteBetaling',
            code: 'Balans',
            category: 'Tussenrekeningen',
          })
        },
        expectDone: async () => {
          step.expectCreated(setup)
          expect(await step.createdRecords()).toEqual([expect.objectContaining(step.once)])
        },
      }
    },
    tells: ({ text }) =>
      text.key === 'failure:messages'
        ? { message: introduction, reasons: [{ text: serverMessage, lang: 'nl' }] }
        : { message: text, reasons: [] },
    asks: ({ isUnknown, isCarriedOut }) =>
      isProduct && isUnknown && !isCarriedOut ? ['wizard:productPerhapsMade'] : [],
    writes: [write],
    after: ({ isCarriedOut }) => (isCarriedOut ? [] : [write]),
  }
}

testFaultedWrites(steps.map(faulted))

test.each(
  idempotencyHeaderVariants.flatMap((header) => steps.map((step) => ({ ...header, ...step }))),
)(
  'creates $call once with header "$header" if a retry starts during the first attempt',
  async ({ path, header, create, errorOf, expectCreated, createdRecords, once }) => {
    const { setup, detained, dialogs } = await opened({ header })
    const arrive = await detained({ method: 'POST', path }, () => create(setup))
    expect(errorOf(setup)).toMatchObject({ message: { key: 'failure:timeout' }, reasons: [] })
    await create(setup)
    expectCreated(setup)
    await arrive()
    expect(await createdRecords()).toEqual([expect.objectContaining(once)])
    expect(await listSentWrites(sandbox)).toHaveLength(2)
    expect(dialogs).toEqual(path === product.path ? ['wizard:productPerhapsMade'] : [])
  },
)
