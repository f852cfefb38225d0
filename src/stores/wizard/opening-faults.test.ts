import { expect } from 'vitest'
import { sandbox, test } from '../../../test/test.ts'
import {
  waitForWizard,
  liquorLocation,
  createOpeningPage,
  openWizard,
} from '../../../test/open-wizard.ts'
import {
  listFaults,
  type Fault,
  webWizardValues,
  openWizardTab,
  listSentWrites,
} from '../../../test/fault-matrix.ts'
import type { Wizard } from './wizard.ts'

async function filledInTab() {
  const tab = await openWizardTab(sandbox, liquorLocation)
  await tab.fillIn()
  return { ...tab, before: tab.input() }
}

function openingAt({ environment }: Awaited<ReturnType<typeof filledInTab>>) {
  const { opening } = createOpeningPage({ environment })
  const setup = () => waitForWizard(opening)
  return { opening, start: opening.start, setup }
}

async function openedWhile(path: string, { fault }: Pick<Fault, 'fault'>) {
  const tab = await filledInTab()
  const { start, setup } = openingAt(tab)
  const opened: Wizard[] = []
  await tab.struck({ method: 'GET', path }, { fault }, async () => {
    await start()
    opened.push(await setup())
  })
  const [wizard] = opened
  if (!wizard) throw new Error('There is no wizard')
  return { tab, start, setup, wizard }
}

const tries = async (path: string) => (await sandbox.requests(path)).length

async function expectWhole({ initial, templates, ledgers, relation }: Wizard): Promise<void> {
  expect(initial).toEqual(webWizardValues)
  expect(templates.$list.get()).toMatchObject({ status: 'loaded', items: { length: 3 } })
  const numbers = Object.values(ledgers).map(({ $number }) => $number.get())
  expect(numbers).toEqual(['1000', '1300', '1600', '1000', '7980', '4752', '8040', ''])
  const states = Object.values(ledgers).map(({ $state }) => $state.get())
  expect(states.pop()).toEqual({ status: 'empty' })
  for (const state of states) {
    expect(state).toMatchObject({ status: 'existing', origin: 'accepted' })
  }
  expect(relation.$code.get()).toBe('100')
  await expect.poll(() => relation.$current.get()?.code).toBe('-2')
  expect(relation.$state.get()).toMatchObject({
    status: 'existing',
    relation: { code: '100', name: 'Oefenklant op rekening' },
  })
}

const unusable = (key: string) => ({ status: 'unusable', messages: [{ key }] })

const needed: readonly { path: string; meaning: Record<string, object> }[] = [
  { path: '/api/serials/serial/1006', meaning: { 404: unusable('wizard:unknownAdministration') } },
  { path: '/api/locations/location/2007', meaning: { 404: unusable('wizard:unknownLocation') } },
  {
    path: '/api/snelstart/company',
    meaning: {
      404: { status: 'unconfirmed', place: { location: { id: 2007 } } },
      409: { status: 'unconfirmed', place: { location: { id: 2007 } } },
    },
  },
  { path: '/api/snelstart/company/info', meaning: {} },
]

test.each(
  needed.flatMap((call) =>
    listFaults({ meanings: Object.keys(call.meaning) }).map((fault) => ({ ...call, ...fault })),
  ),
)(
  'shows the failure of GET $path and restores the draft on a retry: $name',
  async ({ path, meaning, ...fault }) => {
    const tab = await filledInTab()
    const { opening, start, setup } = openingAt(tab)
    await tab.struck({ method: 'GET', path }, fault, start)

    const state = opening.$opening.get()
    const meant = meaning[fault.name]
    if (meant) expect(state).toMatchObject(meant)
    else expect(state).toMatchObject({ status: 'failed', detail: fault.text })
    const isAskedFor = state.status === 'unconfirmed'
    expect(await tries(path)).toBe(isAskedFor ? 12 : fault.reads)
    expect(tab.input()).toEqual(tab.before)

    await start()
    await expectWhole(await setup())
    expect(await listSentWrites(sandbox)).toEqual([])
  },
)

test.each(listFaults({}))(
  'opens the wizard without order templates and loads the templates later: $name',
  async (fault) => {
    const path = '/api/snelstart/salesorder/template'
    const tab = await filledInTab()
    const { start, setup } = openingAt(tab)
    await tab.struck({ method: 'GET', path }, fault, start)

    const { templates, initial, ...rest } = await setup()
    expect(templates.$list.get()).toMatchObject({ status: 'failed', detail: fault.text })
    expect(await tries(path)).toBe(fault.reads)
    expect(initial).toEqual(webWizardValues)
    expect(tab.input()).toEqual(tab.before)

    await templates.load()
    await expectWhole({ templates, initial, ...rest })
  },
)

