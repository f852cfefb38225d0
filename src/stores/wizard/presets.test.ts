import { expect } from 'vitest'
import { createTestEnvironment } from '../../../test/environment.ts'
import {
  cheeseShopLocation,
  coupleLocation,
  placeWithoutRelation,
  waitForLookups,
  openWizard,
  openReadyWizard,
  webApplicationLocation,
  acceptLedger,
} from '../../../test/open-wizard.ts'
import { testUser } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import { createStorageKey } from '../../lib/remembered.ts'

const mine = await createStorageKey('choices', testUser)

const laterIn = (
  { sharedStorage }: { sharedStorage: Storage },
  options: Parameters<typeof openWizard>[0] = placeWithoutRelation,
) => openWizard({ ...options, changes: { sharedStorage } })

async function finished(options: Parameters<typeof openReadyWizard>[0] = {}) {
  const { setup, environment } = await openReadyWizard(options)
  await setup.submitting.submit()
  expect(setup.submitting.$state.get().status).toBe('done')
  return environment
}

test('offers the last choices for the next administration', async () => {
  const { setup, environment } = await openReadyWizard({
    application: 'desktop',
    usesStock: true,
    answers: { sync_relations: false },
  })
  await acceptLedger(setup, 'eft', '1300')
  expect(setup.isFirstSetUp).toBe(true)
  expect(setup.plan.hasOtherChoices(setup.$values.get())).toBe(false)
  await setup.submitting.submit()
  expect(setup.submitting.$state.get().status).toBe('done')

  await coupleLocation(webApplicationLocation)
  const next = await laterIn(environment, webApplicationLocation)
  const { plan, $values } = next.setup
  expect(plan.hasOtherChoices($values.get())).toBe(true)
  expect(plan.lastCustomer).toBe('Oefenkaashandel Gekoppeld')
  plan.lookUpPresetNumbers('last')
  const values = plan.presetValues('last', $values.get())
  await waitForLookups(next.setup)
  expect(values).toMatchObject({
    application: 'desktop',
    use_stock: true,
    sync_products: true,
    sync_relations: false,
  })
  expect(next.setup.ledgers.eft.$number.get()).toBe('1300')
  expect(next.setup.ledgers.eft.$state.get()).toMatchObject({ origin: 'unaccepted' })
  plan.lookUpPresetNumbers('recommended')
  await waitForLookups(next.setup)
  expect(next.setup.ledgers.eft.$number.get()).toBe('2210')
})

test("does not offer the user's last choices if they equal the recommended settings", async () => {
  const { setup: first, environment } = await openWizard(placeWithoutRelation)
  first.keep(first.plan.presetValues('recommended', first.$values.get()))
  await first.plan.run()
  await first.submitting.submit()
  expect(first.submitting.$state.get().status).toBe('done')
  const { setup } = await laterIn(environment, cheeseShopLocation)
  expect(setup.plan.hasOtherChoices(setup.$values.get())).toBe(false)
})

test('offers the last choices only to the same user and for a first set-up', async () => {
  const environment = await finished()
  const { sharedStorage } = environment
  const text = sharedStorage.getItem(mine) ?? ''
  expect(JSON.parse(text)).toMatchObject({ value: { answers: { application: 'web' } } })
  sharedStorage.removeItem(mine)
  sharedStorage.setItem(await createStorageKey('choices', 'user-2'), text)
  const { setup } = await laterIn(environment)
  expect(setup.plan.hasOtherChoices(setup.$values.get())).toBe(false)
  const again = await openWizard({ administration: 1006, location: 2007 })
  expect(again.setup.isFirstSetUp).toBe(false)
})

test.each([{}, [], 'no object', { application: 'cloud' }])(
  'ignores the unusable stored choices %j',
  async (value) => {
    const { sharedStorage, now } = createTestEnvironment()
    const day = Math.floor(now() / (24 * 3600 * 1000))
    sharedStorage.setItem(mine, JSON.stringify({ day, value }))
    const { setup, environment } = await laterIn({ sharedStorage })
    expect(setup.plan.hasOtherChoices(setup.$values.get())).toBe(false)
    expect(environment.logged).toContain('what was remembered is not usable: choices')
  },
)

test('replaces proposed and empty ledger numbers with the last choices, but keeps a typed number', async () => {
  const { setup: first, environment } = await openReadyWizard()
  for (const purpose of ['cash', 'eft', 'webshop'] as const) {
    await acceptLedger(first, purpose, '1300')
  }
  await first.submitting.submit()
  const { setup } = await laterIn(environment)
  const { cash, eft, webshop } = setup.ledgers
  await eft.choose(' 1234 ')
  await webshop.choose('')
  setup.plan.lookUpPresetNumbers('last')
  await waitForLookups(setup)
  expect(cash.$number.get()).toBe('1300')
  expect(eft.$number.get().trim()).toBe('1234')
  expect(webshop.$number.get()).toBe('1300')
})

test('keeps the proposed ledger if SnelStart refuses the ledger of the last choices', async () => {
  const { setup: first, environment } = await openReadyWizard()
  for (const purpose of ['eft', 'webshop'] as const) {
    await acceptLedger(first, purpose, '2010')
  }
  await first.submitting.submit()
  const { setup } = await laterIn(environment)
  await setup.ledgers.webshop.choose('')
  setup.plan.lookUpPresetNumbers('last')
  await expect.poll(() => setup.ledgers.eft.$number.get()).toBe('2210')
  await expect.poll(() => setup.ledgers.webshop.$number.get()).toBe('2220')
  await waitForLookups(setup)
  expect(setup.plan.$plan.get().userTasks).toEqual([])
})

test('selects no order template of the last choices if several have its name', async () => {
  await sandbox.answer('GET', '/api/snelstart/salesorder/template', [
    { id: 'a', omschrijving: 'Kassa', prijsIngaveExclusiefBtw: true },
    { id: 'b', omschrijving: 'Kassa', prijsIngaveExclusiefBtw: false },
  ])
  const answers = { default_order_template: 'b' }
  const environment = await finished({ application: 'desktop', answers })
  const { setup } = await laterIn(environment)
  const values = setup.plan.presetValues('last', setup.$values.get())
  expect(values).toMatchObject({ application: 'desktop', default_order_template: null })
})

test('remembers no choices of a dry run', async () => {
  const { sharedStorage } = await finished({ flags: ['dry_run'] })
  expect(sharedStorage.getItem(mine)).toBeNull()
})

test('proposes the web application to polaris users despite an earlier choice of the desktop one', async () => {
  const environment = await finished({ application: 'desktop' })
  const next = await laterIn(environment, { ...placeWithoutRelation, variant: 'polaris' })
  const { plan, $values } = next.setup
  // The last choices differ from the recommended ones only in the application, which polaris ignores.
  expect(plan.hasOtherChoices($values.get())).toBe(false)
  expect(plan.presetValues('last', $values.get()).application).toBe('web')
})

test('counts a changed answer as user input, but not a changed choice of the desktop or web application', async () => {
  const { setup } = await openWizard(placeWithoutRelation)
  const untouched = setup.$values.get()
  expect(setup.isTouched({ ...untouched, application: 'desktop' })).toBe(false)
  expect(setup.isTouched({ ...untouched, sync_products: false })).toBe(true)
  setup.keep({ ...untouched, sync_products: false })
  expect(setup.plan.presetValues('own', setup.$values.get()).sync_products).toBe(false)
})
