import { expect } from 'vitest'
import { cheese, incomplete, openWizard } from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import { requiredPurposes } from '../../lib/domain/ledgers.ts'
import type { Setup } from './setup.ts'

const path = '/api/snelstart/journals/grootboeken'
const statesOf = ({ ledgers }: Setup) =>
  requiredPurposes.map((purpose) => {
    const state = ledgers[purpose].$state.get()
    return state.status === 'existing' ? state.origin : state.status
  })
const sent = async () =>
  (await sandbox.requests(path)).filter(({ method }) => method === 'POST').length

test('creates what is missing and accepts what exists, in one go each', async () => {
  const { setup } = await openWizard({ sandbox, ...incomplete })
  const { ledgerBatch: batch } = setup
  expect(batch.$missing.get()).toEqual(['2200', '2210', '2220', '2050'])
  expect(batch.$unaccepted.get().map(({ number }) => number)).toEqual(['7980', '4752', '8040'])

  await batch.createMissing()
  expect(batch.$batch.get()).toEqual({ status: 'done', created: 4, refused: 0 })
  batch.acceptExisting()
  expect(statesOf(setup)).toEqual([
    ...['created', 'created', 'created', 'created'],
    ...['accepted', 'accepted', 'accepted'],
  ])
  expect(batch.$missing.get()).toEqual([])
  expect(batch.$unaccepted.get()).toEqual([])
  expect(await sent()).toBe(4)
})

test('one that is refused leaves the others created, and can be created afterwards', async () => {
  const { setup } = await openWizard({ sandbox, ...cheese })
  const { ledgerBatch: batch } = setup
  await sandbox.injectFault({
    method: 'POST',
    path,
    fault: { kind: 'status', status: 400 },
    times: 1,
  })
  await batch.createMissing()
  expect(batch.$batch.get()).toEqual({ status: 'done', created: 3, refused: 1 })
  expect(batch.$missing.get()).toHaveLength(1)
  const refused = Object.values(setup.ledgers).filter(
    ({ $state }) => $state.get().status === 'missing',
  )
  expect(refused.map(({ $state }) => $state.get())).toEqual([
    {
      status: 'missing',
      error: { message: { key: 'wizard:ledgerRefused' }, reasons: [expect.any(String)] },
    },
  ])

  await batch.createMissing()
  expect(batch.$batch.get()).toEqual({ status: 'done', created: 1, refused: 0 })
  expect(statesOf(setup).filter((state) => state === 'missing')).toEqual([])
})

test('a number that two purposes share is created once, and pressing twice changes nothing', async () => {
  const { setup } = await openWizard({ sandbox, ...incomplete })
  await setup.ledgers.eft.choose('2200')
  const { ledgerBatch: batch } = setup
  expect(batch.$missing.get()).toEqual(['2200', '2220', '2050'])
  await Promise.all([batch.createMissing(), batch.createMissing()])
  await expect.poll(() => setup.ledgers.eft.$state.get().status).toBe('existing')
  expect(await sent()).toBe(3)
})