test('keeps the chosen order templates if the list cannot be loaded', async () => {
  const path = '/api/snelstart/salesorder/template'
  await sandbox.injectFault({ method: 'GET', path, fault: { kind: 'drop' } })
  const [standard, register, account] = (await sandbox.rows('order_templates')).filter(
    ({ administration_id: owner }) => owner === liquorLocation.administration,
  )
  const { setup } = await openWizard(liquorLocation)
  expect(setup.initial).toMatchObject({
    application: 'desktop',
    default_order_template: standard?.id,
    register_order_template: register?.id,
    account_order_template: account?.id,
  })
})

test('opens the wizard although the registration cannot be read, and reads the registration next time', async () => {
  const path = '/api/registrations/registration'
  const tab = await filledInTab()
  await sandbox.failNext('GET', path)
  const first = openingAt(tab)
  await first.start()
  const message = 'could not be looked up: registration'
  await expect.poll(() => tab.environment.logged).toEqual([message])
  expect(first.opening.$registration.get()).toBeNull()
  await expectWhole(await first.setup())
  const body = { administration_id: 1006, coc: '01234567' }
  await sandbox.answer('GET', path, body)
  await first.start()
  await expect.poll(() => first.opening.$registration.get()).toEqual(body)
  await expectWhole(await first.setup())
})

test.each(listFaults({ meanings: ['404', '409'] }))(
  'shows a failed lookup of a ledger only at that ledger and repeats the lookup: $name',
  async (fault) => {
    const path = '/api/snelstart/journals/grootboeken/1300'
    const { tab, wizard } = await openedWhile(path, fault)
    const { cash, eft, webshop } = wizard.ledgers

    expect(eft.$state.get()).toMatchObject(
      fault.name === '404'
        ? { status: 'missing', error: null }
        : { status: 'failed', message: fault.text },
    )
    const logged = 'could not be looked up: ledger eft'
    expect(tab.environment.logged.filter((each) => each === logged)).toHaveLength(
      fault.name === '404' ? 0 : 1,
    )
    expect(await tries(path)).toBe(fault.reads)
    expect(eft.$number.get()).toBe('1300')
    expect([cash, webshop].map(({ $state }) => $state.get().status)).toEqual([
      'existing',
      'existing',
    ])
    expect(wizard.$problems.get().journals).toEqual([
      {
        field: 'journals.eft',
        label: 'wizard:ledgerEft',
        message: { key: fault.name === '404' ? 'wizard:stillMissing' : 'wizard:notChecked' },
      },
    ])
    expect(tab.input()).toEqual(tab.before)

    await eft.retry()
    await expectWhole(wizard)
    expect(await listSentWrites(sandbox)).toEqual([])
  },
)

const walkInCalls: readonly { call: string; path: string }[] = [
  { call: 'by its code', path: '/api/snelstart/relations' },
  { call: 'by its id', path: '/api/snelstart/relations/{id}' },
]

test.each(
  walkInCalls.flatMap((call) =>
    listFaults({ meanings: ['404'] }).map((fault) => ({ ...call, ...fault })),
  ),
)(
  'shows a failed lookup of the relation $call and repeats the lookup: $name',
  async ({ path, ...fault }) => {
    const { tab, start, setup, wizard } = await openedWhile(path, fault)
    const { $state, $current, create, retry } = wizard.relation

    expect(wizard.relation.$code.get()).toBe('100')
    if (path.endsWith('{id}')) {
      expect($state.get()).toMatchObject({ status: 'existing', relation: { code: '100' } })
      expect($current.get()).toBeNull()
      await start()
      await expectWhole(await setup())
    } else {
      const isAbsent = fault.name === '404'
      expect($state.get()).toMatchObject(
        isAbsent ? { status: 'missing', error: null } : { status: 'failed', message: fault.text },
      )
      expect(wizard.$problems.get().unknown_relation).toEqual([
        {
          field: 'unknown_relation.code',
          label: 'wizard:walkIn',
          message: { key: isAbsent ? 'wizard:relationStillMissing' : 'wizard:notChecked' },
        },
      ])
      if (!isAbsent) await create()
      await retry()
      await expectWhole(wizard)
    }
    expect(tab.input()).toEqual(tab.before)
    expect(await listSentWrites(sandbox)).toEqual([])
  },
)
