import { expect } from 'vitest'
import { cheese, couple, openWizard, shop } from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import { withApplication } from '../../lib/accounting/snelstart/values.ts'

type Opened = Awaited<ReturnType<typeof openWizard>>

/** The same tab, after a reload. */
async function reloaded({ environment }: Opened, agrees = true) {
  environment.leave()
  return openWizard({ sandbox, ...cheese, environment, agrees: () => agrees })
}

const isRestored = ({ setup }: Opened) => setup.$isRestored.get()

test('nothing is told of a wizard that nobody has filled in', async () => {
  const first = await openWizard({ sandbox, ...cheese })
  expect(isRestored(first)).toBe(false)
  first.setup.keepVisited(['snelstart', 'summary'])
  first.setup.keep(first.setup.initial)
  expect(isRestored(await reloaded(first))).toBe(false)
})

const changes: readonly (readonly [string, (opened: Opened) => unknown])[] = [
  ['a choice', ({ setup }) => setup.keep(withApplication(setup.initial, 'desktop'))],
  ['a ledger', ({ setup }) => setup.ledgers.cash.input('2201')],
  ['an accepted ledger', ({ setup }) => setup.ledgers.emballage.accept()],
  ['a relation', ({ setup }) => setup.relation.input('100')],
]

test.each(changes)('%s that was filled in is told, until another step', async (_, change) => {
  const first = await openWizard({ sandbox, ...cheese })
  change(first)
  const again = await reloaded(first)
  expect(isRestored(again)).toBe(true)
  again.setup.keepVisited(['snelstart', 'inhandel'])
  expect(isRestored(again)).toBe(false)
})

test('of the choices of last time nothing is told', async () => {
  const first = await openWizard({ sandbox, ...cheese })
  first.setup.presets.remember(withApplication(first.setup.initial, 'desktop'))
  await couple(sandbox, shop)
  const other = await openWizard({ sandbox, ...shop, environment: first.environment })
  expect(isRestored(other)).toBe(false)
})

test('it stays when the user would rather keep it', async () => {
  const first = await openWizard({ sandbox, ...cheese })
  first.setup.relation.input('100')
  const again = await reloaded(first, false)
  expect(await again.setup.discard()).toBe(false)
  expect(again.dialogs).toEqual(['form:startAnewQuestion'])
  expect(isRestored(await reloaded(again))).toBe(true)
})

test('it goes when the user agrees, and the wizard begins with what the connection holds', async () => {
  const first = await openWizard({ sandbox, ...cheese })
  first.setup.keep(withApplication(first.setup.initial, 'desktop'))
  first.setup.ledgers.cash.input('2201')
  const again = await reloaded(first)
  expect(await again.setup.discard()).toBe(true)
  await again.setup.reopen()
  const state = again.opening.$opening.get()
  if (state.status !== 'connected') throw new Error(`The wizard is ${state.status}`)
  expect(state.setup.initial).toEqual(first.setup.initial)
  expect(state.setup.$isRestored.get()).toBe(false)
  expect(state.setup.ledgers.cash.$number.get()).toBe('2200')
})

test('what was created stays known as such', async () => {
  const first = await openWizard({ sandbox, ...cheese })
  first.setup.draft.keepCreated('relatie')
  first.setup.relation.input('100')
  const again = await reloaded(first)
  await again.setup.discard()
  expect((await reloaded(again)).setup.draft.isCreated('relatie')).toBe(true)
})

test('a ledger that may have been created is not created twice', async () => {
  const path = '/api/snelstart/journals/grootboeken'
  const first = await openWizard({ sandbox, ...cheese })
  await sandbox.injectFault({ method: 'POST', path, times: 1, fault: { kind: 'lost' } })
  await first.setup.ledgers.cash.create()
  first.setup.ledgers.cash.propose({ description: 'Anders' })
  const again = await reloaded(first)
  await again.setup.discard()
  const anew = await reloaded(again)
  expect(anew.setup.ledgers.cash.$state.get()).toMatchObject({
    status: 'existing',
    origin: 'unaccepted',
  })
  await anew.setup.ledgers.cash.create()
  expect(await sandbox.requests(path)).toHaveLength(1)
})
